// questions: a question bank in a file.
//
//     questions [DIRECTORY]        the file is questions.json there, else in the user's documents
import FoundationEssentials
import SettingsStore

let repository =
    if CommandLine.arguments.count > 1 {
        LocalRepository<Question>(
            directory: URL(filePath: CommandLine.arguments[1], directoryHint: .isDirectory), filename: "questions.json")
    } else {
        LocalRepository<Question>(filename: "questions.json")
    }

let model = QuestionListViewModel(repository: repository)
await model.load()
await model.add(Question(id: "q-001", text: "What is 6 times 7?", answer: "42"))
await model.add(Question(id: "q-002", text: "Which year had a day too many?", answer: "2024"))
await model.remove("q-002")

for question in model.questions { print("\(question.id): \(question.text) (\(question.answer))") }
if let message = model.errorMessage { print(message) }

if let question = await repository.find(by: "q-001") { print("found \(question.id)") }
