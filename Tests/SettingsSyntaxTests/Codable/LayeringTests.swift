import SettingsSyntax
import Testing

@Suite struct LayeringTests {
    struct Settings: Codable, Equatable {
        var host = "127.0.0.1"
        var port = 8080
        var limits = Limits()
        var tags = ["a", "b", "c"]
        var proxy: String? = "default"
        struct Limits: Codable, Equatable {
            var connections = 100
            var timeout: Double? = 2.5
            var deep = Deep()
            struct Deep: Codable, Equatable { var x = 1; var y = 2 }
        }
    }

    private func settings(_ file: String) throws -> Settings {
        let defaults = try SettingsEncoder().encode(Settings())
        return try SettingsDecoder().decode(Settings.self, from: [document(file), defaults])
    }

    @Test("A key that is missing takes the default, at any depth")
    func missing() throws {
        #expect(try settings("{}") == Settings())
        var expected = Settings()
        expected.port = 1
        expected.limits.deep.y = 9
        #expect(try settings("{\"limits\": {\"deep\": {\"y\": 9}}, \"port\": 1}") == expected)
    }

    @Test("null hides the default: an optional is nil, a value that must be there is an error that names null")
    func null() throws {
        #expect(try settings("{\"proxy\": null}").proxy == nil)
        #expect(try settings("{\"limits\": {\"timeout\": null}}").limits.timeout == nil)
        let error = #expect(throws: SettingsError.self) { _ = try settings("{\"port\": null}") }
        #expect(error?.code == .typeMismatch)
        #expect(error?.message == "expected an integer, found null")
        #expect(error?.hint == "remove the key to have the default")
        let object = #expect(throws: SettingsError.self) { _ = try settings("{\"limits\": null}") }
        #expect(object?.message == "expected an object, found null")
    }

    @Test("Missing, null and empty are three states")
    func threeStates() throws {
        let value = try decoded(
            SettingsValue.self, layers: "{\"s\":null,\"l\":[],\"o\":{}}", "{\"m\":1,\"s\":2,\"l\":[3]}")
        #expect(value["s"]?.isNull == true)
        #expect(value["l"]?.array?.isEmpty == true)
        #expect(value["o"]?.object?.isEmpty == true)
        #expect(value["x"] == nil)
        #expect(value["m"]?.int64 == 1)
    }

    @Test("An array replaces the default's array, it is not merged by position")
    func arrays() throws {
        #expect(try settings("{\"tags\": [\"x\"]}").tags == ["x"])
        #expect(try settings("{\"tags\": []}").tags.isEmpty)
    }

    @Test("A scalar in the file hides an object beneath, and an object a scalar")
    func kinds() throws {
        #expect(try decoded(SettingsValue.self, layers: "{\"a\": 1}", "{\"a\": {\"b\": 2}}")["a"]?.int64 == 1)
        let value = try decoded(SettingsValue.self, layers: "{\"a\": {\"x\": 1}}", "{\"a\": 5}", "{\"a\": {\"y\": 2}}")
        #expect(value["a"]?.object?.keys == ["x"])
    }

    @Test("Three layers: the first that has a key wins")
    func threeLayers() throws {
        let value = try decoded(
            [String: [String: Int]].self, layers: "{\"a\": {\"x\": 1}}", "{\"a\": {\"x\": 2, \"y\": 2}}",
            "{\"a\": {\"x\": 3, \"y\": 3, \"z\": 3}, \"b\": {}}")
        #expect(value == ["a": ["x": 1, "y": 2, "z": 3], "b": [:]])
    }

    @Test("A dictionary has the keys of all layers; null takes an entry of the defaults out")
    func dictionaries() throws {
        let defaults = "{\"v\": {\"a\": 1, \"b\": 2}}"
        #expect(
            try decoded(Box<[String: Int]>.self, layers: "{\"v\": {\"c\": 3}}", defaults).v == ["a": 1, "b": 2, "c": 3])
        #expect(try decoded(Box<[String: Int]>.self, layers: "{\"v\": {\"a\": null}}", defaults).v == ["b": 2])
        #expect(
            try decoded(Box<[String: Int?]>.self, layers: "{\"v\": {\"a\": null}}", defaults).v == ["a": nil, "b": 2])
        let integers = "{\"v\": {\"1\": 1, \"2\": 2}}"
        #expect(try decoded(Box<[Int: Int]>.self, layers: "{\"v\": {\"1\": null}}", integers).v == [2: 2])
    }

    @Test("A null of a dictionary that hides nothing has no effect over defaults, whatever the keys and values are")
    func nullsThatHideNothing() throws {
        let text = "{\"v\": {\"7\": null}}"
        for defaults in ["{}", "{\"v\": {}}", "{\"v\": {\"1\": 1}}"] {
            let rest = defaults.contains("1")
            #expect(try decoded(Box<[String: Int]>.self, layers: text, defaults).v == (rest ? ["1": 1] : [:]))
            #expect(try decoded(Box<[Int: Int]>.self, layers: text, defaults).v == (rest ? [1: 1] : [:]))
            #expect(try decoded(Box<[String: UInt8]>.self, layers: text, defaults).v == (rest ? ["1": 1] : [:]))
        }
        #expect(try decoded(Box<[String: String]>.self, layers: text, "{}").v == [:])
        #expect(try decoded(Box<[String: Box<Int>]>.self, layers: text, "{}").v.isEmpty)
        let deep = "{\"v\": {\"q\": {\"x\": null}}}"
        #expect(try decoded(Box<[String: [String: Int]]>.self, layers: deep, "{}").v == ["q": [:]])
    }

    @Test("A null is a value in a dictionary of optionals, and a mistake in one that lies over nothing")
    func nullsThatAreValues() throws {
        #expect(try decoded(Box<[String: Int?]>.self, layers: "{\"v\": {\"z\": null}}", "{}").v == ["z": nil])
        #expect(try decodingError(Box<[String: Int]>.self, "{\"v\": {\"z\": null}}").code == .typeMismatch)
        let member = "{\"v\": {\"z\": {\"v\": null}}}"
        #expect(try decodingError(Box<[String: Box<Int>]>.self, member, "{}").code == .typeMismatch)
    }

    enum Output: Codable, Equatable {
        case file(path: String, size: Int)
        case stream
        case socket(port: Int)
    }

    @Test("An enum's object of another case replaces the default's, one of the same case merges with it")
    func enums() throws {
        let defaults = "{\"v\": {\"file\": {\"path\": \"/a\", \"size\": 1}}}"
        #expect(try decoded(Box<Output>.self, layers: "{\"v\": {\"stream\": {}}}", defaults).v == .stream)
        #expect(
            try decoded(Box<Output>.self, layers: "{\"v\": {\"socket\": {\"port\": 1}}}", defaults).v
                == .socket(port: 1))
        #expect(
            try decoded(Box<Output>.self, layers: "{\"v\": {\"file\": {\"size\": 2}}}", defaults).v
                == .file(path: "/a", size: 2))
        #expect(try decoded(Box<Output>.self, layers: "{}", defaults).v == .file(path: "/a", size: 1))
        let between = "{\"v\": {\"stream\": {}}}"
        let error = try decodingError(Box<Output>.self, "{\"v\": {\"file\": {\"size\": 2}}}", between, defaults)
        #expect(error.code == .missingKey)
    }

    @Test("An optional struct of the file merges with that of the defaults")
    func optionalStruct() throws {
        struct Outer: Codable, Equatable { var inner: Settings.Limits.Deep? }
        let value = try decoded(Outer.self, layers: "{\"inner\": {\"x\": 5}}", "{\"inner\": {\"x\": 1, \"y\": 2}}")
        #expect(value.inner == Settings.Limits.Deep(x: 5, y: 2))
    }

    @Test("Layers are merged into a SettingsValue exactly, keys in the order of the first layer")
    func merged() throws {
        let value = try decoded(
            SettingsValue.self, layers: "{\"b\": 1.0, \"o\": {\"p\": 1}}", "{\"a\": 2, \"o\": {\"q\": 0x10}, \"b\": 3}")
        #expect(value.jsonText == "{\"b\":1.0,\"o\":{\"p\":1,\"q\":16},\"a\":2}")
    }
}
