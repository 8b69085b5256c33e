import Glibc
import SettingsSyntax

/// The first, synchronous look at a storage.
struct InitialLoad<Model: StoreModel> {
    let state: Model.State
    let document: SettingsDocument?
    let warnings: [SettingsError]
    let condition: Board<Model>.Condition

    /// Begins with a text that cannot be used: `state` stands in for it until it is mended.
    init(_ state: Model.State, rejected error: SettingsError) {
        self.state = state
        document = nil
        warnings = []
        condition = .rejected(error)
    }

    /// Reads and decodes.
    ///
    /// A save that is under way is waited for: as long as somebody is writing, at most a second; and when a text that
    /// was written a moment ago does not parse, for a quarter of one.
    /// - Throws: when what is there cannot be read or is not valid. A missing file is no error.
    init(_ model: Model, _ storage: any SettingsStorage) throws(SettingsError) {
        var waited: Duration = .zero
        while true {
            switch try storage.read(insisting: waited >= ReloadMachine.busyLimit) {
            case .missing:
                state = try model.state(of: nil)
                document = nil
                warnings = []
                condition = .missing
                return
            case .busy: Self.pause(for: .milliseconds(5), &waited)
            case .bytes(let bytes, let circumstances):
                do throws(SettingsError) {
                    let document = try SettingsDocument(bytes: bytes, format: model.format, file: storage.name)
                    state = try model.state(of: document)
                    self.document = document
                    warnings = model.warnings(for: document, meaning: state)
                    condition = .good
                    return
                } catch {
                    guard circumstances.isFresh, waited < ReloadMachine.badGrace else { throw error }
                    Self.pause(for: .milliseconds(10), &waited)
                }
            }
        }
    }

    private static func pause(for duration: Duration, _ waited: inout Duration) {
        LinuxSystemCalls().pause(nanoseconds: duration.nanoseconds)
        waited += duration
    }
}
