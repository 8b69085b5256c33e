import SettingsSyntax

/// One look at a storage: what is there, and what it means.
struct View<Model: StoreModel> {
    let finding: ReloadMachine.Finding
    private let generation: Int
    private var good: (state: Model.State, document: SettingsDocument)?
    private var bad: (bytes: [UInt8]?, error: SettingsError)?

    init(storage: any SettingsStorage, board: Board<Model>, isInsisting: Bool) {
        // Before reading: what is published while this look reads makes it void.
        let generationBefore = board.generation
        do throws(SettingsError) {
            switch try storage.read(insisting: isInsisting) {
            case .missing:
                (finding, generation) = (.missing, generationBefore)
            case .busy:
                (finding, generation) = (.busy, generationBefore)
            case .bytes(let bytes, let circumstances):
                switch board.recognize(bytes) {
                case .current:
                    (finding, generation) = (.same, generationBefore)
                case .refused:
                    (finding, generation) = (.refused, generationBefore)
                case .new:
                    generation = generationBefore
                    do throws(SettingsError) {
                        let document = try SettingsDocument(
                            bytes: bytes, format: board.model.format, file: storage.name)
                        good = (try board.model.state(of: document), document)
                        finding = .good(isCertain: circumstances.isCertain)
                    } catch {
                        bad = (bytes, error)
                        finding = .bad
                    }
                }
            }
        } catch {
            // Something is there that cannot be read: it counts like text that does not parse.
            generation = generationBefore
            if case .rejected(let known) = board.status, known == error {
                finding = .refused
            } else {
                bad = (nil, error)
                finding = .bad
            }
        }
    }

    func act(on step: ReloadMachine.Reaction.Step, _ board: Board<Model>) -> Board<Model>.Publication {
        switch step {
        case .nothing, .insist: return .done
        case .confirm: return board.confirmCurrent(generation: generation)
        case .publish:
            guard let good else { return .done }
            return board.publishFound(good.state, good.document, generation: generation)
        case .reject:
            guard let bad else { return .done }
            return board.reject(bad.bytes, bad.error, generation: generation)
        case .reportMissing: return board.reportMissing(generation: generation)
        }
    }

    /// What whoever asked for this look is told.
    func answer(_ board: Board<Model>) -> Result<Void, SettingsError> {
        if let bad { return .failure(bad.error) }
        if case .refused = finding, case .rejected(let error) = board.status { return .failure(error) }
        return .success(())
    }
}
