/// Encodes by way of a tree: for types that fill their containers in no order, and to tell where a value is wrong.
final class EncodingTree {
    enum Content {
        case none
        /// A scalar, or anything else whose text is known.
        case text(String)
        case array([EncodingTree])
        case object(Members)
    }

    /// Members in the order of their first writing; a key written twice has its last value.
    struct Members {
        private(set) var all: [(key: String, value: EncodingTree)] = []
        private var positions: [ExactKey: Int] = [:]

        mutating func set(_ key: String, _ value: EncodingTree) {
            if let position = positions[ExactKey(key)] {
                all[position].value = value
            } else {
                positions[ExactKey(key)] = all.count
                all.append((key, value))
            }
        }

        func value(_ key: String) -> EncodingTree? { positions[ExactKey(key)].map { all[$0].value } }
    }

    var content = Content.none
    /// Whether somebody has a container or an encoder of this place in hand, and may go on with it.
    var isShared = false
    let path: [PathKey]
    let context: Context

    /// What all nodes of one tree share.
    @safe
    final class Context {
        let format: SettingsFormat
        let userInfo: [CodingUserInfoKey: any Sendable]
        /// The stack that the run may go down.
        let room: UnsafeMutablePointer<StackRoom>
        /// Values within each other at the deepest place.
        var depth = 0
        /// Where the error on its way out came from.
        var errorPath: [PathKey]?
        /// Something was written that another value has the place of. Most of the calls that do so cannot throw.
        var lost: (path: [PathKey], error: any Error)?

        init(format: SettingsFormat, userInfo: [CodingUserInfoKey: any Sendable]) {
            self.format = format
            self.userInfo = userInfo
            // Given back in `deinit`.
            unsafe room = .allocate(capacity: 1)
            unsafe room.initialize(to: StackRoom())
        }

        deinit { unsafe room.deallocate() }  // It is trivial.
    }

    init(path: [PathKey], context: Context) {
        self.path = path
        self.context = context
    }

    // MARK: The whole

    static func encode<T: Encodable>(
        _ value: T, format: SettingsFormat, userInfo: [CodingUserInfoKey: any Sendable]
    ) throws(SettingsError) -> SettingsDocument {
        let context = Context(format: format, userInfo: userInfo)
        let root = EncodingTree(path: [], context: context)
        do {
            try root.encodeWhole(value)
        } catch {
            throw notEncodable(error, context)
        }
        return try SettingsDocument(root.wholeText, format: format)
    }

    static func text<T: Encodable>(
        of value: T, format: SettingsFormat, userInfo: [CodingUserInfoKey: any Sendable]
    ) throws -> String {
        let root = EncodingTree(path: [], context: Context(format: format, userInfo: userInfo))
        try root.encodeWhole(value)
        return root.wholeText
    }

    private func encodeWhole<T: Encodable>(_ value: T) throws {
        try encode(value)
        guard let lost = context.lost else { return }
        context.errorPath = lost.path
        throw lost.error
    }

    private var wholeText: String { StackRoom.reserving(levels: context.depth) { text } }

    private static func notEncodable(_ error: any Error, _ context: Context) -> SettingsError {
        let message: String
        var path = context.errorPath ?? []
        if let error = error as? EncodingError, case .invalidValue(_, let inner) = error {
            // The error's own description has the value's in it, and that of a date beyond all calendars traps.
            message = inner.debugDescription
            if inner.codingPath.count > path.count {
                path = inner.codingPath.map { key in
                    PathKey(key.intValue.map { .index($0) } ?? .key(key.stringValue))
                }
            }
        } else {
            message = "\(error)"
        }
        let components = path.map { key -> SettingsPath.Component in
            key.intValue.map { .index($0) } ?? .key(key.stringValue)
        }
        return SettingsError(.notEncodable, message, key: components.isEmpty ? nil : SettingsPath(components))
    }

    /// The tree as compact JSON. Its depth is bounded by `EncodingStream.maximumDepth`.
    private var text: String {
        switch content {
        case .none: return "{}"
        case .text(let text): return text
        case .array(let elements): return "[" + elements.map(\.text).joined(separator: ",") + "]"
        case .object(let members):
            let texts = members.all.map { "\(JSONText.quoted($0.key)):\($0.value.text)" }
            return "{" + texts.joined(separator: ",") + "}"
        }
    }

    // MARK: Nodes

    /// Puts a value of any type here.
    func encode<T: Encodable>(_ value: T) throws {
        context.errorPath = nil  // Of an error that somebody caught.
        do {
            try encodeUntraced(value)
        } catch {
            if context.errorPath == nil { context.errorPath = path }
            throw error
        }
        context.errorPath = nil
    }

    /// What a value wrote that then failed is not kept: its type may go on without it, as with `try?`.
    private func encodeUntraced<T: Encodable>(_ value: T) throws {
        let before = content
        do {
            try encodeInDepth(value)
        } catch {
            content = before
            throw error
        }
    }

    private func encodeInDepth<T: Encodable>(_ value: T) throws {
        guard path.count < EncodingStream.maximumDepth else { throw ScalarText.refused(value, EncodingStream.tooDeep) }
        context.depth = max(context.depth, path.count)
        if unsafe StackRoom.suffices(context.room) { return try encodeHere(value) }
        try unsafe StackRoom.entering(context.room) { try encodeHere(value) }
    }

    private func encodeHere<T: Encodable>(_ value: T) throws {
        switch TypePlans.Plan(encoding: T.self) {
        case .scalar(.settingsValue):
            // The plan was made from `T` itself.
            scalar(unsafe unsafeBitCast(value, to: SettingsValue.self).jsonText)
        case .scalar(let type):
            switch try ScalarText.form(value, as: type) {
            case .string(let text)?: scalar(JSONText.quoted(text))
            case .number(let text)?: scalar(text)
            case nil: try value.encode(to: TreeEncoder(node: self))
            }
        case .directlyEncoded(let type):
            func open<Direct: DirectlyEncodable>(_ type: Direct.Type) throws {
                // `Direct` is `T`: the plan was made from `T` itself.
                try unsafe unsafeBitCast(value, to: Direct.self).write(to: TreeSink(node: self))
            }
            try open(type)
        default: try value.encode(to: TreeEncoder(node: self))
        }
    }

    func double(_ value: Double) throws {
        if value.isFinite {
            scalar(value.description)
        } else if let text = ScalarText.notFinite(value, context.format) {
            scalar(text)
        } else {
            context.errorPath = path
            throw ScalarText.refused(value)
        }
    }

    func float(_ value: Float) throws {
        guard value.isFinite else { return try double(Double(value)) }
        scalar(value.description)
    }
}
