import Foundation
import Testing

/// `devices/README.md` names the tests of each feature of a dialect. Those tests must exist.
@Suite struct ConformanceTableTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        .standardizedFileURL

    private static func files(in folder: String, _ suffix: String) -> [URL] {
        let found =
            FileManager.default.enumerator(
                at: root.appending(path: folder), includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
        return found.filter { $0.path.hasSuffix(suffix) }
    }

    /// The names of all test functions and suites.
    private static let tests: Set<String> = {
        let declaration = #/(?:func|struct|class|actor) (\w+)/#
        return files(in: "Tests", ".swift").reduce(into: []) { names, file in
            let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
            names.formUnion(text.matches(of: declaration).map { String($0.1) })
        }
    }()

    /// The names of all fixtures, with and without their folder: `zigbee2mqtt/ikea-e1757` and `ikea-e1757`.
    private static let fixtures: Set<String> = {
        files(in: "Tests/Fixtures/devices", ".json").reduce(into: []) { names, file in
            let name = file.deletingPathExtension().lastPathComponent
            names.formUnion([name, "\(file.deletingLastPathComponent().lastPathComponent)/\(name)"])
        }
    }()

    /// The last cells of the tables below the heading.
    private static let testCells: [String] = {
        let text = (try? String(contentsOf: root.appending(path: "devices/README.md"), encoding: .utf8)) ?? ""
        let table = text.components(separatedBy: "## Conformance").last ?? ""
        let rows = table.split(separator: "\n").filter { $0.hasPrefix("|") && !$0.hasPrefix("|---") }
        return rows.compactMap { $0.split(separator: "|").last.map { $0.trimmingCharacters(in: .whitespaces) } }
    }()

    @Test func everyTestNamedInATableExists() {
        let named = Self.testCells.flatMap { $0.matches(of: #/`([^`]+)`/#).map { String($0.1) } }
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
