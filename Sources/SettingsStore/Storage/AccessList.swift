/// A POSIX access list, as the kernel keeps it in the attribute `system.posix_acl_access`: who may do what with a file,
/// beside its owner, its group and all others.
struct AccessList: Hashable {
    /// Whom an entry is for; the numbers are the kernel's, and so is their order.
    enum Subject: UInt16 {
        case owner = 0x01
        case user = 0x02
        case owningGroup = 0x04
        case group = 0x08
        /// What all entries but the owner's and the others' are limited to.
        case mask = 0x10
        case others = 0x20
    }

    struct Entry: Hashable {
        var subject: Subject
        /// Of a user or group that is named; `none` for the other subjects.
        var id: UInt32 = Self.none
        /// Read 4, write 2, execute 1.
        var permissions: UInt16

        static let none = UInt32.max
    }

    static let attribute = "system.posix_acl_access"
    private static let version: UInt32 = 2

    var entries: [Entry]

    init(_ entries: [Entry]) { self.entries = entries }

    /// What a mode says.
    init(mode: UInt32) {
        entries = [
            Entry(subject: .owner, permissions: UInt16(mode >> 6 & 7)),
            Entry(subject: .owningGroup, permissions: UInt16(mode >> 3 & 7)),
            Entry(subject: .others, permissions: UInt16(mode & 7)),
        ]
    }

    /// The list among a file's attributes, or else what its mode says; nil for a list of a form that is not known.
    init?(_ attributes: [ExtendedAttribute], mode: UInt32) {
        guard let attribute = attributes.accessList else {
            self.init(mode: mode)
            return
        }
        self.init(bytes: attribute.value)
    }

    /// Reads the attribute: a version and then eight bytes an entry, all of them little-endian.
    init?(bytes: [UInt8]) {
        func number(_ offset: Int, _ count: Int) -> UInt32 {
            bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | UInt32($1) }
        }
        guard bytes.count >= 4, (bytes.count - 4).isMultiple(of: 8), number(0, 4) == Self.version else { return nil }
        entries = []
        for offset in stride(from: 4, to: bytes.count, by: 8) {
            guard let subject = Subject(rawValue: UInt16(number(offset, 2))) else { return nil }
            let permissions = UInt16(number(offset + 2, 2))
            entries.append(Entry(subject: subject, id: number(offset + 4, 4), permissions: permissions))
        }
        guard self[.owner] != nil, self[.owningGroup] != nil, self[.others] != nil else { return nil }
    }

    var bytes: [UInt8] {
        func bytes(_ number: UInt32, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * UInt32($0))) }
        }
        return entries.sorted { ($0.subject.rawValue, $0.id) < ($1.subject.rawValue, $1.id) }
            .reduce(into: bytes(Self.version, 4)) { all, entry in
                all += bytes(UInt32(entry.subject.rawValue), 2) + bytes(UInt32(entry.permissions), 2)
                all += bytes(entry.id, 4)
            }
    }

    /// The permissions of one subject; nil where there is no entry.
    subscript(subject: Subject, id: UInt32 = Entry.none) -> UInt16? {
        get { entries.first { $0.subject == subject && $0.id == id }?.permissions }
        set {
            entries.removeAll { $0.subject == subject && $0.id == id }
            if let newValue { entries.append(Entry(subject: subject, id: id, permissions: newValue)) }
        }
    }

    /// Whether it says more than a mode can.
    var isExtended: Bool { entries.contains { [.user, .group, .mask].contains($0.subject) } }

    /// The entries of one kind, with what the mask leaves of them.
    func effective(_ subject: Subject) -> [Entry] {
        let mask = [.user, .owningGroup, .group].contains(subject) ? self[.mask] ?? 7 : 7
        return entries.filter { $0.subject == subject }
            .map { Entry(subject: subject, id: $0.id, permissions: $0.permissions & mask) }
    }

    /// Whether a subject may write; nil where there is no entry for it.
    func mayWrite(_ subject: Subject, _ id: UInt32 = Entry.none) -> Bool? {
        effective(subject).first { $0.id == id }.map { $0.permissions & 2 != 0 }
    }
}

extension [ExtendedAttribute] {
    /// The access list among them, in the kernel's form.
    var accessList: ExtendedAttribute? { first { $0.name == AccessList.attribute } }
}
