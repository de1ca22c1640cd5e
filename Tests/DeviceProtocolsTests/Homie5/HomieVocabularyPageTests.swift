import Foundation
import HomeModel
import Testing

@testable import DeviceProtocols

/// These tests compare `devices/homie5.md`, the vocabulary page for developers of devices, with the code.
@Suite struct HomieVocabularyPageTests {
    private static let lines: [String] = {
        let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../devices/homie5.md")
        return (try? String(contentsOf: path, encoding: .utf8))?.components(separatedBy: "\n") ?? []
    }()

    /// The cells of the rows that begin with the name of `kind`. The first row lists its property ids, the second one
    /// its options.
    private func rows(of kind: CapabilityKind) -> [[String]] {
        Self.lines.filter { $0.hasPrefix("| `\(kind.rawValue)` | ") }.map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }

    @Test(arguments: CapabilityKind.allCases) func pageNamesThePropertiesOfEveryKindInOrder(kind: CapabilityKind) throws
    {
        let row = try #require(rows(of: kind).first { $0.count == 5 })
        let ids = HomieVocabulary.byID.flatMap { id, candidates in
            candidates.filter { $0.kind == kind }.map { (id: id, rank: $0.rank) }
        }
        #expect(row[1] == ids.sorted { $0.rank < $1.rank }.map { "`\($0.id)`" }.joined(separator: ", "))
        #expect(row[2] == kind.facts.valueType.rawValue)
        #expect(row[3] == kind.facts.unit?.rawValue ?? "–")
        let recorded =
            switch kind.facts.recording {
            case .reading(let record): "each value, \(record.rawValue)"
            case .stateChange: "changes"
            case .none: "not"
            }
        #expect(row[4] == recorded)
    }

    @Test(arguments: Vocabulary.synonyms.keys.sorted { $0.rawValue < $1.rawValue })
    func pageNamesEveryWordOfAChoice(kind: CapabilityKind) throws {
        let row = try #require(rows(of: kind).first { $0.count == 2 })
        var synonyms: [String: String] = [:]
        for option in row[1].split(separator: ";") {
            let words = option.split { "*, ".contains($0) }.map(String.init)
            let meaning = try #require(words.first)
            #expect(kind.facts.options.contains(meaning))
            for word in words.dropFirst() { synonyms[word] = meaning }
        }
        #expect(synonyms == Vocabulary.synonyms[kind])
    }
}
