package import SettingsSyntax

/// One settings struct over its defaults.
package struct SettingsModel<Settings: Codable & Sendable>: StoreModel {
    package typealias State = SettingsState<Settings>

    package let format: SettingsFormat
    let defaults: State
    let defaultsLayer: SettingsDocument
    let decoder = SettingsDecoder()
    private let equality = Equality<Settings>()
    private let trust = EqualityTrust()
    /// Asked once: to look a type's protocols up takes longer than most of a reload's steps.
    private let isVersioned = Settings.self is any VersionedSettings.Type

    init(defaults: Settings, format: SettingsFormat) throws(SettingsError) {
        self.format = format
        self.defaults = State(defaults)
        defaultsLayer = try self.defaults.encoded()
    }

    package func value(of state: State) -> Settings { state.value }

    package func state(of document: SettingsDocument?) throws(SettingsError) -> State {
        guard let document else { return defaults }
        if isVersioned { try document.checkVersion(of: Settings.self) }
        let (value, remembered) = try decoder.decode(Settings.self, from: [document, defaultsLayer], after: nil)
        return State(value, decoded: remembered, from: document)
    }

    package func isSame(_ a: State, _ b: State) -> Bool {
        if equality.certainlyDiffer(a.value, b.value), isBelieved(a, b) { return false }
        return a.difference(to: b)?.isEmpty ?? false
    }

    /// Whether two values that differ by `==` are taken to differ in what a file has, too. Their encodings would tell for
    /// sure, but take longer than most of a reload's steps: they are asked once `==` is known to look at more.
    private func isBelieved(_ a: State, _ b: State) -> Bool {
        if trust.isLost { return false }
        guard let document = b.document else { return true }
        if a.document?.hasSameTokens(as: document) ?? false {
            trust.lose()
        } else if trust.isNew {
            do throws(SettingsError) {
                let again = try decoder.decode(Settings.self, from: [document, defaultsLayer])
                if equality.certainlyDiffer(b.value, again) { trust.lose() } else { trust.begin() }
            } catch {
                // It was decoded before, so this is a type with moods: there is no more to be learnt of it.
                trust.lose()
            }
        }
        return !trust.isLost
    }

    package func validate(_ value: Settings) throws(SettingsError) { try value.checkAcceptable(in: []) }

    /// For where they stand alone.
    func checkDefaults(file: String) throws(SettingsError) {
        do throws(SettingsError) {
            try validate(defaults.value)
        } catch {
            throw SettingsError(
                error.code, "there is no file, and the defaults are not acceptable: \(error.message)", file: file,
                key: error.key, hint: error.hint ?? "settings that have no good default belong in the file")
        }
    }

    /// What an edit is to come to.
    struct Aim: Sendable {
        let state: State
        let target: Remembered
        let difference: SettingsDifference
        /// The text before the edit; nil where there was none.
        let document: SettingsDocument?
        /// The version that the text gets in the place of an older one.
        let raise: VersionRaise?
    }

    /// - Returns: nil when nothing differs.
    private func aim(
        from document: SettingsDocument?, meaning state: State, to value: Settings
    ) throws(SettingsError) -> Aim? {
        let encoding = try state.encoding()
        var target = try State.encoder.encode(value, after: encoding)
        var difference = SettingsDifference(from: encoding, to: target)
        if difference.isEmpty { return nil }
        var raise: VersionRaise?
        if isVersioned {
            try checkVersion(in: difference, to: target.document)
            raise = document?.versionRaise(of: Settings.self, to: target.document)
            if let raise, let raised = try raise.applied(to: target) {
                target = raised
                difference = SettingsDifference(from: encoding, to: target)
                if difference.isEmpty { return nil }
            }
        }
        return Aim(state: state, target: target, difference: difference, document: document, raise: raise)
    }

    /// What would be written must be of a version that is read again.
    private func checkVersion(
        in difference: SettingsDifference, to target: SettingsDocument
    ) throws(SettingsError) {
        do throws(SettingsError) {
            try target.checkVersion(of: Settings.self)
        } catch {
            // Where defaults alone say so, nothing of it is written.
            guard let key = error.key, difference.keys.contains(where: { $0.contains(key) || key.contains($0) })
            else { return }
            throw SettingsError(
                .notEncodable, "this program could not read the file again: \(error.message)", key: key,
                hint: "leave the version as it is: it is a later program's to raise")
        }
    }

    /// What an edited text means, and what that lacks of what was asked for.
    private func meaning(
        of edited: SettingsDocument, _ aim: Aim
    ) throws(SettingsError) -> (state: State, rest: SettingsDifference) {
        let (value, remembered) = try decoder.decode(
            Settings.self, from: [edited, defaultsLayer], after: aim.state.decoded)
        let state = State(value, decoded: remembered, from: edited)
        let encoding = try state.encoding(after: aim.target)
        // Keys that came are the value's own, none went that the text might still have, and all paths are as they were.
        if aim.raise == nil, let document = aim.document, !aim.difference.removesMembers,
            let unknown = aim.state.unknownKeys(of: document), let still = edited.locating(unknownKeys: unknown)
        {
            state.note(unknownKeys: still, of: edited)
        }
        return (state, SettingsDifference(from: encoding, to: aim.target))
    }

    /// One for other forms, one for what they alone said, and before and behind for what the defaults bring back.
    private static var mostCorrections: Int { 4 }

    /// An edited text without what keeps it from meaning what was asked for; nil where nothing is found that could.
    private func corrected(
        _ edited: SettingsDocument, lacking rest: SettingsDifference, _ aim: Aim
    ) throws(SettingsError) -> SettingsDocument? {
        var corrected = edited
        // What the type did not read before, and the defaults have.
        let hidden = rest.changes.filter {
            $0.new == nil && defaultsLayer.contains($0.path) && !edited.contains($0.path) && $0.path.isOfKeys
        }
        if !hidden.isEmpty {
            for change in hidden { try corrected.set(.null, at: change.path) }
            return corrected
        }
        // Another form of the same, such as an older name of a key, which the type prefers: it is the type's own.
        let forms = decoder.keysRead(Settings.self, in: [edited, defaultsLayer])
            .filter { !aim.target.document.contains($0) && edited.value(at: $0) != .null }
        let changed = aim.difference.keys
        let near = forms.filter { form in changed.contains { form.parent.contains($0) } }
        if !forms.isEmpty {
            try corrected.remove(at: near.isEmpty ? forms : near)
            return corrected
        }
        // What only the other form said.
        let edit = try LayeredEdit(rest, target: aim.target.document, defaults: defaultsLayer)
        corrected = try edit.apply(to: edited, grain: .values)
        return StoredText(corrected).isSame(as: StoredText(edited)) ? nil : corrected
    }

    package func edit(
        _ document: SettingsDocument?, meaning state: State, to value: Settings
    ) throws(SettingsError) -> (document: SettingsDocument, state: State)? {
        guard let aim = try aim(from: document, meaning: state, to: value) else { return nil }
        let text: SettingsDocument
        if let document { text = document } else { text = try emptyDocument() }
        let edit = try LayeredEdit(aim.difference, target: aim.target.document, defaults: defaultsLayer)
        // First the smallest edit; where the file's shape does not admit it, larger ones.
        var failure: SettingsError?
        var remaining: SettingsPath?
        var unmet: SettingsPath?
        var attempts = LayeredEdit.attempts[...]
        var rest: [SettingsPath]?
        // What cannot be read with a null in it may be an enum; then it needs none.
        var enums: Set<SettingsPath> = []
        while let (grain, keepsRest) = attempts.first {
            do throws(SettingsError) {
                if keepsRest, rest == nil { rest = keysBeside(state, in: text) }
                let kept = keepsRest ? rest ?? [] : []
                var edited = try raised(edit.apply(to: text, grain: grain, enums: enums, keeping: kept), aim)
                for _ in 0..<Self.mostCorrections {
                    let (state, lacking) = try meaning(of: edited, aim)
                    if lacking.isEmpty { return (edited, state) }
                    // Larger edits put whole values, which may lack the nulls for what lies within these.
                    guard grain == .values else { break }
                    unmet = unmet ?? lacking.keys.first
                    remaining =
                        remaining ?? lacking.changes.first { $0.new == nil && defaultsLayer.contains($0.path) }?.path
                    guard let corrected = try corrected(edited, lacking: lacking, aim) else { break }
                    edited = corrected
                }
            } catch {
                failure = error
                let more = Set((error.others.isEmpty ? [error] : error.others).compactMap(\.key)).subtracting(enums)
                if grain == .values, !more.isEmpty {
                    enums.formUnion(more)
                    continue
                }
            }
            attempts.removeFirst()
        }
        if let remaining {
            throw SettingsError(
                .notEncodable,
                "cannot be taken away: the defaults have it, and the null that would hide it is a value here",
                file: document?.file, key: remaining, hint: "set it to nil, or leave it out of the defaults")
        }
        throw failure
            ?? SettingsError(
                .internalFault, "the edited text would not mean exactly what was asked for; nothing was written",
                file: document?.file, key: unmet,
                hint: "does the type decode what it encodes? A value must come back from its own encoding unchanged")
    }

    /// The keys of a text that its value has not: those that nobody knows, and those whose null hides a default.
    private func keysBeside(_ state: State, in text: SettingsDocument) -> [SettingsPath] {
        let unknown = state.unknownKeys(of: text) ?? decoder.unknownKeys(Settings.self, in: [text, defaultsLayer])
        let storage = text.storage
        let nulls = (0..<storage.nodeCount).lazy.filter { storage.kind($0) == .null }.map { storage.path(of: $0) }
        return unknown.compactMap(\.key) + nulls.filter { $0.isOfKeys && defaultsLayer.contains($0) }
    }

    package func sketch(
        _ document: SettingsDocument, meaning state: State, to value: Settings
    ) -> UncheckedEdit<State> {
        do throws(SettingsError) {
            guard let aim = try aim(from: document, meaning: state, to: value) else { return .none }
            if aim.raise != nil { return .unknown }
            let edit = try LayeredEdit(aim.difference, target: aim.target.document, defaults: defaultsLayer)
            let edited = try edit.apply(to: document, grain: .values)
            return .text(edited) { () throws(SettingsError) in
                let (state, rest) = try meaning(of: edited, aim)
                return rest.isEmpty ? state : nil
            }
        } catch {
            return .unknown
        }
    }

    private func emptyDocument() throws(SettingsError) -> SettingsDocument {
        try SettingsDocument("{\n}\n", format: format)
    }

    package func warnings(for document: SettingsDocument, meaning state: State) -> [SettingsError] {
        if let known = state.unknownKeys(of: document) { return known }
        do throws(SettingsError) {
            if KeyCoverage(of: document, by: try state.encodedInPassing()).isComplete {
                state.note(unknownKeys: [], of: document)
                return []
            }
        } catch {
            // What cannot be encoded is looked at with care.
        }
        let unknown = decoder.unknownKeys(Settings.self, in: [document, defaultsLayer])
        // None, though the encoding lacked some: a null, say, is a key that the type knows and an encoding leaves out.
        state.note(unknownKeys: unknown, of: document)
        return unknown
    }
}
