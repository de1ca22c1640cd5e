/// What a node signs when it asks for an operational certificate: the answer to CSRRequest.
///
/// Source: Matter core specification 1.4, section 11.18.4.7.
package struct NOCSRElements: Hashable, Sendable {
    /// The certificate signing request in DER.
    package let request: [UInt8]
    package let nonce: [UInt8]

    package init(request: [UInt8], nonce: [UInt8]) {
        self.request = request
        self.nonce = nonce
    }

    /// Reads the elements. Those of vendors are ignored.
    package init(decoding bytes: [UInt8]) throws(AttestationFailure) {
        do throws(TLVFieldError) {
            let fields = try TLVFields(decoding: bytes)
            request = try fields.bytes(1, count: 1...NOCRequest.maximumBytes)
            nonce = try fields.bytes(2, count: AttestationElements.nonceBytes)
        } catch {
            throw .malformed(error)
        }
    }

    package var encoded: [UInt8] { TLVEncoder.encode(.structure([1: .bytes(request), 2: .bytes(nonce)])) }
}
