/// What runs of decoding work on, one after another: tapes, hints, and what was learnt of the types.
///
/// One is kept between the runs, so that a small file does not pay for making it. Runs at the same time each have their
/// own, and the process keeps the one that is free first.
@safe
final class DecodingBench {
    let tapes: UnsafeMutablePointer<DecodingTape>
    private let hints: UnsafeMutablePointer<DecodingTape.Hint>
    /// Layers there is room for, that of the places in no file included.
    private let capacity: Int
    let decided: UnsafeMutablePointer<TypePlans.Decided>
    /// The stack of the run. Behind a pointer, as the tapes are.
    let room: UnsafeMutablePointer<StackRoom>
    /// What is known of the types met so far.
    var plans = TypePlans()

    private static let spare = SpareObject<DecodingBench>()

    private init(capacity: Int) {
        self.capacity = capacity
        // What is allocated here is freed in `deinit`. Tapes, hints and room are trivial: they are laid for
        // each run.
        unsafe tapes = .allocate(capacity: capacity)
        unsafe hints = .allocate(capacity: capacity * DecodingTape.hintCount)
        unsafe room = .allocate(capacity: 1)
        unsafe decided = .allocate(capacity: TypePlans.Decided.count)
        unsafe decided.initialize(repeating: TypePlans.Decided(), count: TypePlans.Decided.count)
    }

    deinit {
        unsafe tapes.deallocate()
        unsafe hints.deallocate()
        unsafe room.deallocate()
        unsafe decided.deallocate()
    }

    /// A bench for so many layers.
    static func take(layers: Int) -> DecodingBench {
        if let bench = spare.take(), bench.capacity > layers {
            bench.plans.beginRun()
            return bench
        }
        return DecodingBench(capacity: max(layers + 1, 4))
    }

    /// Ends the use of a bench: it is kept, unless another is there already.
    func giveBack() { Self.spare.keep(self) }

    /// Makes a layer ready to be read.
    func layTape(_ storage: DocumentStorage, layer: Int) {
        // The session keeps the storage, and with it the memory.
        unsafe lay(
            nodes: UnsafePointer(storage.tape.base.assumingMemoryBound(to: TapeNode.self)),
            bytes: UnsafePointer(storage.text.base.assumingMemoryBound(to: UInt8.self)), layer: layer)
    }

    /// Makes the places in no file ready, behind the last layer.
    func layStandIns(layer: Int) {
        let standIns = StandInTape.shared
        unsafe lay(nodes: standIns.nodes, bytes: standIns.bytes, layer: layer)
    }

    private func lay(nodes: UnsafePointer<TapeNode>, bytes: UnsafePointer<UInt8>, layer: Int) {
        precondition(layer < capacity)
        let hints = unsafe self.hints + layer * DecodingTape.hintCount
        unsafe hints.initialize(repeating: DecodingTape.Hint(), count: DecodingTape.hintCount)
        unsafe (tapes + layer).initialize(to: DecodingTape(nodes: nodes, bytes: bytes, hints: hints))
    }
}
