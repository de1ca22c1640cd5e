import MatterProtocol
import SeededRandom

extension SeededGenerator {
    /// A random value of any type, with containers up to `depth` inside each other.
    mutating func tlvValue(depth: Int = 5) -> TLVValue {
        switch Int.random(in: 0..<(depth > 0 ? 11 : 8), using: &self) {
        case 0: return .signed(number().signed)
        case 1: return .unsigned(number().unsigned)
        case 2: return .boolean(Bool.random(using: &self))
        case 3: return .float(Float.random(in: -1e30...1e30, using: &self))
        case 4: return .double(Double.random(in: -1e300...1e300, using: &self))
        case 5: return .text(String((0..<Int.random(in: 0...40, using: &self)).map { _ in letter() }))
        case 6: return .bytes(bytes(Int.random(in: 0...300, using: &self)))
        case 7: return .null
        case 8:
            return .structure(
                (0..<Int.random(in: 0...5, using: &self)).map { _ in
                    TLVElement(tag: tlvTag(isAnonymousAllowed: false), value: tlvValue(depth: depth - 1))
                })
        case 9: return .array((0..<Int.random(in: 0...5, using: &self)).map { _ in tlvValue(depth: depth - 1) })
        default:
            return .list(
                (0..<Int.random(in: 0...5, using: &self)).map { _ in
                    TLVElement(tag: tlvTag(isAnonymousAllowed: true), value: tlvValue(depth: depth - 1))
                })
        }
    }

    private mutating func tlvTag(isAnonymousAllowed: Bool) -> TLVTag {
        let number = UInt32(truncatingIfNeeded: number().unsigned)
        switch Int.random(in: isAnonymousAllowed ? 0...4 : 1...4, using: &self) {
        case 0: return .anonymous
        case 1: return .context(UInt8(truncatingIfNeeded: number))
        case 2: return .common(number)
        case 3: return .implicit(number)
        default:
            return .full(
                vendor: UInt16.random(in: .min ... .max, using: &self),
                profile: UInt16.random(in: .min ... .max, using: &self), number: number)
        }
    }

    /// A number with a random count of bits, so that all widths occur.
    private mutating func number() -> (signed: Int64, unsigned: UInt64) {
        let shift = Int.random(in: 0..<64, using: &self)
        let bits = next()
        return (Int64(bitPattern: bits) >> shift, bits >> shift)
    }

    private mutating func letter() -> Character {
        ["a", "Z", "0", " ", "ü", "日", "🏠"].randomElement(using: &self) ?? "a"
    }
}
