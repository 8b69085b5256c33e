import SettingsStore

extension BenchmarkRow {
    /// A read from memory: what it costs over the hop that any actor costs.
    static let read = BenchmarkRow("store/read: await value") {
        let repository = try SettingsRepository(
            storage: MemoryStorage(), defaults: SettingsSample.sized(1 << 10))
        let empty = EmptyActor()
        let plain = PlainStore()
        let same = StructStore(SettingsSample.sized(1 << 10))
        return Trial(
            .async("SettingsRepository.value") { blackHole(await repository.value) },
            // Something follows each call: without, the way back from the actor is left out of one and not of the other.
            against: (
                .async("empty actor method") {
                    await empty.nothing()
                    blackHole(empty)
                }, .atMost(1.3)
            ),
            (.async("actor with the same struct") { blackHole(await same.value) }, .none),
            (.async("actor with a dictionary") { blackHole(await plain.value(for: "port")) }, .none))
    }
}

/// What every call of an actor costs. Were it inlined, the compiler would see that nothing happens on the actor and
/// leave out the hop that is to be measured.
private actor EmptyActor {
    @inline(never)
    func nothing() {}
}

private actor StructStore {
    private let kept: SettingsSample

    init(_ value: SettingsSample) { kept = value }

    var value: SettingsSample {
        @inline(never) get { kept }
    }
}

/// The plain pattern: values by name.
private actor PlainStore {
    private var values: [String: any Sendable] = ["host": "127.0.0.1", "port": 8080, "limit": 2.5]

    @inline(never)
    func value(for key: String) -> (any Sendable)? { values[key] }
}
