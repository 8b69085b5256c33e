/// What runs of encoding work on, one after another: memory for the text and its index, and what was learnt of the
/// types.
///
/// One is kept between the runs, so that a small value does not pay for making it. Runs at the same time each have
/// their own.
@safe
final class EncodingBench {
    /// A container that is being filled.
    struct Open {
        /// The slot that it fills.
        var slot: UInt32
        /// Its node on the tape.
        var node: UInt32
        var isObject: Bool
        var isEmpty = true
        /// Nodes on the tape when the last item began: a value must follow.
        var itemStart = 0
        /// One bit for the hash of each key so far: most keys are known to be new without looking at the others.
        var filter: UInt64 = 0
    }

    /// What changes with every byte. Behind a pointer: stored properties of a class would be checked for exclusive
    /// access each time, which costs more than the writing.
    struct State {
        var text = Arena(size: smallSize)
        var count = 0
        var capacity = smallSize - SourceBytes.padding
        var tape = Arena(size: smallSize)
        var nodeCount = 0
        var nodeCapacity = smallSize / MemoryLayout<TapeNode>.stride
        /// As in `DocumentStorage`.
        var tables: [UInt32] = []
        /// Containers within each other, the outermost first.
        var openCount = 0
        /// Containers within each other at the deepest place.
        var deepest = 0
        /// The slot that waits for its value; 0 for none.
        var waiting: UInt32 = 0
        var lastSlot: UInt32 = 0
        var isComplete = true
        /// Whether something was written whose nodes are not on the tape.
        var needsParsing = false
    }

    /// What a document of a kilobyte needs. Larger memory goes to the document, and is not kept.
    fileprivate static let smallSize = 4096
    /// How many containers may be open, and one more.
    private static let openCapacity = EncodingStream.maximumDepth + 1

    let state: UnsafeMutablePointer<State>
    let open: UnsafeMutablePointer<Open>
    /// The stack of the run.
    let room: UnsafeMutablePointer<StackRoom>
    /// The plans in use, each where its type's address says.
    let decided: UnsafeMutablePointer<TypePlans.Decided>
    /// What is known of the types met so far.
    var plans = TypePlans()

    private static let spare = SpareObject<EncodingBench>()

    private init() {
        // What is allocated here is freed in `deinit`.
        unsafe state = .allocate(capacity: 1)
        unsafe state.initialize(to: State())
        unsafe open = .allocate(capacity: Self.openCapacity)
        unsafe room = .allocate(capacity: 1)
        unsafe decided = .allocate(capacity: TypePlans.Decided.count)
        unsafe decided.initialize(repeating: TypePlans.Decided(), count: TypePlans.Decided.count)
    }

    deinit {
        unsafe state.pointee.text.free()
        unsafe state.pointee.tape.free()
        unsafe state.deinitialize(count: 1)
        unsafe state.deallocate()
        unsafe open.deallocate()
        unsafe room.deallocate()
        unsafe decided.deallocate()
    }

    static func take() -> EncodingBench {
        guard let bench = spare.take() else { return EncodingBench() }
        bench.plans.beginRun()
        return bench
    }

    /// Ends the use of a bench: it is kept, unless another is there already.
    func giveBack() {
        unsafe state.pointee = State(reusing: state.pointee)
        Self.spare.keep(self)
    }

    /// The text as memory of its own, with room for the padding.
    func takeText() -> Arena {
        // `count` bytes are written; the copy has room for them.
        let (text, count) = unsafe (state.pointee.text, state.pointee.count)
        if text.size > Self.smallSize {
            unsafe state.pointee.text = Arena(size: Self.smallSize)
            return text
        }
        let copy = Arena(size: count + SourceBytes.padding)
        unsafe copy.base.copyMemory(from: text.base, byteCount: count)
        return copy
    }

    /// The tape as memory of its own.
    func takeTape() -> Arena {
        // As for the text.
        let (tape, size) = unsafe (state.pointee.tape, state.pointee.nodeCount * MemoryLayout<TapeNode>.stride)
        if tape.size > Self.smallSize {
            unsafe state.pointee.tape = Arena(size: Self.smallSize)
            return tape.shrunk(to: size)
        }
        let copy = Arena(size: size)
        unsafe copy.base.copyMemory(from: tape.base, byteCount: size)
        return copy
    }
}

extension EncodingBench.State {
    /// The state before a run, with the small memory of the one before; larger memory, left by a run that failed, goes.
    fileprivate init(reusing other: EncodingBench.State) {
        self.init(text: other.text.small(), tape: other.tape.small())
    }
}

extension Arena {
    /// This one where it is small; else it is given back, and this is another.
    fileprivate func small() -> Arena {
        guard size > EncodingBench.smallSize else { return self }
        free()
        return Arena(size: EncodingBench.smallSize)
    }
}
