/// An edited text's index made from that of the text before, where nothing but scalars gave way to scalars.
///
/// It is the index that reading the edited text again would give, node for node. A scalar's token begins where the
/// parser expects a value; its state there depends on what comes before alone, which is unchanged. The new token is
/// read here, by the same parser, and takes all of its bytes. What stood behind the old token ended it, and ends the
/// new one as well: behind any value there comes white space, a comment, a comma, a bracket or the end, and none of
/// these belongs to a token. From there on the parser is in the state that it was in behind the old token, in front of
/// the same bytes. So each other node is the same but for its place, and there are as many.
struct ScalarSplice {
    let old: DocumentStorage
    let format: SettingsFormat
    /// The nodes whose tokens change, in their order, with what they shall be.
    let replacements: [PatchEditor.Replacement]

    /// The index over `text`, which holds the old text with the replacements made; nil where a new token is not exactly
    /// the value that it stands for.
    func storage(_ text: Arena, byteCount: Int) -> DocumentStorage? {
        var tokens: [TapeNode] = []
        for replacement in replacements {
            guard let token = token(of: replacement) else { return nil }
            tokens.append(token)
        }
        guard byteCount < JSONParser.largestText else { return nil }
        let size = old.nodeCount * MemoryLayout<TapeNode>.stride
        let tape = Arena(size: size)
        unsafe tape.base.copyMemory(from: old.tape.base, byteCount: size)
        // The tape has been copied, so it holds `nodeCount` nodes.
        let nodes = unsafe UnsafeMutableBufferPointer(
            start: tape.base.assumingMemoryBound(to: TapeNode.self), count: old.nodeCount)
        unsafe move(nodes)
        for (index, token) in tokens.enumerated() {
            let node = replacements[index].node
            unsafe nodes[node].kind = token.kind
            unsafe nodes[node].flags = token.flags
            unsafe nodes[node].end = nodes[node].start + token.end
        }
        return DocumentStorage(
            text: text, byteCount: byteCount, tape: tape, nodeCount: old.nodeCount, depth: old.depth,
            tables: old.tables, hasDuplicates: false)
    }

    /// The node of a new token, read by itself.
    private func token(of replacement: PatchEditor.Replacement) -> TapeNode? {
        guard let document = try? SettingsDocument(bytes: replacement.bytes, format: format) else { return nil }
        let node = document.storage[0]
        guard document.storage.nodeCount == 1, node.start == 0, Int(node.end) == replacement.bytes.count,
            document.storage.value(0) == replacement.value
        else { return nil }
        return node
    }

    /// Moves the places of all nodes as the replacements before them demand.
    private func move(_ nodes: UnsafeMutableBufferPointer<TapeNode>) {
        // Where the old tokens end, and how far what is behind them moves.
        var ends: [UInt32] = []
        var shifts: [UInt32] = [0]
        for replacement in replacements {
            let entry = old[replacement.node]
            ends.append(entry.end)
            let growth = UInt32(truncatingIfNeeded: replacement.bytes.count) &- (entry.end &- entry.start)
            shifts.append(shifts[shifts.count - 1] &+ growth)
        }
        if shifts.allSatisfy({ $0 == 0 }) { return }
        for index in ends.indices {
            let first = index == 0 ? 0 : replacements[index - 1].node + 1
            unsafe move(nodes, first..<replacements[index].node + 1, index, ends, shifts)
        }
        unsafe move(nodes, replacements[ends.count - 1].node + 1..<nodes.count, ends.count, ends, shifts)
    }

    /// The nodes of one stretch between two replacements begin behind `place` of them.
    private func move(
        _ nodes: UnsafeMutableBufferPointer<TapeNode>, _ stretch: Range<Int>, _ place: Int, _ ends: [UInt32],
        _ shifts: [UInt32]
    ) {
        let shift = shifts[place]
        let limit = place < ends.count ? ends[place] : .max
        for node in stretch {
            let end = unsafe nodes[node].end
            unsafe nodes[node].start &+= shift
            if end < limit {
                unsafe nodes[node].end = end &+ shift
            } else {
                // A container that closes behind the next replacement, or further.
                var behind = place
                while behind < ends.count, ends[behind] <= end { behind += 1 }
                unsafe nodes[node].end = end &+ shifts[behind]
            }
        }
    }
}
