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

/// Decodes bits. After the end of the bytes it reads zeros, so it never traps, whatever the bytes are.
struct RangeDecoder: BinaryCoder {
    static let isReader = true

    private let bytes: UnsafeRawBufferPointer
    private var offset: Int
    /// The position of the encoded number in the interval.
    private var code: UInt64 = 0
    private var range = UInt64.max

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        offset = 0
        code = next() << 32
        code |= next()
    }

    @inline(__always)
    mutating func code(_ bit: UInt64, probability: UInt64) -> UInt64 {
        let bound = (range >> 16) &* probability
        let isOne = code < bound
        let mask: UInt64 = isOne ? 0 : .max
        code &-= bound & mask
        range = isOne ? bound : range &- bound
        shift()
        return mask &+ 1
    }

    @inline(__always)
    mutating func codeUniform(_ bits: UInt64, count: UInt64) -> UInt64 {
        range >>= count
        let read = min(code / range, (1 << count) &- 1)
        code &-= range &* read
        shift()
        return read
    }

    @inline(__always)
    private mutating func shift() {
        if range < 1 << 32 {
            range <<= 32
            code = code << 32 | next()
        }
    }

    private mutating func next() -> UInt64 {
        defer { offset &+= 4 }
        if offset <= bytes.count &- 4 {
            return UInt64(bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self).bigEndian)
        }
        var word: UInt64 = 0
        for index in offset..<offset &+ 4 { word = word << 8 | (index < bytes.count ? UInt64(bytes[index]) : 0) }
        return word
    }
}
