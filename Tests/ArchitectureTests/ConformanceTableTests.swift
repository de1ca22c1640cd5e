import Foundation
import Testing

/// `devices/README.md` says which test shows what: those have to be there.
@Suite struct ConformanceTableTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        .standardizedFileURL

    private static func files(in folder: String, _ suffix: String) -> [URL] {
        let found =
            FileManager.default.enumerator(
                at: root.appending(path: folder), includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
        return found.filter { $0.path.hasSuffix(suffix) }
    }

    /// Names of test functions and suites.
    private static let tests: Set<String> = {
        let declaration = #/(?:func|struct|class|actor) (\w+)/#
        return files(in: "Tests", ".swift").reduce(into: []) { names, file in
            let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
            names.formUnion(text.matches(of: declaration).map { String($0.1) })
        }
    }()

    /// `zigbee2mqtt/ikea-e1757` and `ikea-e1757`.
    private static let fixtures: Set<String> = {
        files(in: "Tests/Fixtures/devices", ".json").reduce(into: []) { names, file in
            let name = file.deletingPathExtension().lastPathComponent
            names.formUnion([name, "\(file.deletingLastPathComponent().lastPathComponent)/\(name)"])
        }
    }()

    /// The third cells of the tables below the heading.
    private static let shown: [String] = {
        let text = (try? String(contentsOf: root.appending(path: "devices/README.md"), encoding: .utf8)) ?? ""
        let table = text.components(separatedBy: "## Conformance").last ?? ""
        let rows = table.split(separator: "\n").filter { $0.hasPrefix("|") && !$0.hasPrefix("|---") }
        return rows.compactMap { $0.split(separator: "|").last.map { $0.trimmingCharacters(in: .whitespaces) } }
    }()

    @Test func everyTestThatATableNamesExists() {
        let named = Self.shown.flatMap { $0.matches(of: #/`([^`]+)`/#).map { String($0.1) } }
        #expect(named.count > 150)
        for name in named { #expect(Self.exists(name), "devices/README.md names \(name)") }
    }

    private static func exists(_ name: String) -> Bool {
        if fixtures.contains(name) { return true }
        guard name.hasSuffix(".json") else { return tests.contains(String(name.split(separator: ".").last ?? "")) }
        let stem = name.dropLast(5)
        guard let star = stem.firstIndex(of: "*") else { return fixtures.contains(String(stem)) }
        return fixtures.contains { $0.hasPrefix(stem[..<star]) }
    }
}
