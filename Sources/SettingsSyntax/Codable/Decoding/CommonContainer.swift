/// The commonest containers, told by comparing types, without a cast.
///
/// Where `[String: String]` is named outright, the runtime looks for the key's `Hashable` in every library of the process,
/// which the first time takes as long as decoding a small file. Here the conformances are handed over with the types, and
/// nothing is looked for.
enum CommonContainer {
    /// The container that a type is, where it is one of these.
    static func direct(_ type: Any.Type, _ kind: TapeNode.Kind) -> (any DirectlyDecodable.Type)? {
        switch kind {
        case .array: array(type, of: String.self) ?? array(type, of: Int.self)
        case .object: dictionary(type, from: String.self, to: String.self)
        default: nil
        }
    }

    // Dynamic, so that they are not specialised: that would name the types outright.

    private dynamic static func array<Element: Decodable>(
        _ type: Any.Type, of _: Element.Type
    ) -> (any DirectlyDecodable.Type)? {
        type == [Element].self ? [Element].self : nil
    }

    private dynamic static func dictionary<Key: Hashable & Decodable, Value: Decodable>(
        _ type: Any.Type, from _: Key.Type, to _: Value.Type
    ) -> (any DirectlyDecodable.Type)? {
        type == [Key: Value].self ? [Key: Value].self : nil
    }
}
