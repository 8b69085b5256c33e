/// Key paths, found from the index when somebody asks.
extension DecodingSession {
    /// The way from the root of its layer to a place. Empty for places in no file.
    func path(of place: Place) -> [SettingsPath.Component] {
        guard place.layer < layerCount else { return [] }
        var components: [SettingsPath.Component] = []
        var node = Place(0, layer: place.layer)
        while node.node < place.node {
            var child = Place(node.node + 1, layer: node.layer)
            var index = 0
            while next(child) <= place.node {
                child.node = next(child)
                index += 1
            }
            if kind(node) == .object {
                components.append(.key(text(child)))
                child.node += 1
            } else {
                components.append(.index(index))
            }
            node = child
        }
        return components
    }

    func codingPath(of place: Place) -> [any CodingKey] { path(of: place).map { PathKey($0) } }

    /// The deepest place of a coding path that exists, and what is left of the path beyond it.
    func place(at path: [any CodingKey]) -> (place: Place, rest: [any CodingKey]) {
        var place = root()
        for (position, step) in path.enumerated() {
            switch kind(place) {
            case .object:
                guard let member = member(named: step.stringValue, of: place) else {
                    return (place, Array(path[position...]))
                }
                place = member
            case .array:
                guard let index = step.intValue, index >= 0, index < count(place) else {
                    return (place, Array(path[position...]))
                }
                var element = Place(place.node + 1, layer: place.layer)
                for _ in 0..<index { element.node = next(element) }
                place = element
            default: return (place, Array(path[position...]))
            }
        }
        return (place, [])
    }
}

/// A step of a path as `Codable` has them.
struct PathKey: CodingKey {
    var stringValue: String
    var intValue: Int?

    init(_ component: SettingsPath.Component) {
        switch component {
        case .key(let key): stringValue = key
        case .index(let index):
            stringValue = "Index \(index)"
            intValue = index
        }
    }

    init?(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) {
        stringValue = "\(intValue)"
        self.intValue = intValue
    }
}
