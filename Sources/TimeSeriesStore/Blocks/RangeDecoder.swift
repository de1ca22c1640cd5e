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
