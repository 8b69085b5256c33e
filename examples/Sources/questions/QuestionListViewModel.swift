import Observation
import SettingsStore

/// What a list of questions shows.
@Observable
@MainActor
final class QuestionListViewModel {
    private(set) var questions: [Question] = []
    private(set) var errorMessage: String?

    private let repository: LocalRepository<Question>

    init(repository: LocalRepository<Question>) { self.repository = repository }

    func load() async {
        questions = await repository.loadAll()
        errorMessage = await repository.loadError.map { "\($0)" }
    }

    func add(_ question: Question) async {
        do {
            try await repository.save(question)
            await load()
        } catch {
            errorMessage = "\(error)"
        }
    }

    func remove(_ id: String) async {
        do {
            try await repository.delete(id)
            await load()
        } catch {
            errorMessage = "\(error)"
        }
    }
}
