import Glibc
import SettingsStore
import TestSupport
import Testing

@Suite struct SettingsRepositoryTests {
    struct Refusal: Error, Equatable {}

    @Test("A missing file is the defaults, and reading writes nothing")
    func missingFile() async throws {
        let directory = TestDirectory()
        let repository = try SettingsRepository(path: directory.file("settings.json"), defaults: ServerSettings())
        #expect(await repository.value == ServerSettings())
        #expect(await repository.status == .missing)
        #expect(try directory.names == [])
    }

    @Test("A key that the file leaves out has the value of the defaults, at any depth")
    func layering() async throws {
        let storage = MemoryStorage(#"{ "limits": { "connections": 7 } }"#)
        let repository = try SettingsRepository(storage: storage, defaults: ServerSettings())
        var expected = ServerSettings()
        expected.limits.connections = 7
        #expect(await repository.value == expected)
    }

    @Test("An update changes the bytes of what changed and no others")
    func minimalEdit() async throws {
        let storage = MemoryStorage("{\r\n\t// the port\r\n\t\"port\" : 81, /* here */\r\n\t'host': 'x',\r\n}")
        let repository = try SettingsRepository(storage: storage, defaults: ServerSettings())
        try await repository.update { $0.port = 9090 }
        #expect(storage.text == "{\r\n\t// the port\r\n\t\"port\" : 9090, /* here */\r\n\t'host': 'x',\r\n}")
        #expect(await repository.value.port == 9090)
        #expect(await repository.revision == 2)
    }

    @Test("An update that changes nothing writes nothing")
    func noChange() async throws {
        let directory = TestDirectory()
        let path = try directory.write("{ \"port\": 1 }")
        let before = try directory.status()
        let repository = try SettingsRepository(path: path, defaults: ServerSettings())
        try await repository.update { $0.port = 1 }
        #expect(try directory.status().st_ino == before.st_ino)
        #expect(await repository.revision == 1)
    }

    @Test("Update returns what the closure returns")
    func result() async throws {
        let repository = try SettingsRepository(storage: MemoryStorage(), defaults: ServerSettings())
        let old = try await repository.update { settings in
            defer { settings.port += 1 }
            return settings.port
        }
        #expect(old == 8080)
        #expect(await repository.value.port == 8081)
    }

    @Test("A closure that throws changes nothing, on disk or in memory, and its error arrives")
    func throwingClosure() async throws {
        let storage = MemoryStorage("{}")
        let repository = try SettingsRepository(storage: storage, defaults: ServerSettings())
        await #expect(throws: Refusal()) {
            try await repository.update { settings in
                settings.port = 1
                throw Refusal()
            }
        }
        #expect(storage.text == "{}")
        #expect(await repository.value.port == 8080)
    }

    @Test("Settings that refuse themselves are not written")
    func validation() async throws {
        let storage = MemoryStorage("{}")
        let repository = try SettingsRepository(storage: storage, defaults: ServerSettings())
        let error = await #expect(throws: SettingsError.self) { try await repository.set(\.port, to: -1) }
        #expect(error?.code == .validation)
        #expect(storage.text == "{}")
    }

    @Test("An optional that the defaults set can be made nil, and stays so after a restart")
    func hidingADefault() async throws {
        let storage = MemoryStorage("{}")
        let repository = try SettingsRepository(storage: storage, defaults: ServerSettings())
        try await repository.set(\.limits.timeout, to: nil)
        #expect(await repository.value.limits.timeout == nil)
        let again = try SettingsRepository(storage: storage, defaults: ServerSettings())
        #expect(await again.value.limits.timeout == nil)
    }

    @Test("An entry that the defaults put into a dictionary can be removed")
    func removingADefaultEntry() async throws {
        let storage = MemoryStorage(nil)
        let repository = try SettingsRepository(storage: storage, defaults: ServerSettings())
        try await repository.update { $0.labels = ["other": "1"] }
        let again = try SettingsRepository(storage: storage, defaults: ServerSettings())
        #expect(await again.value.labels == ["other": "1"])
    }

    @Test("An element of an array that only the defaults have can be changed")
    func changingADefaultArray() async throws {
        let storage = MemoryStorage("{\n}\n")
        let repository = try SettingsRepository(storage: storage, defaults: ServerSettings())
        try await repository.update { $0.servers[0] = "b" }
        try await repository.update { $0.servers.append("c") }
        let again = try SettingsRepository(storage: storage, defaults: ServerSettings())
        #expect(await again.value.servers == ["b", "c"])
    }

    @Test("An enum can change its case, whatever case the defaults have")
    func changingAnEnum() async throws {
        var defaults = ServerSettings()
        defaults.mode = .tls(certificate: "x")
        let storage = MemoryStorage("{ /* all */ }")
        let repository = try SettingsRepository(storage: storage, defaults: defaults)
        try await repository.set(\.mode, to: .plain)
        let again = try SettingsRepository(storage: storage, defaults: defaults)
        #expect(await again.value.mode == .plain)
        try await again.set(\.mode, to: .tls(certificate: "y"))
        #expect(await again.value.mode == .tls(certificate: "y"))
    }

    @Test("Unknown keys survive a write and are reported with the right spelling")
    func unknownKeys() async throws {
        let storage = MemoryStorage("{ \"prot\": 1 }")
        let repository = try SettingsRepository(storage: storage, defaults: ServerSettings())
        let warning = try #require(await repository.warnings.first)
        #expect(warning.code == .unknownKey)
        #expect(warning.description.contains("port"))
        let logged = SettingsEvent.unknownKeys([warning]).description
        #expect(logged.contains("warning: ") && !logged.contains("error: ") && logged.contains("port"))
        try await repository.set(\.host, to: "h")
        #expect(storage.text == "{ \"prot\": 1, \"host\": \"h\" }")
    }

    @Test("A closed repository does not pretend to have looked")
    func reloadAfterClose() async throws {
        let storage = MemoryStorage("{ \"port\": 1 }")
        let repository = try SettingsRepository(storage: storage, defaults: ServerSettings())
        await repository.close()
        let error = await #expect(throws: SettingsError.self) { try await repository.reload() }
        #expect(error?.code == .closed)
    }

    @Test("When the last unknown key is mended, an event says so")
    func mendedKeys() async throws {
        let storage = MemoryStorage("{ \"prot\": 1 }")
        let repository = try SettingsRepository(storage: storage, defaults: ServerSettings())
        let events = await repository.events
        storage.edit("{ \"port\": 1 }")
        let event = await next(events) { if case .recovered = $0 { true } else { false } }
        #expect(event == .recovered)
        #expect(await repository.warnings.isEmpty)
    }

    @Test("A broken file keeps the repository from starting, says where, and is left alone")
    func brokenAtStart() async throws {
        let directory = TestDirectory()
        let text = "{\n  \"port\": \"80a\"\n}\n"
        let path = try directory.write(text)
        let error = #expect(throws: SettingsError.self) {
            try SettingsRepository(path: path, defaults: ServerSettings())
        }
        #expect(error?.code == .typeMismatch)
        #expect(error?.location?.line == 2)
        #expect(error?.description.hasPrefix("\(path):2:11: error: port: expected an integer") == true)
        #expect(try directory.read() == text)
        #expect(try directory.names == ["settings.json"])
    }

    @Test("A broken edit keeps the last good value; update throws until it is mended")
    func brokenEdit() async throws {
        let storage = MemoryStorage("{ \"port\": 1 }")
        let repository = try SettingsRepository(storage: storage, defaults: ServerSettings())
        let events = await repository.events
        storage.edit("{ \"port\": 2, oops }")
        guard
            case .rejected(let error) = try #require(
                await next(events) { if case .rejected = $0 { true } else { false } })
        else { return }
        #expect(error.location?.line == 1)
        #expect(await repository.value.port == 1)
        #expect(await repository.status == .rejected(error))
        await #expect(throws: SettingsError.self) { try await repository.set(\.port, to: 3) }
        #expect(storage.text == "{ \"port\": 2, oops }")
        storage.edit("{ \"port\": 4 }")
        #expect(await next(events) { $0 == .recovered } == .recovered)
        #expect(await repository.value.port == 4)
        try await repository.set(\.port, to: 5)
        #expect(storage.text == "{ \"port\": 5 }")
    }

    @Test("Reload takes what is in the file now, or says what is wrong with it")
    func reload() async throws {
        let directory = TestDirectory()
        let path = try directory.write("{ \"port\": 1 }")
        let repository = try SettingsRepository(path: path, defaults: ServerSettings())
        try directory.replace(with: "{ \"port\": 2 }")
        try await repository.reload()
        #expect(await repository.value.port == 2)
        try directory.replace(with: "{ \"port\": ")
        await #expect(throws: SettingsError.self) { try await repository.reload() }
        #expect(await repository.value.port == 2)
    }

    @Test("After the file is gone the value stays, and the next update writes all of it again, comments too")
    func fileGone() async throws {
        let storage = MemoryStorage("{\n  \"port\": 1 // one\n}\n")
        let repository = try SettingsRepository(storage: storage, defaults: ServerSettings())
        let events = await repository.events
        storage.edit(nil)
        #expect(await next(events) { $0 == .missing } == .missing)
        #expect(await repository.value.port == 1)
        #expect(await repository.status == .missing)
        try await repository.set(\.host, to: "h")
        #expect(storage.text == "{\n  \"port\": 1, // one\n  \"host\": \"h\"\n}\n")
        #expect(await repository.status == .watching)
    }

    @Test("A closed repository still reads, and refuses to write")
    func closed() async throws {
        let repository = try SettingsRepository(storage: MemoryStorage("{ \"port\": 1 }"), defaults: ServerSettings())
        await repository.close()
        #expect(await repository.value.port == 1)
        #expect(await repository.status == .closed)
        let error = await #expect(throws: SettingsError.self) { try await repository.set(\.port, to: 2) }
        #expect(error?.code == .closed)
    }

    @Test("Two repositories of one storage each see what the other writes, and lose nothing")
    func twoRepositories() async throws {
        let storage = MemoryStorage("{}")
        let one = try SettingsRepository(storage: storage, defaults: ServerSettings())
        let two = try SettingsRepository(storage: storage, defaults: ServerSettings())
        await withTaskGroup(of: Void.self) { group in
            for repository in [one, two] {
                group.addTask {
                    for _ in 0..<100 {
                        do {
                            try await repository.update { $0.port += 1 }
                        } catch {
                            Issue.record(error)
                        }
                    }
                }
            }
        }
        try await eventually("both end on the sum") {
            let values = await (one.value.port, two.value.port)
            return values == (8280, 8280)
        }
    }

    /// The next event that is wanted, passing over others.
    private func next(
        _ events: AsyncStream<SettingsEvent>, _ isWanted: (SettingsEvent) -> Bool
    ) async -> SettingsEvent? {
        for await event in events { if isWanted(event) { return event } }
        return nil
    }

    @Test("An update whose value cannot be written fails alone, whoever shares its commit")
    func unwritableValue() async throws {
        struct Ratio: Codable, Sendable, Equatable {
            var ratio = 1.0
            var port = 0
        }
        let directory = TestDirectory()
        let path = try directory.write("{}")
        let repository = try SettingsRepository(path: path, defaults: Ratio(), format: .json)
        let done = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<40 {
                group.addTask {
                    do {
                        try await repository.update { if number == 17 { $0.ratio = .nan } else { $0.port += 1 } }
                        return true
                    } catch {
                        return false
                    }
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(done == 39)
        #expect(await repository.value == Ratio(ratio: 1, port: 39))
    }

    @Test("Defaults that are not acceptable are refused where they would stand alone, and only there")
    func unacceptableDefaults() async throws {
        struct Needy: Codable, Sendable, ValidatableSettings {
            var token = ""
            var port = 1
            func validate() throws {
                if token.isEmpty { throw SettingsValidationError("must not be empty", at: "token") }
            }
        }
        let error = #expect(throws: SettingsError.self) {
            try SettingsRepository(storage: MemoryStorage(nil, name: "s.json"), defaults: Needy())
        }
        #expect(error?.code == .validation)
        #expect(
            error?.description.hasPrefix(
                "s.json: error: token: there is no file, and the defaults are not acceptable: must not be empty")
                == true)
        let repository = try SettingsRepository(storage: MemoryStorage("{\"token\": \"x\"}"), defaults: Needy())
        try await repository.set(\.port, to: 2)
        #expect(await repository.value.port == 2)
    }

    @Test("An entry of the defaults that no null can hide is not taken away, and the error says so")
    func dictionaryOfOptionals() async throws {
        struct Settings: Codable, Sendable { var limits: [String: Int?] = ["a": 5] }
        let storage = MemoryStorage("{}", name: "s.json")
        let repository = try SettingsRepository(storage: storage, defaults: Settings())
        let error = await #expect(throws: SettingsError.self) {
            try await repository.update { $0.limits.removeValue(forKey: "a") }
        }
        #expect(error?.code == .notEncodable)
        #expect(error?.key == ["limits", "a"])
        #expect(error?.message.contains("the defaults have it") == true)
        #expect(storage.text == "{}")
        try await repository.update { $0.limits["a"] = .some(nil) }
        #expect(await repository.value.limits == ["a": nil])
    }

    @Test("A value that no text can say is refused, and the service goes on")
    func unsayable() async throws {
        struct Settings: Codable, Sendable {
            var pause = Duration.zero
            var port = 1
        }
        let storage = MemoryStorage("{ \"port\": 2 }")
        let repository = try SettingsRepository(storage: storage, defaults: Settings())
        let error = await #expect(throws: SettingsError.self) {
            try await repository.update { $0.pause = Duration(attoseconds: .max) }
        }
        #expect(error?.code == .notEncodable)
        #expect(error?.key == ["pause"])
        try await repository.update { $0.port = 3 }
        #expect(storage.text == "{ \"port\": 3 }")
    }

    @Test("A version that the program would not read again is not written")
    func version() async throws {
        struct Settings: Codable, Sendable, VersionedSettings {
            static let formatVersion = 2
            var formatVersion = 2
            var port = 1
        }
        let storage = MemoryStorage("{ \"port\": 2 }")
        let repository = try SettingsRepository(storage: storage, defaults: Settings())
        let error = await #expect(throws: SettingsError.self) {
            try await repository.update { $0.formatVersion = 3 }
        }
        #expect(error?.code == .notEncodable)
        #expect(error?.key == ["formatVersion"])
        #expect(storage.text == "{ \"port\": 2 }")
        try await repository.update { $0.formatVersion = 1 }
        #expect(storage.text == "{ \"port\": 2, \"formatVersion\": 1 }")
    }

    @Test("What an update is refused for names the file, whatever of it is at fault, alone and among others")
    func namesFile() async throws {
        struct Settings: Codable, Sendable, ValidatableSettings {
            var pause = Duration.zero
            var port = 1
            func validate() throws {
                guard port > 0 else { throw SettingsValidationError("must be above 0", at: "port") }
            }
        }
        let storage = MemoryStorage("{ \"port\": 2 }", name: "etc/service.json")
        let repository = try SettingsRepository(storage: storage, defaults: Settings())
        let wrong: [@Sendable (inout Settings) -> Void] = [
            { $0.port = 0 }, { $0.pause = Duration(attoseconds: .max) },
        ]
        for change in wrong {
            let error = await #expect(throws: SettingsError.self) { try await repository.update(change) }
            #expect(error?.file == "etc/service.json")
        }
        let files = await withTaskGroup(of: String?.self) { group in
            for change in wrong + wrong {
                group.addTask {
                    do {
                        try await repository.update(change)
                        return nil
                    } catch {
                        return (error as? SettingsError)?.file
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(files == Array(repeating: "etc/service.json", count: 4))
    }
}
