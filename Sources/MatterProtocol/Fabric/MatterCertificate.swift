import Crypto

/// An operational certificate in the form that Matter sends: TLV that stands for an X.509 certificate. The signature
/// belongs to the DER of the X.509 form.
///
/// Source: Matter core specification 1.4, section 6.5.
package struct MatterCertificate: Hashable, Sendable {
    /// The most bytes that a certificate may have in TLV.
    package static let maximumBytes = 400
    private static let limits = TLVLimits(maximumBytes: maximumBytes, maximumElements: 64, maximumDepth: 4)
    private static let maximumSerialBytes = 20
    private static let signatureBytes = 64

    /// The parts that the signature covers.
    struct Body: Hashable, Sendable {
        var serialNumber: [UInt8]
        var issuer: MatterName
        var notBefore: MatterTime
        var notAfter: MatterTime
        var subject: MatterName
        /// The uncompressed point.
        var publicKey: [UInt8]
        var extensions: [MatterCertificateExtension]
    }

    let body: Body
    /// r and s, each 32 bytes.
    package let signature: [UInt8]

    package var issuer: MatterName { body.issuer }
    package var subject: MatterName { body.subject }
    package var notBefore: MatterTime { body.notBefore }
    package var notAfter: MatterTime { body.notAfter }
    /// The uncompressed point of the key.
    package var publicKey: [UInt8] { body.publicKey }
    package var extensions: [MatterCertificateExtension] { body.extensions }

    /// The certificate with this body, signed with the key of its issuer.
    init(signing body: Body, with key: P256.Signing.PrivateKey) throws(CertificateFailure) {
        self.body = body
        let bytes = try X509Encoding.body(body)
        guard let signature = try? key.signature(for: bytes) else { throw .cryptography }
        self.signature = Array(signature.rawRepresentation)
    }

    // MARK: TLV

    /// Reads a certificate. The signature is not checked.
    package init(decoding bytes: [UInt8]) throws(CertificateFailure) {
        guard bytes.count <= Self.maximumBytes else { throw .tooManyBytes(limit: Self.maximumBytes) }
        let parts: Parts
        do throws(TLVFieldError) {
            parts = try Parts(TLVFields(decoding: bytes, limits: Self.limits))
        } catch {
            throw .malformed(error)
        }
        guard parts.algorithms.allSatisfy({ $0 == 1 }) else { throw .unknownAlgorithm }
        guard (try? P256.Signing.PublicKey(x963Representation: parts.publicKey)) != nil else {
            throw .invalidPublicKey
        }
        var extensions: [MatterCertificateExtension] = []
        for element in parts.extensions {
            let next = try MatterCertificateExtension(element)
            guard next.tag == 6 || !extensions.contains(where: { $0.tag == next.tag }) else {
                throw .invalidExtensions
            }
            extensions.append(next)
        }
        body = Body(
            serialNumber: parts.serialNumber, issuer: try MatterName(parts.issuer),
            notBefore: MatterTime(rawValue: parts.notBefore), notAfter: MatterTime(rawValue: parts.notAfter),
            subject: try MatterName(parts.subject), publicKey: parts.publicKey, extensions: extensions)
        signature = parts.signature
    }

    /// The fields before their contents are checked.
    private struct Parts {
        let serialNumber: [UInt8]
        let algorithms: [UInt8]
        let issuer: TLVValue
        let notBefore: UInt32
        let notAfter: UInt32
        let subject: TLVValue
        let publicKey: [UInt8]
        let extensions: [TLVElement]
        let signature: [UInt8]

        init(_ fields: TLVFields) throws(TLVFieldError) {
            serialNumber = try fields.bytes(1, count: 1...MatterCertificate.maximumSerialBytes)
            algorithms = [try fields.integer(2), try fields.integer(7), try fields.integer(8)]
            issuer = try fields.fields(3).value
            notBefore = try fields.integer(4)
            notAfter = try fields.integer(5)
            subject = try fields.fields(6).value
            publicKey = try fields.bytes(9, count: P256Point.byteCount)
            extensions = try fields.fields(10).value.elements ?? []
            signature = try fields.bytes(11, count: MatterCertificate.signatureBytes)
        }
    }

    /// The bytes in TLV.
    package var encoded: [UInt8] {
        TLVEncoder.encode(
            .structure([
                1: .bytes(body.serialNumber), 2: .number(1 as UInt8), 3: body.issuer.value,
                4: .number(body.notBefore.rawValue), 5: .number(body.notAfter.rawValue), 6: body.subject.value,
                7: .number(1 as UInt8), 8: .number(1 as UInt8), 9: .bytes(body.publicKey),
                10: .list(body.extensions.map(\.element)), 11: .bytes(signature),
            ]))
    }

    // MARK: X.509

    /// The DER of the whole certificate in the form of X.509.
    package func x509() throws(CertificateFailure) -> [UInt8] {
        try X509Encoding.certificate(body: body, signature: signature)
    }

    /// Whether the key of `issuer` made the signature. Names and extensions are not compared.
    package func isSigned(by issuer: MatterCertificate) -> Bool {
        guard let bytes = try? X509Encoding.body(body),
            let key = try? P256.Signing.PublicKey(x963Representation: issuer.publicKey),
            let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature)
        else { return false }
        return key.isValidSignature(signature, for: bytes)
    }

    // MARK: Extensions

    package var isAuthority: Bool {
        extensions.contains { if case .basicConstraints(true, _) = $0 { true } else { false } }
    }

    /// The number of authorities that may stand between this one and a node; nil if there is no limit.
    package var pathLength: UInt8? {
        extensions.lazy.compactMap { if case .basicConstraints(true, let length) = $0 { length } else { nil } }.first
    }

    package var keyUsage: MatterCertificateExtension.KeyUsage? {
        extensions.lazy.compactMap { if case .keyUsage(let usage) = $0 { usage } else { nil } }.first
    }

    package var extendedKeyUsage: [MatterCertificateExtension.ExtendedKeyUsage] {
        extensions.lazy.compactMap { if case .extendedKeyUsage(let usages) = $0 { usages } else { nil } }.first ?? []
    }

    package var subjectKeyID: [UInt8]? {
        extensions.lazy.compactMap { if case .subjectKeyID(let bytes) = $0 { bytes } else { nil } }.first
    }

    package var authorityKeyID: [UInt8]? {
        extensions.lazy.compactMap { if case .authorityKeyID(let bytes) = $0 { bytes } else { nil } }.first
    }
}
