/// Everything that one run of decoding shares: the layers, what is known of the types, and (only when a file is wrong)
/// the diagnosis.
///
/// Decoders and containers hold it strongly, so that one which escapes from an `init(from:)` stays valid. It is used by
/// one task at a time, as `Codable` is.
@safe
final class DecodingSession {
    /// Keeps the memory behind the tapes alive.
    let documents: [SettingsDocument]
    /// The layers as they were given: errors show their text.
    private let originals: [SettingsDocument]
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
        originals = layers
        documents = layers.contains { $0.storage.hasDuplicates } ? layers.map(\.withoutDuplicates) : layers
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
        for (index, layer) in documents.enumerated() {
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

    /// An error about a node, in the text that was given.
    func error(
        _ code: SettingsError.Code, _ message: String, at place: Place, hint: String?
    ) -> SettingsError {
        let (document, original) = (documents[Int(place.layer)], originals[Int(place.layer)])
        guard original.storage.hasDuplicates else {
            return document.error(code, message, node: Int(place.node), hint: hint)
        }
        let node = original.storage.node(at: document.storage.path(of: Int(place.node)))
        return original.error(code, message, node: node ?? 0, hint: hint)
    }
}

extension SettingsDocument {
    /// A document that was read with keys standing twice, as it counts: with the last of each.
    fileprivate var withoutDuplicates: SettingsDocument {
        guard storage.hasDuplicates else { return self }
        do {
            return try SettingsDocument(value, file: file, maximumDepth: maximumDepth)
        } catch {
            // What was read within the depth is printed within it; the text itself is what is left otherwise.
            return self
        }
    }
}
