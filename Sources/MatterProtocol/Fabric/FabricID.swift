/// The number of a fabric under its root. It is unique only together with the key of the root.
package struct FabricID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    package let rawValue: UInt64

    /// Nil for 0, which is reserved.
    package init?(rawValue: UInt64) {
        guard rawValue != 0 else { return nil }
        self.rawValue = rawValue
    }

    private init(nonzero: UInt64) { rawValue = nonzero }

    package static func random(using generator: inout some RandomNumberGenerator) -> FabricID {
        FabricID(nonzero: UInt64.random(in: 1...UInt64.max, using: &generator))
    }

    /// Sixteen upper-case hexadecimal digits.
    package var description: String { HexadecimalText.digits(of: rawValue) }

    var bigEndianBytes: [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: rawValue >> (56 - 8 * $0)) } }
    var littleEndianBytes: [UInt8] { bigEndianBytes.reversed() }
}
