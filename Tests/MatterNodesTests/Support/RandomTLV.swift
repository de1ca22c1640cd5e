import MatterNodes
import MatterProtocol
import SeededRandom

/// Random values of TLV, with many at the limits of their types.
struct RandomTLV {
    private var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed, stream: "tlv") }

    /// True in one of four cases for 0, two of four for 1, and so on.
    mutating func chance(_ quarters: UInt64) -> Bool { generator.next() % 4 <= quarters }

    mutating func deviceType() -> UInt64 {
        UInt64(DeviceType.all.randomElement(using: &generator)?.id ?? 0x0100)
    }

    mutating func number() -> Double {
        [0, 1, 50, 100, -1, 1e300, -1e300, .nan, .infinity, 254.5, 1e-300].randomElement(using: &generator) ?? 0
    }

    private mutating func unsigned() -> UInt64 {
        let edges: [UInt64] = [0, 1, 2, 3, 4, 100, 127, 254, 255, 10_000, 32_767, 65_535, UInt64(Int64.max), .max]
        return chance(2) ? edges.randomElement(using: &generator) ?? 0 : generator.next() >> (generator.next() % 64)
    }

    mutating func value(depth: Int = 0) -> TLVValue {
        switch generator.next() % (depth > 2 ? 8 : 11) {
        case 0: .null
        case 1, 2: .unsigned(unsigned())
        case 3: .signed(Int64(bitPattern: unsigned()))
        case 4: .boolean(chance(1))
        case 5: .double(number())
        case 6: .float(Float(number()))
        case 7: .text(["", "a", "locked", "\u{0}\u{202E}", "🦊"].randomElement(using: &generator) ?? "")
        case 8: .array((0..<Int(generator.next() % 4)).map { _ in value(depth: depth + 1) })
        case 9: .list((0..<Int(generator.next() % 3)).map { .context(UInt8($0), is: value(depth: depth + 1)) })
        default:
            .structure((0..<Int(generator.next() % 4)).map { .context(UInt8($0), is: value(depth: depth + 1)) })
        }
    }
}
