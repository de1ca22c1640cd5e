import Crypto

/// A number below the order of the curve P-256. The bytes are cleared when they are freed, and no description contains
/// them.
struct P256Scalar: Sendable, CustomStringConvertible {
    static let byteCount = 32

    private let bytes: SymmetricKey

    /// The big-endian number `bytes` modulo the order of the curve.
    init(reducing bytes: [UInt8]) throws(P256Error) { self = try P256Arithmetic.scalar(reducing: bytes) }

    /// `bytes` are the 32 big-endian bytes of a number that was reduced.
    init(reduced bytes: SymmetricKey) { self.bytes = bytes }

    /// A random number from 1 on. Reducing 40 bytes makes every number equally likely up to 2⁻⁶⁴.
    static func random() throws(P256Error) -> P256Scalar {
        while true {
            let source = SymmetricKey(size: SymmetricKeySize(bitCount: 320))
            let scalar = try P256Scalar(reducing: source.withUnsafeBytes { Array($0) })
            if !scalar.isZero { return scalar }
        }
    }

    var isZero: Bool { withBytes { !$0.contains { $0 != 0 } } }

    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result { bytes.withUnsafeBytes(body) }

    /// The big-endian bytes, for a transcript or a file of secrets.
    var exposedBytes: [UInt8] { withBytes { Array($0) } }

    var description: String { "P256Scalar(hidden)" }
}
