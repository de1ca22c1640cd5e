import Foundation
import Testing

/// The tables of `devices/matter.md` state what the tables of the mapping do.
struct ConformancePageTests {
    private func marker(_ name: String, at end: String) -> String { "<!-- \(name): \(end) -->" }

    @Test func tablesOfThePageEqualTheTablesOfTheMapping() throws {
        var text = try String(contentsOf: ConformanceTable.page, encoding: .utf8)
        for section in ConformanceTable.sections {
            let begin = try #require(text.range(of: marker(section.marker, at: "begin") + "\n"))
            let end = try #require(text.range(of: marker(section.marker, at: "end")))
            let lines = text[begin.upperBound..<end.lowerBound].split(separator: "\n").map { String($0) }
            #expect(lines == section.lines, "\(section.marker)")
            text.replaceSubrange(
                begin.upperBound..<end.lowerBound, with: section.lines.joined(separator: "\n") + "\n")
        }
        // Set MATTER_RECORD=1 to write the tables again.
        if ProcessInfo.processInfo.environment["MATTER_RECORD"] != nil {
            try text.write(to: ConformanceTable.page, atomically: true, encoding: .utf8)
        }
    }

    /// The page names fixtures and tests, which must exist.
    @Test func fixturesNamedOnThePageExist() throws {
        let text = try String(contentsOf: ConformanceTable.page, encoding: .utf8)
        let names = Set(MatterFixture.all.map { $0.name + ".json" })
        let named = text.matches(of: #/`([a-z0-9-]+\.json)`/#).map { String($0.1) }
        #expect(named.count > 20)
        for name in named { #expect(names.contains(name), "\(name)") }
    }
}
