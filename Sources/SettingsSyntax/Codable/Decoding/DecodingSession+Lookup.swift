/// How the layers are walked: objects merge by key, everything else replaces, null hides.
extension DecodingSession {
    /// The value of a key, from the first layer that has it; objects with those beneath that they merge with.
    @inline(__always)
    func member(_ key: some CodingKey, of place: Place) -> Place? {
        member(named: key.stringValue, of: place)
    }

    @inline(__always)
    func member(named name: String, of place: Place) -> Place? {
        var name = name
        return name.withUTF8 { name in
            if recorder != nil { unsafe record(name, of: place) }
            if place.below == 0 {
                let node = unsafe memberNode(name, of: place.node, layer: place.layer)
                return node == 0 ? nil : Place(node, layer: place.layer)
            }
            return unsafe mergedMember(name, of: place)
        }
    }

    /// The value of the member `name` of an object of one layer, or 0 (the root is nobody's member).
    @inline(__always)
    func memberNode(_ name: UnsafeBufferPointer<UInt8>, of object: UInt32, layer: UInt32) -> UInt32 {
        let tape = unsafe tapes[Int(layer)]
        let node = unsafe tape.hintedMember(name, of: object)
        return node != 0 ? node : unsafe searchedMember(name, of: object, layer: layer)
    }

    @inline(never)
    private func searchedMember(_ name: UnsafeBufferPointer<UInt8>, of object: UInt32, layer: UInt32) -> UInt32 {
        let tape = unsafe tapes[Int(layer)]
        if tape.count(object) <= DecodingTape.smallObject {
            let node = unsafe tape.searchedMember(name, of: object)
            if node != 0 { return node }
        }
        guard layer < layerCount else { return 0 }
        // Large objects have a table in the document; keys with escapes are compared there too.
        let storage = self.storage(layer)
        guard tape.count(object) > DecodingTape.smallObject || storage.hasEscapedKeys(object) else { return 0 }
        guard let value = unsafe storage.member(String(decoding: name, as: UTF8.self), in: Int(object)) else {
            return 0
        }
        tape.found(UInt32(value) - 1, of: object)
        return UInt32(value)
    }

    @inline(never)
    private func record(_ name: UnsafeBufferPointer<UInt8>, of place: Place) {
        let text = unsafe String(decoding: name, as: UTF8.self)
        forEachObject(of: place) { recorder?.asked(for: text, in: $0) }
    }

    @inline(never)
    private func mergedMember(_ name: UnsafeBufferPointer<UInt8>, of place: Place) -> Place? {
        var top = Place(0, layer: 0)
        var last: UInt32 = 0
        var object = Place.Link(node: place.node, layer: place.layer, next: place.below)
        while true {
            let node = unsafe memberNode(name, of: object.node, layer: object.layer)
            if node != 0 {
                let found = Place(node, layer: object.layer)
                if top.node == 0 {
                    top = found
                    if kind(found) != .object {
                        if let diagnosis { diagnosis.shadowed[found.identity] = unsafe below(object, name) }
                        return top
                    }
                } else if kind(found) == .object {
                    append(found, to: &top, last: &last)
                } else {
                    return top
                }
            }
            guard object.next != 0 else { break }
            object = links[Int(object.next)]
        }
        return top.node == 0 ? nil : top
    }

    /// What a value hides, where a wrong one must be stood in for.
    private func below(_ object: Place.Link, _ name: UnsafeBufferPointer<UInt8>) -> Place? {
        guard object.next != 0 else { return nil }
        let next = links[Int(object.next)]
        return unsafe mergedMember(name, of: Place(next.node, layer: next.layer, below: next.next))
    }

    private func append(_ object: Place, to top: inout Place, last: inout UInt32) {
        if links.isEmpty { links.append(Place.Link(node: 0, layer: 0, next: 0)) }
        let index = UInt32(links.count)
        links.append(Place.Link(node: object.node, layer: object.layer, next: 0))
        if last == 0 { top.below = index } else { links[Int(last)].next = index }
        last = index
    }

    /// One place out of values of several layers, the first of which wins.
    func merged(_ places: [Place]) -> Place? {
        guard var top = places.first else { return nil }
        guard kind(top) == .object else { return top }
        var last: UInt32 = 0
        for place in places.dropFirst() {
            guard kind(place) == .object else { break }
            append(place, to: &top, last: &last)
        }
        return top
    }

    /// Visits the object itself and those it merges with, the first that wins first.
    func forEachObject(of place: Place, _ body: (Place) -> Void) {
        body(Place(place.node, layer: place.layer))
        var next = place.below
        while next != 0 {
            let link = links[Int(next)]
            body(Place(link.node, layer: link.layer))
            next = link.next
        }
    }

    /// Visits the members of an object of one layer: its key node, then its value node.
    func forEachMember(of object: Place, _ body: (Place, Place) throws -> Void) rethrows {
        guard kind(object) == .object else { return }
        var key = Place(object.node + 1, layer: object.layer)
        let end = next(object)
        while key.node < end {
            try body(key, Place(key.node + 1, layer: object.layer))
            key.node = next(key)
        }
    }

    /// The text of a string or key node, its escapes resolved.
    @inline(__always)
    func text(_ place: Place) -> String {
        let tape = unsafe tapes[Int(place.layer)]
        if tape.flags(place.node).contains(.escaped) { return unescapedText(place) }
        // The parser refused everything that is not UTF-8; it need not be looked at again.
        return unsafe String(copying: UTF8Span(unchecked: tape.content(place.node).span))
    }

    @inline(never)
    private func unescapedText(_ place: Place) -> String {
        let content = unsafe tapes[Int(place.layer)].content(place.node)
        if let text = unsafe SimpleEscapes.resolved(content) { return text }
        return storage(place.layer).string(Int(place.node))
    }

    /// The keys of all layers, each once, in the order of the first layer and then of those below.
    func keys(of place: Place) -> [String] {
        var keys: [String] = []
        keys.reserveCapacity(count(place))
        guard place.below != 0 else {
            forEachMember(of: place) { key, _ in keys.append(text(key)) }
            return keys
        }
        var seen: Set<ExactKey> = []
        forEachObject(of: place) { object in
            forEachMember(of: object) { key, _ in
                let text = text(key)
                if seen.insert(ExactKey(text)).inserted { keys.append(text) }
            }
        }
        return keys
    }

    /// Cuts what lies beneath an enum's object that holds another case: such an object replaces, it does not merge.
    ///
    /// An enum with payloads is an object of the one key that names the case, read by asking for all keys of a closed
    /// set. Objects of one member each, in every layer, are taken for that.
    func cutOtherCases(beneath place: Place) {
        guard place.below != 0, count(place) == 1 else { return }
        let key = text(Place(place.node + 1, layer: place.layer))
        var next = place.below
        var isCut = false
        var differs = false
        while next != 0 {
            let link = links[Int(next)]
            let object = Place(link.node, layer: link.layer)
            guard count(object) == 1 else { return }
            if !isCut, ExactKey(text(Place(link.node + 1, layer: link.layer))) != ExactKey(key) {
                differs = true
                isCut = true
            }
            next = link.next
        }
        guard differs else { return }
        next = place.below
        isCut = false
        while next != 0 {
            let link = links[Int(next)]
            if !isCut { isCut = ExactKey(text(Place(link.node + 1, layer: link.layer))) != ExactKey(key) }
            if isCut {
                links[Int(next)].node = StandInTape.empty
                links[Int(next)].layer = layerCount
            }
            next = link.next
        }
    }
}

extension DocumentStorage {
    /// Whether an object has a key whose bytes are not its text. Only asked where a key was not found.
    fileprivate func hasEscapedKeys(_ object: UInt32) -> Bool {
        var key = Int(object) + 1
        let end = next(Int(object))
        while key < end {
            if self[key].flags.contains(.escaped) { return true }
            key = next(key)
        }
        return false
    }
}
