// Any document into a type of many kinds of members: a value or an error, and never a trap.

import SettingsSyntax

private struct Everything: Codable, Equatable {
    var flag = false
    var small: Int8 = 0
    var port: UInt16? = 80
    var big: Int64 = 0
    var wide: UInt64 = 0
    var ratio = 0.5
    var single: Float = 1
    var name = "n"
    var list = [1, 2]
    var names: [String: [String?]] = [:]
    var places: [Int: Double] = [:]
    var inner = Inner()
    var inners: [Inner] = []
    var choice = Choice.first
    var any: SettingsValue = .null

    struct Inner: Codable, Equatable {
        var id = "i"
        var next: [Inner]?
    }

    enum Choice: Codable, Equatable {
        case first, second(Int)
    }
}

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDecode(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let document = try? SettingsDocument(bytes: bytes, file: "f") else { return 0 }
    do {
        _ = try SettingsDecoder().decode(Everything.self, from: document)
    } catch {
        precondition(!error.description.isEmpty)
    }
    return 0
}
