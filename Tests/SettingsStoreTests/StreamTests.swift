import SettingsStore
import TestSupport
import Testing

@Suite struct StreamTests {
    @Test("The current value comes first, then each newer one")
    func currentFirst() async throws {
        let repository = try SettingsRepository(storage: MemoryStorage(), defaults: ServerSettings())
        var values = await repository.values.makeAsyncIterator()
        #expect(await values.next()?.port == 8080)
        try await repository.set(\.port, to: 1)
        #expect(await values.next()?.port == 1)
    }

    @Test("A stream of one value passes over changes of others")
    func oneValue() async throws {
        let repository = try SettingsRepository(storage: MemoryStorage(), defaults: ServerSettings())
        var ports = await repository.values(of: \.port).makeAsyncIterator()
        #expect(await ports.next() == 8080)
        try await repository.set(\.host, to: "h")
        try await repository.set(\.port, to: 1)
        #expect(await ports.next() == 1)
    }

    @Test("Where a value is NaN, a change of white space alone is still no change")
    func notANumber() async throws {
        struct Ratio: Codable, Sendable, Equatable {
            var ratio = 1.0
            var port = 1
        }
        let directory = TestDirectory()
        let path = try directory.write("{\"ratio\": NaN}")
        let repository = try SettingsRepository(path: path, defaults: Ratio())
        var changes = await repository.changes.makeAsyncIterator()
        var ratios = await repository.values(of: \.ratio).makeAsyncIterator()
        #expect(await ratios.next()?.isNaN == true)
        try directory.replace(with: "{\"ratio\":   NaN} // much\n")
        try await repository.reload()
        try directory.replace(with: "{\"ratio\": NaN, \"port\": 2}")
        try await repository.reload()
        let change = try #require(await changes.next())
        #expect(change.keys.map(\.description) == ["port"])
        #expect(change.revision == 2)
        try await repository.set(\.ratio, to: 3)
        #expect(await ratios.next() == 3)
    }

    @Test("Several values come as one tuple of one revision, and only when one of them differs")
    func severalValues() async throws {
        let repository = try SettingsRepository(storage: MemoryStorage(), defaults: ServerSettings())
        var pairs = await repository.values(of: \.port, \.host).makeAsyncIterator()
        #expect(try #require(await pairs.next()) == (8080, "127.0.0.1"))
        try await repository.set(\.limits.connections, to: 1)
        try await repository.set(\.host, to: "h")
        #expect(try #require(await pairs.next()) == (8080, "h"))
        try await repository.update { ($0.port, $0.host) = (1, "i") }
        #expect(try #require(await pairs.next()) == (1, "i"))

        var many = await repository.values(of: \.port, \.limits.timeout, \.servers, \.labels).makeAsyncIterator()
        #expect(try #require(await many.next()) == (1, 2.5, ["a"], ["env": "test"]))
        try await repository.set(\.host, to: "j")
        try await repository.set(\.limits.timeout, to: nil)
        #expect(try #require(await many.next()) == (1, nil, ["a"], ["env": "test"]))
    }

    @Test("Of several values that change together no tuple shows one without the other")
    func oneRevision() async throws {
        let repository = try SettingsRepository(storage: MemoryStorage(), defaults: ServerSettings(host: "0", port: 0))
        let last = isSanitized ? 200 : 2000
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    var previous = -1
                    for await (port, host) in await repository.values(of: \.port, \.host) {
                        #expect(host == String(port))
                        #expect(port > previous)
                        previous = port
                        if port == last { break }
                    }
                }
            }
            group.addTask {
                for port in 1...last {
                    do {
                        try await repository.update { ($0.port, $0.host) = (port, String(port)) }
                    } catch {
                        Issue.record(error)
                    }
                }
            }
        }
    }

    @Test("A change of comments, order or white space is no change")
    func textAlone() async throws {
        let storage = MemoryStorage("{ \"port\": 1, \"host\": \"h\" }")
        let repository = try SettingsRepository(storage: storage, defaults: ServerSettings())
        var changes = await repository.changes.makeAsyncIterator()
        storage.edit("{\n  // now with a comment\n  \"host\": 'h',\n  \"port\": 1.0\n}")
        storage.edit("{ \"port\": 2, \"host\": \"h\" }")
        let change = try #require(await changes.next())
        #expect(change.keys.map(\.description) == ["port"])
        #expect(change.revision == 2)
        #expect(change.origin == .file)
    }

    @Test("A change spans from the value delivered last to now, with every key that differs")
    func mergedChange() async throws {
        let storage = MemoryStorage("{}")
        let repository = try SettingsRepository(storage: storage, defaults: ServerSettings())
        var changes = await repository.changes.makeAsyncIterator()
        try await repository.set(\.port, to: 1)
        try await repository.set(\.limits.connections, to: 2)
        try await repository.set(\.port, to: 3)
        let change = try #require(await changes.next())
        #expect(change.old == ServerSettings())
        #expect(change.new.port == 3)
        #expect(change.new.limits.connections == 2)
        #expect(Set(change.keys.map(\.description)) == ["port", "limits.connections"])
        #expect(change.origin == .update)
        #expect(change.revision == 4)
    }

    @Test("There and back again while nobody looks is no change")
    func thereAndBack() async throws {
        let repository = try SettingsRepository(storage: MemoryStorage("{ \"port\": 1 }"), defaults: ServerSettings())
        var changes = await repository.changes.makeAsyncIterator()
        try await repository.set(\.port, to: 2)
        try await repository.set(\.port, to: 1)
        try await repository.set(\.host, to: "h")
        let change = try #require(await changes.next())
        #expect(change.keys.map(\.description) == ["host"])
    }

    @Test("Cancelling the task ends its stream")
    func cancellation() async throws {
        let repository = try SettingsRepository(storage: MemoryStorage(), defaults: ServerSettings())
        let values = await repository.values
        let task = Task {
            var count = 0
            for await _ in values { count += 1 }
            return count
        }
        task.cancel()
        #expect(await task.value <= 1)
    }

    @Test("A stream that several tasks share ends for all of them when one of them is cancelled; others go on")
    func sharedStream() async throws {
        let repository = try SettingsRepository(storage: MemoryStorage(), defaults: ServerSettings())
        let shared = await repository.values(of: \.port)
        var other = await repository.values(of: \.port).makeAsyncIterator()
        let began = Locked(0)
        let tasks = (0..<3).map { _ in
            Task {
                began.withLock { $0 += 1 }
                for await _ in shared {}
            }
        }
        // All but one of them wait for a second value by then, or are about to.
        try await eventually("all have begun") { began.withLock { $0 } == 3 }
        tasks[0].cancel()
        for task in tasks { await task.value }
        #expect(await other.next() == 8080)
        try await repository.set(\.port, to: 1)
        #expect(await other.next() == 1)
    }

    @Test("Closing the repository ends every stream, after the last value")
    func closing() async throws {
        let repository = try SettingsRepository(storage: MemoryStorage(), defaults: ServerSettings())
        let streams = await (repository.values, repository.changes, repository.events)
        try await repository.set(\.port, to: 1)
        await repository.close()
        var ports: [Int] = []
        for await settings in streams.0 { ports.append(settings.port) }
        #expect(ports == [1])
        var changes: [Int] = []
        for await change in streams.1 { changes.append(change.new.port) }
        #expect(changes == [1])
        for await _ in streams.2 {}
    }

    @Test("The streams end when the repository goes")
    func lastReference() async throws {
        var repository: SettingsRepository? = try SettingsRepository(
            storage: MemoryStorage(), defaults: ServerSettings())
        var values = try await #require(repository?.values).makeAsyncIterator()
        _ = await values.next()
        repository = nil
        #expect(await values.next() == nil)
    }

    @Test("Two tasks that subscribe during 10,000 updates never see an older value than before, nor miss the last")
    func order() async throws {
        struct Counter: Codable, Sendable { var count = 0 }
        let repository = try SettingsRepository(storage: MemoryStorage(), defaults: Counter())
        let last = isSanitized ? 1000 : 10_000
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    for _ in 0..<20 {
                        let first = await repository.value.count
                        var previous = first
                        var seen = 0
                        for await counter in await repository.values {
                            #expect(counter.count >= previous)
                            previous = counter.count
                            seen += 1
                            if seen == 50 || counter.count == last { break }
                        }
                    }
                    for await count in await repository.values(of: \.count) where count == last { break }
                }
            }
            group.addTask {
                for count in 1...last {
                    do {
                        try await repository.set(\.count, to: count)
                    } catch {
                        Issue.record(error)
                    }
                }
            }
        }
        #expect(await repository.value.count == last)
    }

    @Test("Of fifty subscribers one never reads: memory stays constant, and all others end on the last value")
    func slowSubscriber() async throws {
        // In a process of its own: what other tests need would be counted.
        if isSanitized {
            try await FiftySubscribers.run()
        } else {
            #expect(try await TestProcess.run("subscribers") == 0)
        }
    }
}
