import Foundation
import HomeModel
import Testing

@testable import DeviceProtocols

/// `devices/zigbee2mqtt.md` names exactly the keys that the gateway understands.
@Suite struct ZigbeeVocabularyPageTests {
    private static let rows: Set<String> = {
        let path = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../devices/zigbee2mqtt.md")
        let lines = (try? String(contentsOf: path, encoding: .utf8))?.components(separatedBy: "\n") ?? []
        let kinds = CapabilityKind.allCases.map { "| `\($0.rawValue)` |" }
        return Set(lines.filter { line in kinds.contains { line.hasPrefix($0) } })
    }()

    private static func keys(_ keys: [String]) -> String { keys.map { "`\($0)`" }.joined(separator: ", ") }

    @Test func pageNamesTheKeysOfEveryKind() {
        let read = (Array(ZigbeeVocabulary.quantities) + Array(ZigbeeVocabulary.senses)).map { kind, keys in
            "| `\(kind.rawValue)` | \(Self.keys(keys)) |"
        }
        let commanded = ZigbeeVocabulary.actuators.flatMap { family, rows in
            rows.map { "| `\($0.rawValue)` | \(family) | \(Self.keys($1)) |" }
        }
        #expect(Set(read + commanded).symmetricDifference(Self.rows) == [])
    }
}
