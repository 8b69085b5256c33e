import FoundationEssentials
import SettingsSyntax
import Testing

@Suite struct DecodingErrorTests {
    struct Settings: Codable {
        var server: Server
        var level: Level
        struct Server: Codable { var host: String; var port: Int }
        enum Level: String, Codable, CaseIterable { case debug, info, warning }
    }

    @Test("A wrong type names expected and found, the key, the place, and shows the line")
    func wrongType() throws {
        let text = """
            {
              "server": {
                "host": "h",
                "port": "80a"
              },
              "level": "info"
            }
            """
        let error = try decodingError(Settings.self, text)
        #expect(error.code == .typeMismatch)
        #expect(
            error.summary == "settings.json:4:13: error: server.port: expected an integer, found the string \"80a\"")
        #expect(error.excerpt?.contains("\"port\": \"80a\"") == true)
        #expect(error.others.isEmpty)
    }

    @Test(
        "What was found is named",
        arguments: [
            ("null", "null"), ("true", "true"), ("1.5", "the number 1.5"), ("\"a\\nb\"", "the string \"a\\nb\""),
            ("[]", "an empty array"), ("[1]", "an array"), ("{}", "an object"),
        ])
    func found(_ text: String, _ name: String) throws {
        #expect(try decodingError(Box<Int>.self, "{\"v\": \(text)}").message == "expected an integer, found \(name)")
    }

    @Test("What was expected is named")
    func expected() throws {
        #expect(try decodingError(Box<String>.self, "{\"v\": 1}").message == "expected a string, found the number 1")
        #expect(try decodingError(Box<Bool>.self, "{\"v\": 1}").message == "expected true or false, found the number 1")
        #expect(try decodingError(Box<Double>.self, "{\"v\": []}").message == "expected a number, found an empty array")
        #expect(try decodingError(Box<[Int]>.self, "{\"v\": 1}").message == "expected an array, found the number 1")
        #expect(
            try decodingError(Box<[String: Int]>.self, "{\"v\": 1}").message == "expected an object, found the number 1"
        )
        #expect(try decodingError(Box<Box<Int>>.self, "{\"v\": 1}").message == "expected an object, found the number 1")
        #expect(
            try decodingError(Box<Duration>.self, "{\"v\": 5}").message
                == "expected a duration (like \"250ms\" or \"1m30s\"), found the number 5")
    }

    @Test("A number or boolean in quotes gets the hint to take them off")
    func quotesHint() throws {
        #expect(try decodingError(Box<Int>.self, "{\"v\": \"80\"}").hint == "write 80 without quotes")
        #expect(try decodingError(Box<Bool>.self, "{\"v\": \"true\"}").hint == "write true without quotes")
        #expect(try decodingError(Box<Int>.self, "{\"v\": \"x\"}").hint == nil)
    }

    @Test("A key that is no integer, or is not written as one, is told where keys are integers")
    func integerKeys() throws {
        let wrong = try decodingError(Box<[Int: String]>.self, "{\"v\": {\"80\": \"a\", \"x1\": \"b\"}}")
        #expect(wrong.code == .typeMismatch)
        #expect(wrong.message == "expected an integer as the key, found \"x1\"")
        #expect(wrong.key == ["v", "x1"])
        for key in ["+80", "080", "-0", "-05"] {
            let other = try decodingError(Box<[Int: String]>.self, "{\"v\": {\"80\": \"a\", \"\(key)\": \"b\"}}")
            #expect(other.code == .typeMismatch)
            #expect(other.hint == "write it as \(Int(key) ?? 1)")
        }
    }

    @Test("A key that is none of an enum's cases is told with those that are")
    func enumKeys() throws {
        enum Zone: String, Codable, CodingKeyRepresentable, CaseIterable { case east, west }
        let error = try decodingError(Box<[Zone: Int]>.self, "{\"v\": {\"west\": 1, \"est\": 2}}")
        #expect(error.code == .invalidValue)
        #expect(error.message == "the key \"est\" is not one of the values of Zone (\"east\", \"west\")")
        #expect(error.key == ["v", "est"])
        #expect(["did you mean \"east\"?", "did you mean \"west\"?"].contains(error.hint))
    }

    @Test("A missing key is named with its path and the place of its object, and the spelling that is near")
    func missingKey() throws {
        let error = try decodingError(
            Settings.self, "{\"server\": {\"host\": \"h\", \"prot\": 1}, \"level\": \"info\"}")
        #expect(error.code == .missingKey)
        #expect(error.summary == "settings.json:1:12: error: server.port: the key is missing")
        #expect(error.hint == "is \"prot\" meant to be it?")
    }

    @Test("An unknown raw value names those allowed and the nearest")
    func rawValue() throws {
        let error = try decodingError(
            Settings.self, "{\"server\": {\"host\": \"h\", \"port\": 1}, \"level\": \"debgu\"}")
        #expect(error.code == .invalidValue)
        #expect(error.key?.description == "level")
        #expect(error.message.hasPrefix("the string \"debgu\" is not one of the values of Level"))
        #expect(error.message.hasSuffix("(\"debug\", \"info\", \"warning\")"))
        #expect(error.hint == "did you mean \"debug\"?")
    }

    @Test("The nearest value is found also where the cases cannot be listed")
    func rawValueUnlisted() throws {
        enum Mode: String, Codable { case fast, careful }
        #expect(try decodingError(Box<Mode>.self, "{\"v\": \"fsat\"}").hint == "did you mean \"fast\"?")
        #expect(try decodingError(Box<Mode>.self, "{\"v\": \"Careful\"}").hint == "did you mean \"careful\"?")
        #expect(try decodingError(Box<Mode>.self, "{\"v\": \"xyz\"}").hint == nil)
    }

    @Test("An unknown case of an enum with payload names it and the nearest")
    func unknownCase() throws {
        let error = try decodingError(Box<LayeringTests.Output>.self, "{\"v\": {\"socke\": {\"port\": 1}}}")
        #expect(error.code == .invalidValue)
        #expect(error.message == "\"socke\" is not one of the cases of Output")
        #expect(error.hint == "did you mean \"socket\"?")
        let several = try decodingError(Box<LayeringTests.Output>.self, "{\"v\": {\"stream\": {}, \"socket\": {}}}")
        #expect(
            several.message == "expected an object with one key, the name of the case, found \"stream\", \"socket\"")
        #expect(
            try decodingError(Box<LayeringTests.Output>.self, "{\"v\": {}}").message
                == "expected an object with one key, the name of the case, found an empty object")
    }

    @Test("Texts that are no date, UUID, base64, duration or URL are told so")
    func badTexts() throws {
        let date = try decodingError(Box<Date>.self, "{\"v\": \"yesterday\"}")
        #expect(date.message == "\"yesterday\" is not a date")
        #expect(date.hint == "write it like \"2030-01-31T12:30:00Z\"")
        #expect(try decodingError(Box<UUID>.self, "{\"v\": \"1\"}").message == "\"1\" is not a UUID")
        #expect(try decodingError(Box<Data>.self, "{\"v\": \"?\"}").message == "\"?\" is not base64")
        #expect(try decodingError(Box<Duration>.self, "{\"v\": \"5\"}").code == .invalidValue)
        #expect(try decodingError(Box<URL>.self, "{\"v\": \"\"}").code == .invalidValue)
        #expect(
            try decodingError(Box<Decimal>.self, "{\"v\": 1234567890123456789012345678901234567891}").code
                == .outOfRange)
    }

    @Test("All mistakes of a file are found at once, in the order of the file")
    func allMistakes() throws {
        struct Many: Codable {
            var a: Int
            var b: [Box<Bool>]
            var level: Settings.Level
            var map: [String: UInt8]
            var date: Date
            var needed: String
        }
        let text = """
            {
              "a": "x",
              "b": [{"v": true}, {"v": 1}, {}],
              "level": "loud",
              "map": {"p": 1, "q": 256, "r": -1},
              "date": "never"
            }
            """
        let error = try decodingError(Many.self, text)
        let summaries = error.others.map {
            "\($0.location?.line ?? 0) \($0.key?.description ?? "") \($0.code.rawValue)"
        }
        #expect(
            summaries == [
                "1 needed missingKey", "2 a typeMismatch", "3 b[1].v typeMismatch", "3 b[2].v missingKey",
                "4 level invalidValue", "5 map.q outOfRange", "5 map.r outOfRange", "6 date invalidValue",
            ])
        #expect(error.code == error.others.first?.code)
        let problems = SettingsDecoder().problems(Many.self, in: [try document(text)])
        #expect(problems.count == 8)
        #expect(SettingsDecoder().problems(Int.self, in: [try document("5")]).isEmpty)
    }

    @Test("A wrong value does not hide the mistakes behind it, even in a type that cannot be made from nothing")
    func behindAnEnum() throws {
        enum Mode: String, Codable { case fast, careful }
        struct Two: Codable { var mode: Mode; var port: Int }
        let error = try decodingError(
            Two.self, "{\"mode\": \"x\", \"port\": \"y\"}", "{\"mode\": \"fast\", \"port\": 1}")
        #expect(error.others.map(\.key?.description) == ["mode", "port"])
    }

    @Test("What a type catches itself is no mistake")
    func caught() throws {
        struct Either: Codable {
            var text: String
            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if let number = try? container.decode(Int.self) {
                    text = "\(number)"
                } else {
                    text = try container.decode(String.self)
                }
            }
        }
        struct Two: Codable { var a: [Either]; var b: Int }
        let error = try decodingError(Two.self, "{\"a\": [1, \"x\", true], \"b\": \"y\"}")
        #expect(error.others.map(\.key?.description) == ["a[2]", "b"])
    }

    @Test("An error of the type's own is located at its value")
    func ownError() throws {
        struct Refused: Error, CustomStringConvertible { var description: String { "no even numbers" } }
        struct Odd: Decodable {
            init(from decoder: any Decoder) throws { if try Int(from: decoder) % 2 == 0 { throw Refused() } }
        }
        let error = #expect(throws: SettingsError.self) {
            _ = try SettingsDecoder().decode([Odd].self, from: document("[1, 2, 3, 4]"))
        }
        #expect(error?.summary == "settings.json:1:5: error: [1]: no even numbers")
        #expect(error?.others.count == 2)
    }

    @Test("A type's own DecodingError is located by its coding path")
    func ownDecodingError() throws {
        struct Picky: Decodable {
            enum Key: CodingKey { case host }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Key.self)
                throw DecodingError.dataCorruptedError(forKey: .host, in: container, debugDescription: "no such host")
            }
        }
        let error = #expect(throws: SettingsError.self) {
            _ = try SettingsDecoder().decode([Picky].self, from: document("[{\"port\": 1, \"host\": \"h\"}]"))
        }
        #expect(error?.summary == "settings.json:1:22: error: [0].host: no such host")
    }

    @Test("A type's own DecodingError names the key that it is about where the file has none")
    func ownDecodingErrorOfAbsentKey() throws {
        struct Picky: Decodable {
            enum Key: CodingKey { case host }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Key.self)
                if try container.decodeIfPresent(String.self, forKey: .host) == nil {
                    throw DecodingError.dataCorruptedError(forKey: .host, in: container, debugDescription: "wanted")
                }
            }
        }
        let error = try decodingError([Picky].self, "[{}]")
        #expect(error.key?.description == "[0].host")
        #expect(error.message == "wanted")
    }

    @Test("What types say of places within their own hides no other mistake")
    func ownDecodingErrorsAreAllTold() throws {
        struct Picky: Decodable {
            enum Key: CodingKey { case host }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Key.self)
                if try container.decode(String.self, forKey: .host) == "bad" {
                    throw DecodingError.dataCorruptedError(forKey: .host, in: container, debugDescription: "unknown")
                }
            }
        }
        let error = try decodingError([Picky].self, #"[{"host": "bad"}, {"host": 1}, {"host": "bad"}, {}]"#)
        let keys = error.others.map { $0.key?.description }
        #expect(keys.sorted { ($0 ?? "") < ($1 ?? "") } == ["[0].host", "[1].host", "[2].host", "[3].host"])
    }

    @Test("Mistakes are counted up to a limit")
    func limit() throws {
        let text = "[" + Array(repeating: "\"x\"", count: 500).joined(separator: ",") + "]"
        #expect(try decodingError([Int].self, text).others.count == 100)
    }

    @Test("A mistake in a lower layer is located there")
    func lowerLayer() throws {
        let lower = try SettingsDocument("{\"v\": true}", file: "system.json")
        let error = #expect(throws: SettingsError.self) {
            _ = try SettingsDecoder().decode(Box<Int>.self, from: [document("{}"), lower])
        }
        #expect(error?.file == "system.json")
    }

    @Test("Too short an array is told")
    func shortArray() throws {
        struct Pair: Decodable {
            init(from decoder: any Decoder) throws {
                var container = try decoder.unkeyedContainer()
                _ = try (container.decode(Int.self), container.decode(Int.self))
            }
        }
        let error = #expect(throws: SettingsError.self) {
            _ = try SettingsDecoder().decode(Pair.self, from: document("[1]"))
        }
        #expect(error?.message == "expected more than 1 element")
    }
}
