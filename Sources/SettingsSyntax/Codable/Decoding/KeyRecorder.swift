/// Remembers which keys a type asked for, object by object: the others of the file are unknown to it.
final class KeyRecorder {
    /// What was asked of one object.
    struct Record {
        var asked: Set<ExactKey> = []
        /// The type takes every key there is (a dictionary).
        var takesAll = false
    }

    private(set) var records: [Place.Identity: Record] = [:]
    /// Objects whose type gave up: what it would have asked for is not known.
    private(set) var unfinished: Set<Place.Identity> = []

    func asked(for key: String, in object: Place) {
        records[object.identity, default: Record()].asked.insert(ExactKey(key))
    }

    func takesAllKeys(of object: Place) {
        records[object.identity, default: Record()].takesAll = true
    }

    /// A container over the object was made: an object nobody asks is not judged.
    func opened(_ object: Place) {
        records[object.identity, default: Record()].asked.formUnion([])
    }

    func gaveUp(on object: Place) {
        unfinished.insert(object.identity)
    }
}
