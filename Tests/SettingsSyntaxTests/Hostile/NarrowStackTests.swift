import SettingsSyntax
import Testing

/// Types that hold themselves, of which each level takes more of the stack than a thread may have for all.
@Suite("Deep values on stacks of every size")
struct NarrowStackTests {
    /// A list whose every element takes a great deal of stack to be read and written.
    final class Heavy: Codable {
        var next: Heavy?

        enum CodingKeys: String, CodingKey { case next }

        init() {}

        init(from decoder: any Decoder) throws {
            var ballast = InlineArray<2048, UInt64>(repeating: 1)
            let container = try decoder.container(keyedBy: CodingKeys.self)
            next = try container.decodeIfPresent(Heavy.self, forKey: .next)
            Self.use(&ballast)
        }

        func encode(to encoder: any Encoder) throws {
            var ballast = InlineArray<2048, UInt64>(repeating: 1)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encodeIfPresent(next, forKey: .next)
            Self.use(&ballast)
        }

        /// Keeps the ballast where it is.
        @inline(never)
        private static func use(_ ballast: inout InlineArray<2048, UInt64>) { ballast[0] += 1 }

        /// One that holds `depth - 1` others.
        static func nested(_ depth: Int) -> Heavy {
            (1..<depth).reduce(Heavy()) { inner, _ in
                let outer = Heavy()
                outer.next = inner
                return outer
            }
        }

        /// How many there are. They are freed one by one: nothing of that is on the stack.
        static func count(_ first: consuming Heavy) -> Int {
            var count = 0
            var node: Heavy? = first
            while let this = node {
                count += 1
                node = this.next
                this.next = nil
            }
            return count
        }
    }

    private static func text(_ depth: Int, _ leaf: String = "{}") -> String {
        String(repeating: "{\"next\":", count: depth - 1) + leaf + String(repeating: "}", count: depth - 1)
    }

    private static func check(depth: Int) throws {
        let text = text(depth)
        let document = try SettingsDocument(text, maximumDepth: depth)
        #expect(Heavy.count(try SettingsDecoder().decode(Heavy.self, from: document)) == depth)
        #expect(Heavy.count(try SettingsDecoder().decode(Heavy.self, from: [document, document])) == depth)
        #expect(SettingsDecoder().unknownKeys(Heavy.self, in: [document]).isEmpty)
        guard depth <= 512 else { return }
        let value = Heavy.nested(depth)
        #expect(try SettingsEncoder().encode(value).text == text)
        #expect(Heavy.count(value) == depth)
    }

    /// Main threads have eight megabytes, threads of a pool may have half of one, and 64 KiB is what careful programs give.
    @Test(
        "A type that takes sixteen kilobytes a level is read and written, however deep it lies",
        arguments: [64, 512, 8192], [2, 16, 64, 512, 1024])
    func heavy(kibibytes: Int, depth: Int) {
        onSmallStack(kibibytes: kibibytes) {
            do { try Self.check(depth: depth) } catch { Issue.record(error) }
        }
    }

    @Test("So it is on the main thread", arguments: [16, 1024])
    @MainActor
    func mainThread(depth: Int) throws { try Self.check(depth: depth) }

    @Test("A mistake at the bottom is told with its place", arguments: [64, 512])
    func mistake(kibibytes: Int) {
        onSmallStack(kibibytes: kibibytes) {
            let error = #expect(throws: SettingsError.self) {
                let document = try SettingsDocument(Self.text(500, "1"))
                _ = try SettingsDecoder().decode(Heavy.self, from: document)
            }
            #expect(error?.code == .typeMismatch)
            #expect(error?.key?.components.count == 499)
        }
    }

    @Test("A text as deep as any that a person writes is read, compared and edited with 64 KiB")
    func ordinaryDepth() {
        onSmallStack(kibibytes: 64) {
            do {
                let depth = 24
                let old = try SettingsDocument(Self.text(depth, "{\"a\":1}"))
                let new = try SettingsDocument(Self.text(depth, "{\"a\":2}"))
                let difference = SettingsDifference(from: old, to: new)
                var edited = old
                try edited.apply(difference)
                #expect(edited.text == new.text)
                try edited.set(1, at: SettingsPath(Array(repeating: .key("next"), count: depth - 1) + [.key("a")]))
                #expect(edited.value == old.value)
            } catch {
                Issue.record(error)
            }
        }
    }
}
