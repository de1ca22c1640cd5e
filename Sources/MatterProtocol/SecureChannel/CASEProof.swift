import Crypto

/// The encrypted part of Sigma2 and Sigma3: the certificates of the sender, and its signature over them and both public
/// keys of the exchange.
struct CASEProof {
    private let nodeCertificate: [UInt8]
    private let intermediateCertificate: [UInt8]?
    private let signature: [UInt8]
    /// Only in Sigma2: the id with which the initiator can resume the session.
    let resumptionID: [UInt8]?

    /// The proof of this side.
    init(
        identity: FabricIdentity, ownPublicKey: [UInt8], peerPublicKey: [UInt8], resumptionID: [UInt8]? = nil
    ) throws(SessionEstablishmentFailure) {
        nodeCertificate = identity.chain.node.encoded
        intermediateCertificate = identity.chain.intermediate?.encoded
        self.resumptionID = resumptionID
        signature = try identity.signature(
            for: Self.signedBytes(
                node: nodeCertificate, intermediate: intermediateCertificate, sender: ownPublicKey,
                receiver: peerPublicKey))
    }

    /// Reads the proof of the other side, which is not checked yet. `opcode` is the kind of the message around it.
    init(decoding bytes: [UInt8], of opcode: SecureChannelOpcode) throws(SessionEstablishmentFailure) {
        do throws(TLVFieldError) {
            let certificate = 1...MatterCertificate.maximumBytes
            let fields = try TLVFields(decoding: bytes)
            nodeCertificate = try fields.bytes(1, count: certificate)
            intermediateCertificate = try fields.optionalBytes(2, count: certificate)
            signature = try fields.bytes(3, count: 64)
            resumptionID =
                opcode == .sigma2 ? try fields.bytes(4, count: CASEMessages.resumptionIDBytes) : nil
        } catch {
            throw .malformed(opcode, error)
        }
    }

    var encoded: [UInt8] {
        TLVEncoder.encode(
            .structure([
                1: .bytes(nodeCertificate), 2: intermediateCertificate.map { .bytes($0) }, 3: .bytes(signature),
                4: resumptionID.map { .bytes($0) },
            ]))
    }

    /// Checks that the sender belongs to the fabric of `identity` and has the key of its certificate. Returns the
    /// certificate.
    func verify(
        for identity: FabricIdentity, senderPublicKey: [UInt8], receiverPublicKey: [UInt8],
        of opcode: SecureChannelOpcode
    ) throws(SessionEstablishmentFailure) -> MatterCertificate {
        let node: MatterCertificate
        do throws(CertificateFailure) {
            node = try MatterCertificate(decoding: nodeCertificate)
            var intermediate: MatterCertificate?
            if let intermediateCertificate {
                intermediate = try MatterCertificate(decoding: intermediateCertificate)
            }
            try CertificateChain(node: node, intermediate: intermediate)
                .validate(root: identity.root, fabricID: identity.fabricID)
        } catch {
            throw .certificate(error)
        }
        let signed = Self.signedBytes(
            node: nodeCertificate, intermediate: intermediateCertificate, sender: senderPublicKey,
            receiver: receiverPublicKey)
        guard let key = try? P256.Signing.PublicKey(x963Representation: node.publicKey),
            let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature),
            key.isValidSignature(signature, for: signed)
        else { throw .wrongSignature(opcode) }
        return node
    }

    static func signedBytes(
        node: [UInt8], intermediate: [UInt8]?, sender: [UInt8], receiver: [UInt8]
    ) -> [UInt8] {
        TLVEncoder.encode(
            .structure([
                1: .bytes(node), 2: intermediate.map { .bytes($0) }, 3: .bytes(sender), 4: .bytes(receiver),
            ]))
    }
}
