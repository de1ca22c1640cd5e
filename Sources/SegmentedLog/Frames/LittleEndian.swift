// Inlinable, because the codecs of other targets call these for every number.

extension [UInt8] {
    @inlinable package mutating func append(littleEndian value: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
    }
}

extension UnsafeRawBufferPointer {
    /// The caller has checked that the bytes are there.
    @inlinable package func integer<Value: FixedWidthInteger>(
        at offset: Int, as type: Value.Type = Value.self
    ) -> Value {
        Value(littleEndian: loadUnaligned(fromByteOffset: offset, as: type))
    }
}
