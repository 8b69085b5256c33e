/// Everything that one run of decoding shares: the layers, what is known of the types, and (only when a file is wrong)
/// the diagnosis.
///
/// Decoders and containers hold it strongly, so that one which escapes from an `init(from:)` stays valid. It is used by
/// one task at a time, as `Codable` is.
@safe
final class DecodingSession {
    /// Keeps the memory behind the tapes alive.
    let documents: [SettingsDocument]
    /// One tape a layer, the first wins, and after them the tape of the places that are in no file. By pointer: a
    /// stored array would be checked for exclusive access at every look-up.
    let tapes: UnsafeMutablePointer<DecodingTape>
    private let hints: UnsafeMutablePointer<DecodingTape.Hint>
    /// The plans in use, each where its type's address says; a part of `plans`, found without further ado.
    let decided: UnsafeMutablePointer<TypePlans.Decided>
    let userInfo: [CodingUserInfoKey: any Sendable]
    /// Set in the runs that look for all the mistakes, after a run that failed.
    let diagnosis: DecodingDiagnosis?
    /// Set where the keys asked for are wanted.
    let recorder: KeyRecorder?
    /// What is known of the types met so far.
    var plans: TypePlans
    /// Stacks of objects that merge. The first is unused: index 0 means none.
    var links: [Place.Link] = [Place.Link(node: 0, layer: 0, next: 0)]
    /// The object of a dictionary that is being decoded and whose entries a null removes.
    var removesNullsAt: Place.Identity?
    private let standIns: StandInTape

    init(
        layers: [SettingsDocument], userInfo: [CodingUserInfoKey: any Sendable], diagnosis: DecodingDiagnosis? = nil,
        recorder: KeyRecorder? = nil
    ) {
        documents = layers
        self.userInfo = userInfo
        self.diagnosis = diagnosis
        self.recorder = recorder
        plans = TypePlans.knownForDecoding()
        standIns = StandInTape()
        let hintCount = DecodingTape.hintCount
        // What is allocated here is freed in `deinit`; the documents keep what the tapes point to.
        unsafe tapes = UnsafeMutablePointer.allocate(capacity: layers.count + 1)
        unsafe hints = UnsafeMutablePointer.allocate(capacity: (layers.count + 1) * hintCount)
        unsafe hints.initialize(repeating: DecodingTape.Hint(), count: (layers.count + 1) * hintCount)
        unsafe decided = UnsafeMutablePointer.allocate(capacity: TypePlans.Decided.count)
        unsafe decided.initialize(repeating: TypePlans.Decided(), count: TypePlans.Decided.count)
        for (index, layer) in layers.enumerated() {
            let tape = unsafe DecodingTape(
                nodes: UnsafePointer(layer.storage.tape.base.assumingMemoryBound(to: TapeNode.self)),
                bytes: UnsafePointer(layer.storage.text.base.assumingMemoryBound(to: UInt8.self)),
                hints: hints + index * hintCount)
            unsafe (tapes + index).initialize(to: tape)
        }
        unsafe (tapes + layers.count).initialize(to: standIns.tape(hints + layers.count * hintCount))
    }

    deinit {
        unsafe tapes.deallocate()
        unsafe hints.deallocate()
        unsafe decided.deallocate()
    }

    /// The root of all layers.
    func root() -> Place {
        guard documents.count > 1 else { return Place(0, layer: 0) }
        return merged(documents.indices.map { Place(0, layer: UInt32($0)) }) ?? Place(0, layer: 0)
    }

    // MARK: Places in no file

    /// Stands for a value that is not there at all: it reads as null.
    var absent: Place { Place(StandInTape.absent, layer: UInt32(documents.count)) }
    /// Stands, while mistakes are being collected, for a value that is wrong or missing: it reads as anything.
    var placeholder: Place { Place(StandInTape.placeholder, layer: UInt32(documents.count)) }

    func isPlaceholder(_ place: Place) -> Bool {
        place.layer == documents.count && place.node == StandInTape.placeholder
    }

    // MARK: Nodes

    @inline(__always) func kind(_ place: Place) -> TapeNode.Kind { unsafe tapes[Int(place.layer)].kind(place.node) }
    @inline(__always) func next(_ place: Place) -> UInt32 { unsafe tapes[Int(place.layer)].next(place.node) }
    @inline(__always) func count(_ place: Place) -> Int { unsafe tapes[Int(place.layer)].count(place.node) }
    @inline(__always) func isNull(_ place: Place) -> Bool {
        kind(place) == .null || place.layer == documents.count
    }
}
