/// What is known of a file's mistakes while they are collected, run by run.
///
/// A run ends at the first mistake that comes out of the outermost type: mistakes that a type itself catches, trying
/// one form after another, are none. The mistake is noted and marked, and the next run lets a stand-in take the place
/// of the marked value, so that it goes on to the next mistake.
final class DecodingDiagnosis {
    /// Values that are stood in for: scalars, whatever is read of them.
    private var values: Set<Place.Identity> = []
    /// The same, but as one type only.
    private var types: Set<TypedPlace> = []
    /// Keys that are stood in for.
    private var keys: [Place.Identity: Set<ExactKey>] = [:]
    /// What a value of an upper layer hides.
    var shadowed: [Place.Identity: Place] = [:]
    /// The innermost place that the error on its way out came from, where the error does not tell.
    var innermost: Origin?
    /// How many stand-ins are being made, one within the other.
    var depth = 0

    struct TypedPlace: Hashable {
        var place: Place.Identity
        var type: ObjectIdentifier
    }

    /// Where an error came from that was not ours.
    struct Origin {
        var place: Place
        var type: ObjectIdentifier
        /// What is better said than what the error itself says.
        var advice: DecodingFault?
    }

    /// The keys of an object that a closed set of keys (the cases of an enum) was looked for in.
    struct ClosedKeys {
        var names: [String]
        /// The key of the set that a name is near to. Asked only where there is a mistake: it tries a thousand spellings.
        var nearest: (String) -> String?
    }

    /// By object; kept for the error that an enum without its case throws.
    private(set) var closedKeys: [Place.Identity: ClosedKeys] = [:]

    func noteClosedKeys(_ names: [String], at place: Place, nearest: @escaping (String) -> String?) {
        closedKeys[place.identity] = ClosedKeys(names: names, nearest: nearest)
    }

    func standsIn(for place: Place) -> Bool { values.contains(place.identity) }

    func standsIn(for place: Place, as type: ObjectIdentifier) -> Bool {
        types.contains(TypedPlace(place: place.identity, type: type))
    }

    func standsIn(forKey key: String, of object: Place) -> Bool {
        keys[object.identity]?.contains(ExactKey(key)) ?? false
    }

    /// Marks what a fault is about. False where it was marked before: there is no getting past it.
    func mark(_ fault: DecodingFault, from origin: Origin?) -> Bool {
        if let key = fault.missing, keys[fault.place.identity, default: []].insert(ExactKey(key)).inserted {
            return true
        }
        // What a type says of a place within its own is got past by standing in for the type, where it is.
        if let origin {
            return types.insert(TypedPlace(place: origin.place.identity, type: origin.type)).inserted
        }
        return fault.missing == nil && values.insert(fault.place.identity).inserted
    }

    /// What a mistake is about: it is told once.
    struct Subject: Hashable {
        let place: Place.Identity
        let key: ExactKey?

        init(_ fault: DecodingFault) {
            place = fault.place.identity
            key = fault.key.map { ExactKey($0) }
        }
    }
}
