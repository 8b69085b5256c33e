import Glibc
import SettingsSyntax

extension SettingsDocument {
    /// Whether the text is these bytes, to the last one.
    func isText(_ bytes: [UInt8]) -> Bool {
        withBytes { own in
            guard own.count == bytes.count else { return false }
            // unsafe: both are compared over their common length, within the calls that lend them
            return unsafe own.withUnsafeBytes { own in
                unsafe bytes.withUnsafeBytes {
                    unsafe own.isEmpty || memcmp(own.baseAddress!, $0.baseAddress!, own.count) == 0
                }
            }
        }
    }
}
