import Testing

@testable import ZIPArchives

@Suite struct ZIPEntryNameTests {
    @Test(
        arguments: [
            (["profile.json"], "profile.json"), (["readings", "hall", "power.csv"], "readings/hall/power.csv"),
            (["..", "..", "etc", "passwd"], "_/_/etc/passwd"), (["../../etc/passwd"], "-..-etc-passwd"),
            (["/etc/passwd"], "-etc-passwd"), (["C:\\Windows\\x"], "C--Windows-x"), ([""], "_"), ([], "_"),
            (["..."], "_"), ([".hidden"], "hidden"), (["a."], "a"), (["Åsa"], "-sa"), (["a\u{0}b\nc"], "a-b-c"),
            (["con"], "_con"), (["NUL.txt"], "_NUL.txt"), (["com1.csv"], "_com1.csv"), (["console"], "console"),
            (["\u{202E}fdp.exe"], "-fdp.exe"),
        ] as [([String], String)])
    func hostileTextsBecomeSafePaths(components: [String], path: String) {
        #expect(ZIPEntryName(components).path == path)
    }

    @Test func longComponentIsCut() {
        let name = ZIPEntryName([String(repeating: "a", count: 10_000)])
        #expect(name.path.utf8.count == ZIPEntryName.maximumComponentBytes)
    }

    @Test(arguments: [("power.csv", "power-2.csv"), ("a.b/power", "a.b/power-2"), ("a/b.c.csv", "a/b.c-2.csv")])
    func numberComesBeforeTheExtension(path: String, numbered: String) {
        #expect(ZIPEntryName(path.split(separator: "/").map(String.init)).numbered(2).path == numbered)
    }
}
