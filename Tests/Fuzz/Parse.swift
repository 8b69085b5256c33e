// Any bytes: they are refused with a place, or kept byte by byte; what strict JSON accepts, JSON5 accepts alike.

import SettingsSyntax

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzParse(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let strict = parse(bytes, .json)
    let loose = parse(bytes, .json5)
    precondition(strict == nil || loose != nil, "JSON5 refuses what JSON accepts")
    guard let document = loose else { return 0 }
    precondition(document.bytes == bytes, "bytes were lost")
    let value = document.value
    // What is printed from the value means the same.
    guard let printed = try? SettingsDocument(value) else {
        preconditionFailure("a value that was read cannot be printed")
    }
    precondition(printed.value == value, "the printed value is another")
    precondition(SettingsDifference(from: document, to: printed).isEmpty, "the tapes say that they differ")
    return 0
}

private func parse(_ bytes: [UInt8], _ format: SettingsFormat) -> SettingsDocument? {
    do {
        return try SettingsDocument(bytes: bytes, format: format, file: "f")
    } catch {
        precondition(error.location != nil, "an error without a place")
        precondition(!error.description.isEmpty)
        return nil
    }
}
