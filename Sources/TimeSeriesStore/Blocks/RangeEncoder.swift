/// One side of the range coder: it writes bits, or reads the same bits back.
///
/// Models are written once for both sides. The writer passes each bit and gets it back; the reader may pass any value.
protocol BinaryCoder {
    static var isReader: Bool { get }

    /// Codes one bit whose probability of being 1 is `probability`, in 65,536ths, neither 0 nor 1.
    mutating func code(_ bit: UInt64, probability: UInt64) -> UInt64

    /// Codes the lowest `count` bits of `bits`, all equally likely; `count` is at most 16.
    mutating func codeUniform(_ bits: UInt64, count: UInt64) -> UInt64
}

/// Encodes bits. The probability of each bit shrinks an interval of 64 bits; the upper half of its bits is written once
/// only a carry can change it. Source: G. N. N. Martin, *Range encoding* (1979).
struct RangeEncoder: BinaryCoder {
    static let isReader = false

    private var bytes: [UInt8] = []
    private var low: UInt64 = 0
    private var range = UInt64.max

    @inline(__always)
    mutating func code(_ bit: UInt64, probability: UInt64) -> UInt64 {
        let bound = (range >> 16) &* probability
        if bit != 0 {
            range = bound
        } else {
            add(bound)
            range &-= bound
        }
        shift()
        return bit
    }

    @inline(__always)
    mutating func codeUniform(_ bits: UInt64, count: UInt64) -> UInt64 {
        range >>= count
        add(range &* bits)
        shift()
        return bits
    }

    @inline(__always)
    private mutating func add(_ offset: UInt64) {
        let (sum, overflow) = low.addingReportingOverflow(offset)
        low = sum
        if overflow { carry() }
    }

    @inline(__always)
    private mutating func shift() {
        if range < 1 << 32 { emit() }
    }

    @inline(never)
    private mutating func emit() {
        for shift in stride(from: UInt64(56), through: 32, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: low >> shift))
        }
        low <<= 32
        range <<= 32
    }

    /// Adds 1 to the bytes written so far; the carry never goes past the first byte.
    @inline(never)
    private mutating func carry() {
        for index in bytes.indices.reversed() {
            bytes[index] &+= 1
            if bytes[index] != 0 { return }
        }
    }

    /// Writes the fewest bytes that lie in the interval; the decoder reads zeros after them.
    mutating func finish() -> [UInt8] {
        for length in UInt64(0)...8 {
            let unit: UInt64 = length == 8 ? 0 : UInt64.max >> (8 * length)
            let (sum, overflow) = low.addingReportingOverflow(unit)
            let end = sum & ~unit
            if (end &- low) < range {
                if overflow { carry() }
                for byte in 0..<length { bytes.append(UInt8(truncatingIfNeeded: end >> (56 - 8 * byte))) }
                break
            }
        }
        return bytes
    }
}
