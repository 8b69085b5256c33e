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
        // What follows takes the longer the more steps there are, and a write holds the lock meanwhile.
        guard path.components.count <= Self.mostSteps else {
            throw CommandFailure(
                .usage, "the key has \(path.components.count) steps", file: nil,
                hint: "a file has at most \(Self.mostSteps) values within each other")
        }
    }

    /// How deep the parser lets values lie within each other.
    private static let mostSteps = 512

    /// Keys with dots or brackets in their names that a path without quotes could have meant as well.
    ///
    /// - Parameter document: what the path is looked up in.
    func namesakes(in document: SettingsDocument) -> Namesakes {
        guard !text.contains("\""), !text.hasPrefix("/") else { return Namesakes() }
        return Namesakes(of: path, in: document.storage)
    }

    /// The key as it can mean nothing but what it says.
    var unmistakable: String {
        // A pointer does not tell an element from a member whose name is a number, where neither is there yet.
        guard case .key(let first)? = path.components.first, path.components.contains(where: { $0.isIndex }) else {
            return path.pointer
        }
        let rest = SettingsPath(Array(path.components.dropFirst()))
        if case .index? = rest.components.first { return "\(JSONText.quoted(first))\(rest)" }
        return "\(JSONText.quoted(first)).\(rest)"
    }

    /// The failure for a key that is not there.
    func missing(in document: SettingsDocument, file: String) -> CommandFailure {
        CommandFailure(.noSuchKey, "no such key", file: file, key: path, hint: missingHint(in: document))
    }

    /// What may be meant by a key that is not there.
    func missingHint(in document: SettingsDocument) -> String? {
        if let namesake = namesakes(in: document).present.first {
            let hasDot = namesake.components.contains { $0.isKeyWithDot }
            return "the key with the \(hasDot ? "dot" : "bracket") in it is written '\(namesake)'"
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

extension SettingsPath.Component {
    fileprivate var isIndex: Bool { if case .index = self { true } else { false } }
    fileprivate var isKeyWithDot: Bool { if case .key(let key) = self { key.contains(".") } else { false } }
}
