/// What a node signs to prove who made it: the answer to AttestationRequest.
///
/// Source: Matter core specification 1.4, section 11.18.4.1.
package struct AttestationElements: Hashable, Sendable {
    package static let nonceBytes = 32
    /// The most bytes that fit into a message.
    static let maximumDeclarationBytes = 900

    /// The certification declaration in its CMS envelope.
    package let declaration: [UInt8]
    package let nonce: [UInt8]
    /// Seconds since the year 2000, or 0 if the node has no clock.
    package let timestamp: UInt32
    package let firmwareInformation: [UInt8]?

    package init(
        declaration: [UInt8], nonce: [UInt8], timestamp: UInt32 = 0, firmwareInformation: [UInt8]? = nil
    ) {
        self.declaration = declaration
        self.nonce = nonce
        self.timestamp = timestamp
        self.firmwareInformation = firmwareInformation
    }

    /// Reads the elements. Those of vendors are ignored.
    package init(decoding bytes: [UInt8]) throws(AttestationFailure) {
        do throws(TLVFieldError) {
            let fields = try TLVFields(decoding: bytes)
            declaration = try fields.bytes(1, count: 1...Self.maximumDeclarationBytes)
            nonce = try fields.bytes(2, count: Self.nonceBytes)
            timestamp = try fields.integer(3)
            firmwareInformation = try fields.optionalBytes(4, count: 0...Self.maximumDeclarationBytes)
        } catch {
            throw .malformed(error)
        }
    }

    package var encoded: [UInt8] {
        TLVEncoder.encode(
            .structure([
                1: .bytes(declaration), 2: .bytes(nonce), 3: .number(timestamp),
                4: firmwareInformation.map { .bytes($0) },
            ]))
    }
}
