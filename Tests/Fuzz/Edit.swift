// Two documents, parted by a NUL: each is brought to the value of the other, and values are set and removed in the first.

import SettingsSyntax

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzEdit(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let parts = UnsafeBufferPointer(start: start, count: count).split(
        separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = try? SettingsDocument(bytes: Array(parts[0])) else { return 0 }
    editParts(first)
    guard parts.count == 2, let second = try? SettingsDocument(bytes: Array(parts[1])) else { return 0 }
    for (from, to) in [(first, second), (second, first)] {
        var edited = from
        apply(SettingsDifference(from: from, to: to), &edited)
        precondition(edited.value == to.value, "applying a difference gave another value")
        var other = to
        apply(SettingsDifference(from: from, to: to), &other)
        precondition(other.value == to.value, "applying a difference twice gave another value")
    }
    return 0
}

private func apply(_ difference: SettingsDifference, _ document: inout SettingsDocument) {
    do { try document.apply(difference) } catch { preconditionFailure("\(error)") }
}

private func editParts(_ document: SettingsDocument) {
    let value = document.value
    for path in paths(value, .root).prefix(8) {
        check(document) { document throws(SettingsError) in try document.set(["x": [1]], at: path) }
        if !path.components.isEmpty {
            check(document) { document throws(SettingsError) in try document.remove(at: path) }
        }
        if case .index? = path.components.last {
            check(document) { document throws(SettingsError) in try document.insert("new", at: path) }
        }
        let there = document.value(at: path)
        if case .object? = there {
            check(document) { document throws(SettingsError) in
                try document.set(nil, at: path.appending(.key("\u{1}new")))
            }
        }
        if case .array(let elements)? = there {
            check(document) { document throws(SettingsError) in
                try document.set(nil, at: path.appending(.index(elements.count)))
            }
        }
    }
}

/// Edits may be refused (too deep); they must not go wrong.
private func check(_ document: SettingsDocument, _ edit: (inout SettingsDocument) throws(SettingsError) -> Void) {
    var copy = document
    do { try edit(&copy) } catch {
        precondition(error.code == .tooDeep, "\(error)")
        precondition(copy.bytes == document.bytes)
    }
}

private func paths(_ value: SettingsValue, _ path: SettingsPath) -> [SettingsPath] {
    if path.components.count > 6 { return [path] }
    switch value {
    case .object(let object): return [path] + object.flatMap { paths($0.value, path.appending(.key($0.key))) }
    case .array(let elements):
        return [path] + elements.enumerated().flatMap { paths($0.element, path.appending(.index($0.offset))) }
    default: return [path]
    }
}
