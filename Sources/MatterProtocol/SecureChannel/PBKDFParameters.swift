/// How a passcode is stretched, as the responder of PASE chooses it.
package struct PBKDFParameters: Hashable, Sendable {
    /// Fewer iterations would let an eavesdropper test passcodes quickly; more would block the initiator for seconds.
    package static let allowedIterations: ClosedRange<UInt32> = 1_000...100_000
    package static let allowedSaltBytes = 16...32

    package let iterations: UInt32
    package let salt: [UInt8]

    /// Throws `.unacceptableIterations` or `.unacceptableSalt` outside the ranges of the specification.
    package init(iterations: UInt32, salt: [UInt8]) throws(SessionEstablishmentFailure) {
        guard Self.allowedIterations.contains(iterations) else { throw .unacceptableIterations(iterations) }
        guard Self.allowedSaltBytes.contains(salt.count) else { throw .unacceptableSalt(byteCount: salt.count) }
        self.iterations = iterations
        self.salt = salt
    }
}
