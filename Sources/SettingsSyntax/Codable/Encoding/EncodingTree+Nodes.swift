extension EncodingTree {
    /// Whether nothing would be lost if something else took this place.
    private var isEmpty: Bool {
        switch content {
        case .none: true
        case .text: false
        case .array(let elements): elements.isEmpty
        case .object(let members): members.all.isEmpty
        }
    }

    // MARK: Members

    /// The node of a key for a container or an encoder of its own. Asked for again, it is the same: two that write into
    /// one key, a class and its superclass say, complete each other.
    func sharedMember(_ key: String) -> EncodingTree {
        if case .object(let members) = content, let member = members.value(key) {
            member.isShared = true
            return member
        }
        let member = newMember(key)
        member.isShared = true
        put(member, at: key)
        return member
    }

    /// Puts a value at a key, once it has been encoded: where that fails, the key stays as it was.
    ///
    /// A value takes the place of another. That of what was written through a container it cannot take.
    func encodeMember(_ key: String, _ encode: (TreeEncoder) throws -> Void) rethrows {
        let member = newMember(key)
        try encode(TreeEncoder(node: member))
        guard case .object(let members) = content, let other = members.value(key), other.isShared else {
            return put(member, at: key)
        }
        if !other.isEmpty { return other.lose("a value") }
        // Not another node: whoever has this one in hand may go on with it.
        other.content = member.content
    }

    private func newMember(_ key: String) -> EncodingTree {
        EncodingTree(path: path + [PathKey(.key(key))], context: context)
    }

    private func put(_ member: EncodingTree, at key: String) {
        guard case .object(var members) = content else { return member.lose("a member") }
        content = .none
        members.set(key, member)
        content = .object(members)
    }

    // MARK: Elements

    /// The next element of this array, for a container or an encoder of its own.
    func sharedElement() -> EncodingTree {
        let element = newElement
        put(element)
        return element
    }

    /// Puts a value behind the last element, once it has been encoded.
    func encodeElement(_ encode: (TreeEncoder) throws -> Void) rethrows {
        let element = newElement
        try encode(TreeEncoder(node: element))
        put(element)
    }

    private var newElement: EncodingTree {
        var count = 0
        if case .array(let elements) = content { count = elements.count }
        return EncodingTree(path: path + [PathKey(.index(count))], context: context)
    }

    private func put(_ element: EncodingTree) {
        guard case .array(var elements) = content else { return element.lose("an element") }
        content = .none
        elements.append(element)
        content = .array(elements)
    }

    // MARK: What a node is

    func becomeObject() {
        if case .object = content { return }
        if isEmpty { content = .object(Members()) } else { lose("an object") }
    }

    func becomeArray() {
        if case .array = content { return }
        if isEmpty { content = .array([]) } else { lose("an array") }
    }

    /// Puts the text of a scalar here, in the place of another.
    func scalar(_ text: String) {
        if case .text = content {} else if !isEmpty { return lose("a value") }
        content = .text(text)
    }

    /// Takes note of what was written to no effect. The whole is not encoded then.
    private func lose(_ what: String) {
        if context.lost != nil { return }
        let error = ScalarText.refused(
            what, "\(what) where the type has written something of another kind, as one of them would be lost")
        context.lost = (path, error)
    }
}
