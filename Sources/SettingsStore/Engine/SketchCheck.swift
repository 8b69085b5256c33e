import SettingsSyntax

/// Finds out, once, whether a sketch means what was asked for: on the thread of whoever made it, or on that of whoever
/// needs to know first.
///
/// Sendable without being checked: `progress` is touched with `monitor` held.
final class SketchCheck<Model: StoreModel>: @unchecked Sendable {
    private enum Progress {
        case waiting
        case running
        case done(Result<Draft<Model>?, SettingsError>)
    }

    private let body: @Sendable () throws(SettingsError) -> Draft<Model>?
    private let monitor = Monitor()
    private var progress = Progress.waiting

    init(_ body: @escaping @Sendable () throws(SettingsError) -> Draft<Model>?) { self.body = body }

    /// Does it now, unless it is done or being done.
    func run() {
        let isMine = monitor.withLock {
            guard case .waiting = progress else { return false }
            progress = .running
            return true
        }
        guard isMine else { return }
        let result: Result<Draft<Model>?, SettingsError>
        do throws(SettingsError) {
            result = .success(try body())
        } catch {
            result = .failure(error)
        }
        monitor.withLock { progress = .done(result) }
        monitor.signal()
    }

    /// The draft, or nil where the text does not mean what was asked for.
    func draft() throws(SettingsError) -> Draft<Model>? {
        run()
        let result: Result<Draft<Model>?, SettingsError>? = monitor.withLock {
            monitor.wait { if case .done = progress { true } else { false } }
            guard case .done(let result) = progress else { return nil }
            return result
        }
        return try result?.get()
    }
}
