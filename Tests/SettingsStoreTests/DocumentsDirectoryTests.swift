import Testing

@testable import SettingsStore

struct DocumentsDirectoryTests {
    @Test(
        "user-dirs.dirs is read as xdg-user-dirs writes it",
        arguments: [
            (#"XDG_DOCUMENTS_DIR="$HOME/Documents""#, "/home/me/Documents"),
            (#"XDG_DOCUMENTS_DIR="$HOME/a\"b""#, "/home/me/a\"b"),
            (#"XDG_DOCUMENTS_DIR="$HOME/a\\b\$c\`""#, "/home/me/a\\b$c`"),
            ("  XDG_DOCUMENTS_DIR = \"/srv/d\" # mine", "/srv/d"), (#"XDG_DOCUMENTS_DIR="$HOME/""#, "/home/me"),
            (#"XDG_DOCUMENTS_DIR="$HOME""#, "/home/me"),
            ("XDG_DOCUMENTS_DIR=\"/a\"\r\nXDG_DOCUMENTS_DIR=\"/b\"\r\n", "/b"),
            (#"XDG_DOCUMENTS_DIR="relative""#, nil), ("# XDG_DOCUMENTS_DIR=\"/a\"", nil), ("XDG_DOCUMENTS_DIR=/a", nil),
            ("XDG_DOWNLOAD_DIR=\"/a\"", nil), ("", nil),
        ] as [(String, String?)])
    func userDirectories(text: String, path: String?) {
        #expect(DocumentsDirectory.documents(in: text, home: "/home/me") == path)
    }
}
