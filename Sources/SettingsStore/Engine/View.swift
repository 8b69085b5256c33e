import Glibc
import SettingsSyntax

/// One look at a storage: what is there, and what it means.
struct View<Model: StoreModel> {
    let finding: ReloadMachine.Finding
    private let generation: Int
    private let name: String
    /// Why what was found is of no use, if it is not.
    private var overtaken: Publication?
    private var good: (state: Model.State, document: SettingsDocument)?
    /// What was read is probably half of a save: somebody goes on writing.
    private var isHalf = false
    private var bad: (bytes: [UInt8]?, error: SettingsError)?
    /// When to look again, where no sign will come: the text could not be read for want of descriptors or memory, or was
    /// not for the sake of a commit that may take long.
    private(set) var repetition: Duration?

    init(
        storage: any SettingsStorage, watch: (any StorageWatch)?, board: Board<Model>, isAsked: Bool, isInsisting: Bool
    ) {
        // Before reading: what is published while this look reads makes it void.
        name = storage.name
        let (pass, generationBefore) = board.beginLook(isAsked: isAsked)
        if pass != .free {
            (finding, generation) = (.same, 0)
            overtaken = .deferred
            if pass == .withheld { repetition = CommitWindow.patience }
            return
        }
        let writing = watch?.writing() ?? .unknown
        if writing == .underWay, !isInsisting {
            (finding, generation) = (.busy, generationBefore)
            return
        }
        do throws(SettingsError) {
            switch try storage.read(insisting: isInsisting) {
            case .missing:
                (finding, generation) = (.missing, generationBefore)
            case .busy:
                (finding, generation) = (.busy, generationBefore)
            case .bytes(let bytes, let circumstances):
                let isCertain = Self.isCertain(circumstances, watch, since: writing)
                switch board.recognize(bytes, since: generationBefore) {
                case .current:
                    (finding, generation) = (.same, generationBefore)
                case .refused:
                    (finding, generation) = (.refused, generationBefore)
                case .overtaken(let publication):
                    (finding, generation) = (.same, generationBefore)
                    overtaken = publication
                case .new:
                    generation = generationBefore
                    // Who insists takes what somebody has left open, but not what somebody is writing.
                    let isLeft = isInsisting && circumstances.isQuiet
                    guard let isCertain = isInsisting && isCertain != true ? (isLeft ? false : nil) : isCertain else {
                        finding = .busy
                        return
                    }
                    do throws(SettingsError) {
                        let document = try SettingsDocument(
                            bytes: bytes, format: board.model.format, file: storage.name)
                        good = (try board.model.state(of: document), document)
                        finding = .good(isCertain: isCertain)
                    } catch {
                        bad = (bytes, error)
                        isHalf = isInsisting && !isCertain
                        // Quiet alone does not tell that an empty file will not be filled.
                        let isKnown = circumstances.isCertain || (watch?.writing() ?? .unknown) != .unknown
                        finding = .bad(isCertain: isCertain && isKnown)
                    }
                }
            }
        } catch {
            // Something is there that cannot be read: it counts like text that does not parse.
            generation = generationBefore
            if error.systemError.map(Self.passing.contains) ?? false { repetition = ReloadMachine.repetition }
            if case .rejected(let known) = board.status, known == error {
                finding = .refused
            } else {
                bad = (nil, error)
                finding = .bad(isCertain: true)
            }
        }
    }

    private static var passing: [Int32] { [EMFILE, ENFILE, ENOMEM, ENOBUFS, EINTR, EIO, ESTALE, ETIMEDOUT] }

    /// Whether what was read is whole for certain; nil when somebody was writing it, or may have been.
    private static func isCertain(
        _ circumstances: StorageReading.Circumstances, _ watch: (any StorageWatch)?, since before: StorageWriting
    ) -> Bool? {
        if circumstances.isCertain { return true }
        guard let watch else { return circumstances.isQuiet }
        watch.followWriting()
        // What a writer had done to the text when it was read is known by now.
        switch watch.writing() {
        case .unknown: return circumstances.isQuiet
        case .underWay: return nil
        case .none(let number): return before == .none(number) && !circumstances.isJustWritten ? true : nil
        }
    }

    func act(on step: ReloadMachine.Reaction.Step, _ board: Board<Model>) -> Publication {
        if let overtaken { return overtaken }
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
        // What is wrong with half a save, read because its writer never came to an end, is no answer.
        if let bad { return .failure(isHalf ? .keptBusy(file: name) : bad.error) }
        if case .busy = finding { return .failure(.keptBusy(file: name)) }
        if case .refused = finding, case .rejected(let error) = board.status { return .failure(error) }
        return .success(())
    }
}
