import Foundation
import SettingsStore
import Testing

struct ServerSettings: Codable, Sendable, Equatable {
    var host = "127.0.0.1"
    var port = 8080
    var limits = Limits()
    struct Limits: Codable, Sendable, Equatable { var connections = 100; var timeout: Double? = 2.5 }
}

@Test func basics() async throws {
    let storage = MemoryStorage("{\n  // the port\n  \"port\": 81, // here\n}\n")
    let repository = try SettingsRepository(storage: storage, defaults: ServerSettings())
    #expect(await repository.value.port == 81)
    try await repository.update { $0.port = 9090 }
    #expect(storage.text == "{\n  // the port\n  \"port\": 9090, // here\n}\n")
    try await repository.set(\.limits.connections, to: 500)
    print(storage.text!)
    try await repository.set(\.limits.timeout, to: nil)
    print(storage.text!)
    #expect(await repository.value.limits.timeout == nil)
    var ports = await repository.values(of: \.port).makeAsyncIterator()
    #expect(await ports.next() == 9090)
    storage.edit("{port: 7}")
    #expect(await ports.next() == 7)
    storage.edit("{port: \"a\"}")
    print(await repository.status)
    let p = "/tmp/try/t.json"
    try "{\n  // the port\n  \"port\": 81, // here\n}\n".write(toFile: p, atomically: false, encoding: .utf8)
    let r2 = try SettingsRepository(path: p, defaults: ServerSettings())
    for i in 0..<1000 { try await r2.set(\.port, to: i) }
    print(try String(contentsOfFile: p, encoding: .utf8))
}
