/// `Benchmarks [--filter TEXT]… [--json] [--check] [--list]`
struct Options {
    var filters: [String] = []
    var json = false
    var check = false
    var list = false
    var child: String?

    static let usage = """
        usage: Benchmarks [--filter TEXT]... [--json] [--check] [--list]
          --filter TEXT  only rows whose name holds TEXT (several: any of them)
          --json         one JSON object a line
          --check        exit 1 if a row falls short of its limit
          --list         the names of the rows
        """

    init?(_ arguments: some Sequence<String>) {
        var rest = Array(arguments)[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--filter":
                guard let text = rest.popFirst() else { return nil }
                filters.append(text)
            case "--child":
                guard let name = rest.popFirst() else { return nil }
                child = name
            case "--json": json = true
            case "--check": check = true
            case "--list": list = true
            default: return nil
            }
        }
    }

    func wants(_ row: BenchmarkRow) -> Bool {
        filters.isEmpty || filters.contains { row.name.contains($0) }
    }
}
