import SeededRandom
import Foundation
import HomeModel
import Testing

@testable import TimeSeriesStore

/// Blocks as the first version wrote them. Homes keep such blocks for years, so they must stay readable.
@Suite struct FrozenBlockTests {
    @Test(arguments: Self.readings.keys.sorted())
    func readingsOfFormat1AreDecoded(_ name: String) throws {
        let (expected, text) = try #require(Self.readings[name])
        let block = try #require(Data(base64Encoded: text))
        let decoded = try block.withUnsafeBytes { bytes throws(BlockDecodingError) in try ReadingBlock.decode(bytes) }
        #expect(ReadingSamples.areSame(decoded, expected))
    }

    @Test func rollUpsOfFormat2AreDecoded() throws {
        let block = try #require(Data(base64Encoded: Self.rollUps))
        let decoded = try block.withUnsafeBytes { bytes throws(BlockDecodingError) in try RollUpBlock.decode(bytes) }
        #expect(decoded == RollUp.hours(of: Self.counter, after: nil, counter: Counter()))
    }

    /// A counter on a grid with jitter, with some readings missing.
    static let counter: [Reading] = {
        var random = SeededGenerator(seed: 11)
        var tick: Int64 = 0
        var total = 123_456
        return (0..<400).map { index in
            tick += index % 37 == 36 ? 3 : 1
            total += index % 100 < 40 ? 0 : Int.random(in: 2...5, using: &random)
            let jitter = Int64.random(in: -4...4, using: &random)
            return Reading(
                time: Timestamp(milliseconds: 1_767_225_600_000 + tick * 10_000 + jitter), value: Double(total) / 1000)
        }
    }()

    static let readings: [String: ([Reading], String)] = [
        "counter": (counter, counterBlock),
        "a scale of its own": (ReadingSamples.series(300) { Double($0 / 7 % 3) * .pi }, listBlock),
        "errors of arithmetic": (ReadingSamples.series(40) { 0.1 * Double($0) + 0.2 }, correctedBlock),
        "not numbers": (ReadingSamples.series([.nan, 1, -.infinity, -0.0, .leastNonzeroMagnitude]), bitsBlock),
    ]

    private static let counterBlock = """
        ATgAkAOcvNbt7mbqvP8DBICJDwT8lQ9Ii2zn7y/oQAGcvNbt7mYBnIyA8QQQABAEgIkPAYCAEIACgAjSXpBN5sD7kpyVPFDN82LDrc96\
        LXKf/RW0hhsItSZBBe0jCctaomHhH58Uckbz3OmrXU/hrE1acTjYIklfI52aQIR7ei+veQl2/hf+4zOtO5uC2780gujOcDZFxwuv9EA6\
        gk4SZvbZm+sGqFvnTxrvJYRI+nT20ihK5ZfkY68eBJSr2HFsKSImTttFsIBW2YjgoUYf8VnAqQMsRu84/lZDf3rH7fklJYW98yVZwBzb\
        XNDeG2DnZqhCv+u1RVs/uqxXhRZkgXXGMp6LW2K2Vmirf9AIlVhJvnxFasNK1jNizHSs1fICs84I53aUjFgP6aoq4I4S3jikODWnmmJA\
        6tCpd8pBrsUJbK+Cn/NWP35LA3ENaEUwLXkubE1F5ho=
        """
    private static let listBlock = """
        AT8ArAKAoNXt7mbg/uwCAQAAGC1EVPshGUC2S8aiBt2MQAGAoNXt7maQToCACIACAAIDAAAIAIACAAQAAQCAAoAI/m6Aaq3/cU+5es9K\
        aib/lu/rD+ax1rgtbYMl3XsDmIJrEqW4QphQsohwhN9dB2fU1ssQ7XZt5uZ1
        """
    private static let correctedBlock = """
        AToAKICg1e3uZuDNLwIEAGdmZmZmZhBAAAAAAACAVUABgKDV7e5mkE6AgAiAAgAJAAQBAIACAAAAAQAAAPwitFrB0kggmBMqog==
        """
    private static let bitsBlock = """
        AT0ABYCg1e3uZoDxBAAAAAAAAADw/wECAAAAAAAA+H8BgKDV7e5mkE6AgAiAAgAAAICAgICAgID4/wEBAIACAOQ3mleDWrN5sUAAAKct\
        n+dO2lkp/+6G29QFniQAAAHudDh3OQ==
        """
    private static let rollUps = """
        Am8AAgGAoNXt7maA3dsBgIAIgAIAAKoFmgIAgAIAAOSdtgOOTgCAAgAAEAD4kg/CAQCAAgABEAD3CYEFAIACAAAQAAABAIACAAAQAAAB\
        AIACAAAQAPgJugMAgAIAARAAvBjMDgCAAgAAFAAYrwYAgAIAy28lgIZgJB4=
        """
}
