import SeededRandom
import HomeModel
import Testing

@Suite struct HostileRecordTests {
    private static let keys = [
        "id", "c#", "ff", "pv", "sf", "ci", "sh", "md", "SII", "T", "ICD", "D", "CM", "VP", "RI", "PI",
    ]

    @Test(arguments: [1, 2, 3, 5, 8, 13, 21, 34] as [UInt64])
    func randomRecordsDecodeDeterministicallyWithoutTraps(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<800 {
            let entries = (0..<Int.random(in: 0...40, using: &random)).map { _ in Self.entry(&random) }
            let txt = TXTRecord(entries: entries)
            let instance = String(decoding: Self.bytes(80, random: &random), as: UTF8.self)
            for kind in ServiceKind.allCases {
                let first = try? ServiceRecord(kind: kind, instance: instance, txt: txt)
                let second = try? ServiceRecord(kind: kind, instance: instance, txt: TXTRecord(entries: entries))
                #expect(first == second, "seed \(seed)")
            }
        }
    }

    private static func entry(_ random: inout SeededGenerator) -> [UInt8] {
        let value = Bool.random(using: &random) ? bytes(300, random: &random) : digits(&random)
        guard Int.random(in: 0..<4, using: &random) > 0 else { return value }
        return Array((keys.randomElement(using: &random) ?? "").utf8) + [UInt8(ascii: "=")] + value
    }

    private static func bytes(_ limit: Int, random: inout SeededGenerator) -> [UInt8] {
        (0..<Int.random(in: 0...limit, using: &random)).map { _ in .random(in: .min ... .max, using: &random) }
    }

    /// Bytes that the parsers nearly accept: digits and their separators.
    private static func digits(_ random: inout SeededGenerator) -> [UInt8] {
        let alphabet = Array("0123456789+-.:ABCDEF=".utf8)
        return (0..<Int.random(in: 0...24, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? 0 }
    }
}
