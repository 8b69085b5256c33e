import SettingsSyntax

extension SettingsValue {
    /// As a shell wants it: a string bare, a number as it is written, containers as indented JSON.
    var plainText: String {
        switch self {
        case .string(let string): string
        case .number(let number): number.literal
        default: prettyJSONText
        }
    }

    /// Every value that holds no others, with its path: scalars and empty containers.
    func leaves(below path: SettingsPath) -> [(path: SettingsPath, value: SettingsValue)] {
        var leaves: [(path: SettingsPath, value: SettingsValue)] = []
        appendLeaves(below: path, to: &leaves)
        return leaves
    }

    // Recursion here is bounded by the parser's limit on depth.
    private func appendLeaves(below path: SettingsPath, to leaves: inout [(path: SettingsPath, value: SettingsValue)]) {
        switch self {
        case .object(let object) where !object.isEmpty:
            for member in object { member.value.appendLeaves(below: path.appending(.key(member.key)), to: &leaves) }
        case .array(let elements) where !elements.isEmpty:
            for (index, element) in elements.enumerated() {
                element.appendLeaves(below: path.appending(.index(index)), to: &leaves)
            }
        default: leaves.append((path, self))
        }
    }
}

extension SettingsPath {
    /// `server.port: 8080`; of the root the value alone.
    func line(_ value: SettingsValue) -> String {
        components.isEmpty ? value.jsonText : "\(self): \(value.jsonText)"
    }
}
