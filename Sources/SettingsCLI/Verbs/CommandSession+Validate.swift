import SettingsStore
import SettingsSyntax

/// `validate`.
extension CommandSession {
    func validate() throws(CommandFailure) -> ExitStatus {
        let report: ValidationReport
        do throws(SettingsError) {
            report = ValidationReport(try wholeBytes(), file: file, format: invocation.format, tree: tree)
        } catch {
            if !invocation.isJSON { throw CommandFailure(error) }
            try print(ValidationReport(unreadable: error, file: file).json.jsonText + "\n")
            return ExitStatus(error)
        }
        if invocation.isJSON {
            // The report is the result, whatever it says.
            try print(report.json.jsonText + "\n")
        } else {
            for problem in report.problems { StandardStreams.report(problem.text) }
            if report.isValid { try print("\(file): valid\n") }
        }
        return report.isValid ? .done : .invalidFile
    }

    /// What is in the file; a save that is under way is waited for as at the start of a service.
    private func wholeBytes() throws(SettingsError) -> [UInt8] {
        switch try storage.readWhole(pause: { storage.calls.pause(nanoseconds: $0.nanoseconds) }) {
        case .bytes(let bytes, _): return bytes
        case .missing, .busy: throw SettingsError(.missingFile, "there is no such file", file: file)
        }
    }
}
