/// What `--help` prints.
struct Help {
    let program: String
    /// The file that is taken where none is named.
    let defaultFile: String?

    func text(_ verb: Verb?) -> String { verb.map(text(of:)) ?? overview }

    private var overview: String {
        """
        usage: \(program) [-f FILE | --app NAME] COMMAND ...

        Reads, changes, checks and watches a settings file.

        commands:
          get [KEY]            print a value, or all of them
          set KEY VALUE ...    change values, in one transaction
          unset KEY ...        take keys away, in one transaction
          list [PREFIX]        print every key with its value
          path                 print where the file really is
          validate             check the file and list what is wrong
          watch [KEY]          print each change as it happens
          doctor [FILE]        look at all that watching and writing the file depend on

        options:
          -f, --file FILE      the settings file; without it \(fileWithoutOption)
          --app NAME           $XDG_CONFIG_HOME/NAME/settings.json (~/.config where that is not set)
          -h, --help           this help, or that of a command
          --version            print the version
          --                   what follows is no option

        A KEY is written server.port, servers[0].host, "a.b".c or as an RFC 6901 pointer, /server/port.

        exit status:
          0 done, 1 no such key, 2 usage, 3 the file is not valid, 4 the value is not acceptable,
          5 cannot read or write, 6 gave up waiting, or the file has another revision

        """
    }

    private var fileWithoutOption: String { (defaultFile.map { "$SETTINGS_FILE, else \($0)" }) ?? "$SETTINGS_FILE" }

    private func text(of verb: Verb) -> String {
        switch verb {
        case .get:
            """
            usage: \(program) get [KEY] [--json] [--revision]

            Prints the value of KEY, or the whole: a string bare, a number as it is written, an object or an array
            as indented JSON.

              --json        as JSON on one line: a string in quotes, any number as JSON has it
              --revision    print the file's revision, for --if-revision; with KEY or --json the value too

            """
        case .set:
            """
            usage: \(program) set KEY VALUE [KEY VALUE ...] [--json | --string] [--dry-run] [--if-revision R]

            Changes values, all or none, and nothing else in the file. A value takes the type that its key has now.
            For a new key, and for one that is null, it is the JSON that it reads as, else a string.

              --json                   each VALUE is exact JSON
              --string                 each VALUE is a string
            \(Self.writing)
            """
        case .unset:
            """
            usage: \(program) unset KEY [KEY ...] [--dry-run] [--if-revision R]

            Takes keys away, all or none.

            \(Self.writing)
            """
        case .list:
            """
            usage: \(program) list [PREFIX] [--json]

            Prints a line for every value below PREFIX, or in the file: its key, and the value as JSON.

              --json        one JSON object of keys and values, on one line

            """
        case .path:
            """
            usage: \(program) path

            Prints the absolute path of the file that is read and written, all links followed. It need not exist.

            """
        case .validate:
            """
            usage: \(program) validate [--format json|json5] [--json]

            Lists everything that is wrong with the file, with its place; ends with 3 when anything is.

              --format json     accept nothing but RFC 8259; json5 (the default) also takes comments and more
              --json            a report as one JSON object on standard output

            """
        case .watch:
            """
            usage: \(program) watch [KEY] [--json] [--no-initial] [--count N]

            Prints each change of KEY, or of any key, until it is interrupted. What else happens (an edit that is
            not valid, the file gone) is told on standard error.

              --json          one JSON object a line, for changes and for all else
              --no-initial    do not begin with the value as it is
              --count N       end after N changes

            """
        case .doctor:
            """
            usage: \(program) doctor [FILE] [--json]

            Looks at all that watching and writing the file depend on, and writes nothing: links, permissions, the
            file system, lease and lock, the limits of inotify, the settings. Ends with 0 when all is well.

              --json        a report as one JSON object on one line

            """
        }
    }

    private static let writing = """
          --dry-run                print what would change, as a unified diff; write nothing
          --if-revision R          only if the file still has the revision that 'get --revision' printed
          --lock-timeout SECONDS   how long to wait for another writer (10; 2 for one that writes in place)
          --in-place               write a file that cannot be replaced (hard links, a mount) in place, with a backup

        """
}
