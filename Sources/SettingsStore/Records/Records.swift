/// Records in the order in which they were first saved, each under its id.
///
/// A value: a transaction changes a copy, and the copy knows which ids it has touched.
package struct Records<Record: Identifiable & Sendable>: Sendable where Record.ID == String {
    package private(set) var list: [Record]
    private var positions: [String: Int]
    /// The ids that were saved or deleted since `forgetChanges`, in order, each once.
    private(set) var touched: [String] = []
    private var isTouched: Set<String> = []
    /// Of those the ones that were deleted: saved again, such a record is a new one behind the last.
    private var deleted: Set<String> = []

    /// - Returns: nil where an id comes twice.
    init?(_ list: [Record]) {
        self.list = list
        positions = [:]
        positions.reserveCapacity(list.count)
        for (index, record) in list.enumerated() where positions.updateValue(index, forKey: record.id) != nil {
            return nil
        }
    }

    init() {
        list = []
        positions = [:]
    }

    subscript(id: String) -> Record? { positions[id].map { list[$0] } }

    func position(of id: String) -> Int? { positions[id] }

    /// Puts a record in the place of the one with its id, or behind the last.
    mutating func save(_ record: Record) {
        if let position = positions[record.id] {
            list[position] = record
        } else {
            positions[record.id] = list.count
            list.append(record)
        }
        touch(record.id)
    }

    mutating func delete(_ id: String) {
        guard let position = positions.removeValue(forKey: id) else { return }
        list.remove(at: position)
        for index in position..<list.count { positions[list[index].id] = index }
        touch(id)
        deleted.insert(id)
    }

    /// Whether the record with this id is there, and has been all the time since `forgetChanges`, if it was there then.
    func hasStayed(_ id: String) -> Bool { positions[id] != nil && !deleted.contains(id) }

    func forgettingChanges() -> Records {
        var copy = self
        copy.touched = []
        copy.isTouched = []
        copy.deleted = []
        return copy
    }

    private mutating func touch(_ id: String) { if isTouched.insert(id).inserted { touched.append(id) } }
}
