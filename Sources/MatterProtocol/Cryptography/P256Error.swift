/// The reason why a calculation on the curve P-256 has no result.
package enum P256Error: Error, Hashable, Sendable {
    /// The bytes are not a point of the curve, or the point at infinity.
    case invalidPoint
    /// OpenSSL could not allocate memory, or failed for another reason of its own.
    case failed
}
