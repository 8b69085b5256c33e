import SettingsSyntax

/// `doctor`.
extension CommandSession {
    /// Prints what a repository on this file would meet. The findings are the result, whatever they say; what they come
    /// to is the status.
    func doctor() async throws(CommandFailure) -> ExitStatus {
        try ProcessRoom.require(program)
        let doctor = await Doctor(self)
        if invocation.isJSON {
            let report: SettingsValue = [
                "file": .string(file), "well": .bool(doctor.isWell),
                "findings": .array(doctor.findings.map(\.json)),
            ]
            try print(report.jsonText + "\n")
        } else {
            try print(doctor.findings.map { $0.line + "\n" }.joined())
        }
        if doctor.isWell { return .done }
        let isBroken = doctor.findings.contains { $0.topic == "settings" && $0.level == .error }
        return isBroken ? .invalidFile : .inputOutput
    }
}
