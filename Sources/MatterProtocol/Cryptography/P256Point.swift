/// A point of the curve P-256 other than the point at infinity.
struct P256Point: Hashable, Sendable {
    static let byteCount = 65

    /// The uncompressed form: 4 and both coordinates.
    let bytes: [UInt8]

    /// Reads a point that another device sent. Throws `.invalidPoint` unless it has the uncompressed form and lies on the
    /// curve.
    init(received bytes: [UInt8]) throws(P256Error) {
        guard bytes.count == Self.byteCount, bytes.first == 4 else { throw .invalidPoint }
        self = try P256Arithmetic.point(encoded: bytes)
    }

    /// `bytes` are the uncompressed form of a point that was calculated.
    init(calculated bytes: [UInt8]) { self.bytes = bytes }
}
