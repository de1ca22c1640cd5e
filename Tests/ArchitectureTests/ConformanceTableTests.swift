import Foundation
import HomeModel
import Testing

/// `devices/README.md` names the tests of each feature of a dialect, which must exist, and the kinds of capabilities with
/// sensitive commands, which must be those of the catalogue.
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

    private static let page =
        (try? String(contentsOf: root.appending(path: "devices/README.md"), encoding: .utf8)) ?? ""

    /// The cells of the rows of all tables in a section of the page.
    private static func rows(in section: String) -> [[String]] {
        let rows = section.split(separator: "\n").filter { $0.hasPrefix("|") && !$0.hasPrefix("|---") }
        return rows.map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
    }

    /// The last cells of the tables below the heading.
    private static let testCells = rows(in: page.components(separatedBy: "## Conformance").last ?? "")
        .compactMap(\.last)

    @Test func everyTestNamedInATableExists() {
        let named = Self.testCells.flatMap { $0.matches(of: #/`([^`]+)`/#).map { String($0.1) } }
        #expect(named.count > 150)
        for name in named { #expect(Self.exists(name), "devices/README.md names \(name)") }
    }

    @Test func tableOfSensitiveCommandsNamesTheKindsOfTheCatalogue() {
        let section = Self.page.components(separatedBy: "## Safety").last?.components(separatedBy: "\n## ").first ?? ""
        let rows = Self.rows(in: section).filter {
            $0.last?.hasPrefix("none;") == false && $0.first?.hasPrefix("…") == false
        }
        let named = rows.compactMap(\.first).flatMap { $0.matches(of: #/`(\w+)`/#).map { String($0.1) } }
        let sensitive = CapabilityCatalogue.rows.filter { $0.safety != .routine }.map(\.kind.rawValue)
        #expect(Set(named) == Set(sensitive))
    }

    private static func exists(_ name: String) -> Bool {
        if fixtures.contains(name) { return true }
        guard name.hasSuffix(".json") else { return tests.contains(String(name.split(separator: ".").last ?? "")) }
        let stem = name.dropLast(5)
        guard let star = stem.firstIndex(of: "*") else { return fixtures.contains(String(stem)) }
        return fixtures.contains { $0.hasPrefix(stem[..<star]) }
    }
}
