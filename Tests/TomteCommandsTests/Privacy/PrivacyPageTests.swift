import Foundation
import GatewayWire
import HomeModel
import Testing

@testable import GatewayApp
@testable import TomteCommands

/// The facts of `docs/PRIVACY.md`, and the document `docs/privacy.json`, are those of the inventory.
@Suite struct PrivacyPageTests {
    private static let docs = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../docs")
        .standardizedFileURL
    private static let page = docs.appending(path: "PRIVACY.md")
    private static let document = docs.appending(path: "privacy.json")

    /// Set PRIVACY_RECORD=1 to write the facts again.
    private static var isRecording: Bool { ProcessInfo.processInfo.environment["PRIVACY_RECORD"] != nil }

    /// The kinds with the terms of a new home.
    private static let kinds = DataInventory.kinds.map {
        StoredDataKindBody($0, terms: RetentionTerms(), amount: nil)
    }

    private static var notice: [String] {
        PrivacyNotice.points.map { "- **\($0.title).** \($0.text)" } + [
            "", "This is version \(PrivacyNotice.version).",
        ]
    }

    private static func table(of subject: DataSubject) -> [String] {
        let rows = kinds.filter { $0.subject == subject }.map { kind -> String in
            let sheet = StoredDataSheet(kind)
            let cells = [
                "**\(kind.title)** `\(kind.id)`", kind.what, kind.purpose, kind.dataClass.rawValue, sheet.kept,
                sheet.readers,
            ]
            return "| \(cells.joined(separator: " | ")) |"
        }
        return ["| kind | what | why | class | kept | who sees it |", "|---|---|---|---|---|---|"] + rows
    }

    private static var sections: [(marker: String, lines: [String])] {
        [("notice", notice)] + DataSubject.allCases.map { ($0.rawValue, table(of: $0)) }
    }

    @Test func factsOfThePageAreThoseOfTheInventory() throws {
        var text = try String(contentsOf: Self.page, encoding: .utf8)
        for (marker, lines) in Self.sections {
            let begin = try #require(text.range(of: "<!-- \(marker): begin -->\n"))
            let end = try #require(text.range(of: "<!-- \(marker): end -->"))
            let written = text[begin.upperBound..<end.lowerBound].split(
                separator: "\n", omittingEmptySubsequences: false
            )
            .map(String.init).dropLast()
            #expect(Array(written) == lines, "\(marker)")
            text.replaceSubrange(begin.upperBound..<end.lowerBound, with: lines.joined(separator: "\n") + "\n")
        }
        if Self.isRecording { try text.write(to: Self.page, atomically: true, encoding: .utf8) }
    }

    @Test func documentForProgramsIsThatOfTheInventory() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let body = PrivacyBody(kinds: DataInventory.kinds, terms: nil, amounts: nil)
        let text = String(decoding: try encoder.encode(body), as: UTF8.self) + "\n"
        if Self.isRecording { try text.write(to: Self.document, atomically: true, encoding: .utf8) }
        #expect(try String(contentsOf: Self.document, encoding: .utf8) == text)
    }

    /// The document has no facts of a particular home.
    @Test func documentNamesNoAmounts() throws {
        let text = try String(contentsOf: Self.document, encoding: .utf8)
        #expect(!text.contains("\"bytes\" :") && !text.contains("\"rows\" : 1"))
    }
}
