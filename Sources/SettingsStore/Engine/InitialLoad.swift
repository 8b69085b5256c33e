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
    /// A save that is under way is waited for (`readWhole`); and when a text that was written a moment ago does not
    /// parse, a quarter of a second.
    /// - Throws: when what is there cannot be read or is not valid. A missing file is no error.
    init(_ model: Model, _ storage: any SettingsStorage) throws(SettingsError) {
        var waited: Duration = .zero
        while true {
            switch try storage.readWhole(pause: Self.pause) {
            case .missing, .busy:
                state = try model.state(of: nil)
                document = nil
                warnings = []
                condition = .missing
                return
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
                    Self.pause(.milliseconds(10))
                    waited += .milliseconds(10)
                }
            }
        }
    }

    private static func pause(_ duration: Duration) { LinuxSystemCalls().pause(nanoseconds: duration.nanoseconds) }
}
