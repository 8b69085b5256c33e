import SettingsStore
import SettingsSyntax

/// A key as it was given on the command line.
struct KeyArgument: Sendable {
    let text: String
    let path: SettingsPath

    init(_ text: String) throws(CommandFailure) {
        self.text = text
        do {
            path = try SettingsPath(text)
        } catch {
            throw CommandFailure(.usage, error.description)
        }
    }

    /// Keys with dots in their names that a path without quotes could have meant as well.
    ///
    /// - Parameter document: what the path is looked up in.
    func namesakes(in document: SettingsDocument) -> [SettingsPath] {
        guard !text.contains("\""), !text.hasPrefix("/") else { return [] }
        var keys: [String] = []
        for component in path.components {
            guard case .key(let key) = component else { break }
            keys.append(key)
        }
        var found: [SettingsPath] = []
        var holder = 0
        for start in keys.indices {
            for end in keys.indices where end > start {
                let joined = keys[start...end].joined(separator: ".")
                let candidate = SettingsPath(
                    Array(path.components[..<start]) + [.key(joined)] + Array(path.components[(end + 1)...]))
                if document.contains(candidate) { found.append(candidate) }
            }
            guard let next = document.storage.child(.key(keys[start]), of: holder) else { break }
            holder = next
        }
        return found
    }

    /// The failure for a key that is not there.
    func missing(in document: SettingsDocument, file: String) -> CommandFailure {
        CommandFailure(.noSuchKey, "no such key", file: file, key: path, hint: advice(in: document))
    }

    private func advice(in document: SettingsDocument) -> String? {
        if let namesake = namesakes(in: document).first {
            return "the key with the dot in it is written '\(namesake)'"
        }
        var holder = document.value
        for (position, component) in path.components.enumerated() {
            switch (component, holder) {
            case (.key(let key), .object(let object)):
                if let next = object[key] {
                    holder = next
                    continue
                }
                guard let near = nearestSpelling(of: key, among: object.keys) else { return nil }
                var components = path.components
                components[position] = .key(near)
                return "did you mean '\(SettingsPath(components))'?"
            case (_, .array(let elements)):
                if let next = holder.value(at: SettingsPath([component])) {
                    holder = next
                    continue
                }
                let container = SettingsPath(Array(path.components[..<position]))
                return "\(container.components.isEmpty ? "it" : "'\(container)'") is an array "
                    + (elements.isEmpty ? "without elements" : "with the positions 0 to \(elements.count - 1)")
            default:
                let container = SettingsPath(Array(path.components[..<position]))
                return "\(container.components.isEmpty ? "it" : "'\(container)'") is \(holder.typeName)"
            }
        }
        return nil
    }
}
