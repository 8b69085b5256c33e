import SettingsSyntax

/// The text that a commit is about to write, and what is known of it by then.
enum Sketch<Model: StoreModel>: Sendable {
    case checked(Draft<Model>)
    /// Whether it means what was asked for is found out while it is on its way to the disk: with a large text, reading
    /// it again takes as long as writing it.
    case unchecked(SettingsDocument, meaning: @Sendable () throws(SettingsError) -> Model.State?)

    /// Texts from this size on are checked while the disk is busy with them.
    static var leastUncheckedSize: Int { 64 << 10 }

    var document: SettingsDocument {
        switch self {
        case .checked(let draft): draft.document
        case .unchecked(let document, _): document
        }
    }

    /// Applies `updates`, one after the other, to `state`, which is what `document` means, and edits the document.
    ///
    /// - Parameters:
    ///   - isCareful: the text is to be checked before it is handed out, and another way of editing tried where it is not
    ///     right.
    ///   - file: the name of the text, for what callers are told.
    /// - Returns: nil when nothing is to be written.
    /// - Throws: when the document cannot be edited to mean what a lone update asks for; one of several that asks for
    ///   what cannot be written fails alone. What a closure throws is its caller's.
    static func make(
        _ updates: [any PendingUpdate<Model.Value>], on document: SettingsDocument?, meaning state: Model.State,
        _ model: Model, isCareful: Bool, file: String
    ) throws(SettingsError) -> Sketch? {
        var value = model.value(of: state)
        for update in updates {
            update.apply(to: &value) { value in
                do throws(SettingsError) { try model.validate(value) } catch { throw error.named(file) }
            }
        }
        if !isCareful, let document, document.storage.byteCount >= leastUncheckedSize {
            switch model.sketch(document, meaning: state, to: value) {
            case .none: return nil
            case .text(let text, let meaning): return .unchecked(text, meaning: meaning)
            case .unknown: break
            }
        }
        do throws(SettingsError) {
            return try Draft.make(value, on: document, meaning: state, model).map { .checked($0) }
        } catch {
            if updates.count == 1 { throw error }
            value = model.value(of: state)
            for update in updates {
                update.apply(to: &value) { value in
                    do throws(SettingsError) {
                        try model.validate(value)
                        _ = try model.edit(document, meaning: state, to: value)
                    } catch {
                        throw error.named(file)
                    }
                }
            }
            return try Draft.make(value, on: document, meaning: state, model).map { .checked($0) }
        }
    }
}

extension SettingsError {
    /// The same about a file, where none is named: a value has none, but a message that reaches a log should tell which
    /// file it is about.
    func named(_ file: String) -> SettingsError {
        var error = self
        error.file = error.file ?? file
        error.others = others.map { $0.named(file) }
        return error
    }
}
