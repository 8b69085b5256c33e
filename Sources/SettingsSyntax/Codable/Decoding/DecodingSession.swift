/// Everything that one run of decoding shares: the layers, what is known of the types, and (only when a file is wrong)
/// the diagnosis.
///
/// Decoders and containers hold it strongly, so that one which escapes from an `init(from:)` stays valid. It is used by
/// one task at a time, as `Codable` is.
@safe
final class DecodingSession {
    /// The first layer, and those beneath it. They keep the memory behind the tapes alive.
    private let first: DocumentStorage
    private let others: [DocumentStorage]
    /// The memory that the fields below point into, and what is known of the types.
    let bench: DecodingBench
    /// One tape a layer, the first wins, and after them the tape of the places that are in no file. By pointer: a
    /// stored array would be checked for exclusive access at every look-up.
    let tapes: UnsafeMutablePointer<DecodingTape>
    /// The plans in use, each where its type's address says; a part of the bench's, found without further ado.
    let decided: UnsafeMutablePointer<TypePlans.Decided>
    /// The stack that the run may go down.
    let room: UnsafeMutablePointer<StackRoom>
    /// How many layers there are; as a layer's number, that of the places in no file.
    let layerCount: UInt32
    let userInfo: [CodingUserInfoKey: any Sendable]
    /// Set in the runs that look for all the mistakes, after a run that failed.
    let diagnosis: DecodingDiagnosis?
    /// Set where the keys asked for are wanted.
    let recorder: KeyRecorder?
    /// What the run before leaves and this one is to leave, where that is wanted; of the first layer.
    let memory: ArrayMemory?
    /// Stacks of objects that merge. The first is unused: index 0 means none.
    var links: [Place.Link] = []
    /// The object of a dictionary that is being decoded and whose nulls are no entries.
    var removesNullsAt: Place.Identity?

    init(
        first: DocumentStorage, others: [DocumentStorage] = [], userInfo: [CodingUserInfoKey: any Sendable],
        diagnosis: DecodingDiagnosis? = nil, recorder: KeyRecorder? = nil, memory: ArrayMemory? = nil
    ) {
        self.memory = memory
        let bench = DecodingBench.take(layers: others.count + 1)
        self.first = first
        self.others = others
        self.bench = bench
        layerCount = UInt32(others.count + 1)
        self.userInfo = userInfo
        self.diagnosis = diagnosis
        self.recorder = recorder
        // The bench, which this keeps, has room for the layers, and its memory stays where it is.
        unsafe tapes = bench.tapes
        unsafe decided = bench.decided
        unsafe room = bench.room
        unsafe room.initialize(to: StackRoom())
        bench.layTape(first, layer: 0)
        for (index, layer) in others.enumerated() { bench.layTape(layer, layer: index + 1) }
        bench.layStandIns(layer: others.count + 1)
    }

    /// - Precondition: There is at least one layer.
    convenience init(
        layers: [SettingsDocument], userInfo: [CodingUserInfoKey: any Sendable], diagnosis: DecodingDiagnosis? = nil,
        recorder: KeyRecorder? = nil, memory: ArrayMemory? = nil
    ) {
        self.init(
            first: layers[0].countedStorage, others: layers.dropFirst().map(\.countedStorage), userInfo: userInfo,
            diagnosis: diagnosis, recorder: recorder, memory: memory)
    }

    deinit { bench.giveBack() }

    /// The index of a layer.
    func storage(_ layer: UInt32) -> DocumentStorage { layer == 0 ? first : others[Int(layer) - 1] }

    /// The root of all layers.
    func root() -> Place {
        guard layerCount > 1 else { return Place(0, layer: 0) }
        return merged((0..<layerCount).map { Place(0, layer: $0) }) ?? Place(0, layer: 0)
    }

    // MARK: Places in no file

    /// Stands for a value that is not there at all: it reads as null.
    var absent: Place { Place(StandInTape.absent, layer: layerCount) }
    /// Stands, while mistakes are being collected, for a value that is wrong or missing: it reads as anything.
    var placeholder: Place { Place(StandInTape.placeholder, layer: layerCount) }

    func isPlaceholder(_ place: Place) -> Bool {
        place.layer == layerCount && place.node == StandInTape.placeholder
    }

    // MARK: Nodes

    @inline(__always) func kind(_ place: Place) -> TapeNode.Kind { unsafe tapes[Int(place.layer)].kind(place.node) }
    @inline(__always) func next(_ place: Place) -> UInt32 { unsafe tapes[Int(place.layer)].next(place.node) }
    @inline(__always) func count(_ place: Place) -> Int { unsafe tapes[Int(place.layer)].count(place.node) }
    @inline(__always) func isNull(_ place: Place) -> Bool {
        kind(place) == .null || place.layer == layerCount
    }

    /// An error about a node, in the text of its layer as it was given.
    func error(
        _ code: SettingsError.Code, _ message: String, at place: Place, hint: String?, in layers: [SettingsDocument]
    ) -> SettingsError {
        let original = layers[Int(place.layer)]
        guard original.storage.hasDuplicates else {
            return original.error(code, message, node: Int(place.node), hint: hint)
        }
        let node = original.storage.node(at: storage(place.layer).path(of: Int(place.node)))
        return original.error(code, message, node: node ?? 0, hint: hint)
    }
}

extension SettingsDocument {
    /// The index of what counts: of a document that was read with keys standing twice, only the last of each.
    var countedStorage: DocumentStorage {
        guard storage.hasDuplicates else { return storage }
        do {
            return try SettingsDocument(value, file: file, maximumDepth: maximumDepth).storage
        } catch {
            // What was read within the depth is printed within it; the text itself is what is left otherwise.
            return storage
        }
    }
}
