/// Reads little-endian numbers from bytes, one after the other. Throws `.truncated` where the bytes end.
struct ByteReader {
    private let bytes: [UInt8]
    private(set) var position: Int

    init(_ bytes: [UInt8], from position: Int = 0) {
        self.bytes = bytes
        self.position = min(position, bytes.count)
    }

    mutating func nextUInt8() throws(MessageError) -> UInt8 { try next() }
    mutating func nextUInt16() throws(MessageError) -> UInt16 { try next() }
    mutating func nextUInt32() throws(MessageError) -> UInt32 { try next() }
    mutating func nextUInt64() throws(MessageError) -> UInt64 { try next() }

    /// Passes over a field whose length stands before it in two bytes.
    mutating func skipField() throws(MessageError) {
        let length = Int(try nextUInt16())
        guard bytes.count - position >= length else { throw .truncated }
        position += length
    }

    /// The bytes that were not read.
    func rest() -> [UInt8] { position == 0 ? bytes : Array(bytes[position...]) }

    private mutating func next<Number: FixedWidthInteger & UnsignedInteger>() throws(MessageError) -> Number {
        let count = Number.bitWidth / 8
        guard bytes.count - position >= count else { throw .truncated }
        var number: Number = 0
        for index in 0..<count { number |= Number(bytes[position + index]) << (8 * index) }
        position += count
        return number
    }
}

extension [UInt8] {
    /// Appends the bytes of the number, the lowest one first.
    mutating func append(littleEndian number: some FixedWidthInteger & UnsignedInteger) {
        for index in 0..<number.bitWidth / 8 { append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
    }
}
