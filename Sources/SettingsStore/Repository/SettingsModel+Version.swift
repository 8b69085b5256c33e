import SettingsSyntax

extension SettingsModel {
    /// An edited text, with its version raised where that is due.
    ///
    /// What the type read in the older version, and does not look at in the newer one, goes with it: it would stay as
    /// keys that nobody knows, and an older program could still take them for settings.
    func raised(_ edited: SettingsDocument, _ aim: Aim) throws(SettingsError) -> SettingsDocument {
        guard let raise = aim.raise, let document = aim.document else { return edited }
        var raised = edited
        try raised.set(raise.version, at: raise.key)
        // What cannot be decoded does not ask for all that it would.
        guard decoder.problems(Settings.self, in: [raised, defaultsLayer]).isEmpty else { return raised }
        let known = Set(decoder.keysRead(Settings.self, in: [raised, defaultsLayer]))
        let former = decoder.keysRead(Settings.self, in: [document, defaultsLayer])
            .filter { raised.contains($0) && !known.contains($0) && !aim.target.document.contains($0) }
        if !former.isEmpty { try raised.remove(at: former) }
        return raised
    }
}
