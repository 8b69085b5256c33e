import SettingsStore
import SettingsSyntax

/// Everything that is to be said about the text of a settings file.
struct ValidationReport {
    struct Problem {
        let isError: Bool
        let error: SettingsError

        /// As a compiler would print it.
        var text: String {
            isError ? error.description : error.warningText
        }
    }

    private let file: String
    private(set) var problems: [Problem] = []

    var isValid: Bool { !problems.contains(where: \.isError) }

    init<Settings>(_ bytes: [UInt8], file: String, format: SettingsFormat, tree: SettingsTree<Settings>) {
        self.file = file
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            problems.append(
                Problem(
                    isError: false,
                    error: SettingsError(
                        .notText, "the file begins with a byte order mark", file: file,
                        location: SourceLocation(offset: 0, line: 1, column: 1),
                        hint: "it is kept, but other programs may not read the file")))
        }
        do throws(SettingsError) {
            let document = try SettingsDocument(
                bytes: bytes, format: format, file: file, duplicateKeys: .lastCounts)
            problems += document.duplicates.map { Problem(isError: true, error: $0) }
            if tree.isFree { return }
            // What another version's keys mean is not for this program to judge.
            try document.checkVersion(of: Settings.self)
            let layers = [document, try tree.document(of: tree.defaults)]
            let decoder = SettingsDecoder()
            let faults =
                decoder.problems(Settings.self, in: layers) + decoder.unknownKeys(Settings.self, in: layers)
            problems += faults.map { Problem(isError: true, error: $0) }
        } catch {
            problems += (error.others.isEmpty ? [error] : error.others).map { Problem(isError: true, error: $0) }
        }
        problems.sort { ($0.error.location?.offset ?? 0) < ($1.error.location?.offset ?? 0) }
    }

    /// Of a file that cannot be read at all.
    init(unreadable error: SettingsError, file: String) {
        self.file = file
        problems = [Problem(isError: true, error: error)]
    }

    /// `{"file":…,"valid":…,"problems":[{"severity":…,"code":…,"line":…,"column":…,"key":…,"message":…,"hint":…}]}`
    var json: SettingsValue {
        [
            "file": .string(file), "valid": .bool(isValid),
            "problems": .array(
                problems.map { problem in
                    let error = problem.error
                    return [
                        "severity": .string(problem.isError ? "error" : "warning"),
                        "code": .string(error.code.rawValue), "line": .init(error.location?.line),
                        "column": .init(error.location?.column), "key": .init(error.key?.description),
                        "message": .string(error.message), "hint": .init(error.hint),
                    ]
                }),
        ]
    }
}
