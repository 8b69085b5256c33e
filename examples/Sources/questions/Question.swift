/// A record of the question bank.
struct Question: Codable, Identifiable, Sendable, Equatable {
    let id: String
    var text: String
    var answer: String
}
