/// Checks the attestation of a node, in the order of Matter core specification 1.4, section 6.2.3: the chain of
/// certificates, the certification declaration, that all name the same product, and the signature over the answer.
package struct AttestationVerifier: Sendable {
    /// What the node sent.
    package struct Evidence: Sendable {
        package let deviceCertificate: [UInt8]
        package let intermediateCertificate: [UInt8]
        /// The elements of the answer, in TLV, as the node signed them.
        package let elements: [UInt8]
        package let signature: [UInt8]
        /// From BasicInformation.
        package let vendorID: UInt16
        package let productID: UInt16

        package init(
            deviceCertificate: [UInt8], intermediateCertificate: [UInt8], elements: [UInt8], signature: [UInt8],
            vendorID: UInt16, productID: UInt16
        ) {
            self.deviceCertificate = deviceCertificate
            self.intermediateCertificate = intermediateCertificate
            self.elements = elements
            self.signature = signature
            self.vendorID = vendorID
            self.productID = productID
        }
    }

    private let store: AttestationTrustStore

    package init(store: AttestationTrustStore) { self.store = store }

    /// `nonce` is the one of the request, and `challenge` the attestation challenge of the session.
    package func verify(_ evidence: Evidence, nonce: [UInt8], challenge: [UInt8]) -> AttestationVerdict {
        do throws(AttestationFailure) {
            let chain = try chain(of: evidence)
            let elements = try AttestationElements(decoding: evidence.elements)
            let signed = try SignedDeclaration(decoding: elements.declaration)
            let signer = store.declarationSigner(keyID: signed.signerKeyID)
            if let signer, !signed.isSigned(by: signer.publicKey) { throw .wrongDeclarationSignature }
            let declaration = try CertificationDeclaration(decoding: signed.content)
            try Self.check(declaration, chain: chain, evidence: evidence)
            guard elements.nonce == nonce else { throw .otherNonce }
            guard chain.device.isValid(signature: evidence.signature, for: evidence.elements + challenge) else {
                throw .wrongSignature
            }
            return verdict(chain: chain, declaration: declaration, signer: signer, signerKeyID: signed.signerKeyID)
        } catch {
            return .forged(error)
        }
    }

    /// Checks the answer to CSRRequest and returns the request in it. `device` is the DAC, whose attestation was
    /// verified in the same session.
    package static func verifyRequest(
        elements bytes: [UInt8], signature: [UInt8], device: [UInt8], nonce: [UInt8], challenge: [UInt8]
    ) throws(AttestationFailure) -> NOCRequest {
        guard let device = AttestationCertificate(device) else { throw .malformedCertificate(.device) }
        let elements = try NOCSRElements(decoding: bytes)
        guard elements.nonce == nonce else { throw .otherNonce }
        guard device.isValid(signature: signature, for: bytes + challenge) else { throw .wrongSignature }
        do throws(CertificateFailure) {
            return try NOCRequest(decoding: elements.request)
        } catch {
            throw .request(error)
        }
    }

    // MARK: Certificates

    private struct Chain {
        let device: AttestationCertificate
        let intermediate: AttestationCertificate
        /// Absent if the trust store lacks it.
        let authority: AttestationTrustStore.Authority?
        let vendorID: UInt16
        let productID: UInt16
    }

    private func chain(of evidence: Evidence) throws(AttestationFailure) -> Chain {
        guard let device = AttestationCertificate(evidence.deviceCertificate) else {
            throw .malformedCertificate(.device)
        }
        guard let intermediate = AttestationCertificate(evidence.intermediateCertificate) else {
            throw .malformedCertificate(.intermediate)
        }
        guard device.isEndEntity else { throw .wrongUsage(.device) }
        guard intermediate.isAuthority else { throw .wrongUsage(.intermediate) }
        guard device.names(issuer: intermediate) else { throw .otherIssuer(.device) }
        guard device.isSigned(by: intermediate) else { throw .wrongCertificateSignature(.device) }
        guard let vendorID = device.vendorID, let productID = device.productID else { throw .missingVendor(.device) }
        guard let intermediateVendor = intermediate.vendorID else { throw .missingVendor(.intermediate) }
        guard intermediateVendor == vendorID, intermediate.productID ?? productID == productID else {
            throw .otherVendor(.intermediate)
        }
        let authority = store.authority(of: intermediate)
        if let certificate = authority?.certificate {
            guard certificate.isAuthority else { throw .wrongUsage(.authority) }
            guard intermediate.isSigned(by: certificate) else { throw .wrongCertificateSignature(.intermediate) }
            guard certificate.vendorID ?? vendorID == vendorID else { throw .otherVendor(.authority) }
        }
        return Chain(
            device: device, intermediate: intermediate, authority: authority, vendorID: vendorID, productID: productID)
    }

    private static func check(
        _ declaration: CertificationDeclaration, chain: Chain, evidence: Evidence
    ) throws(AttestationFailure) {
        if let origin = declaration.origin {
            guard origin.vendorID == chain.vendorID, origin.productID == chain.productID else {
                throw .declarationForOtherProduct
            }
        } else {
            guard declaration.vendorID == chain.vendorID, declaration.productIDs.contains(chain.productID) else {
                throw .declarationForOtherProduct
            }
        }
        if !declaration.authorizedAuthorities.isEmpty {
            guard let keyID = chain.intermediate.authorityKeyID, declaration.authorizedAuthorities.contains(keyID)
            else {
                throw .declarationForOtherAuthority
            }
        }
        guard declaration.vendorID == evidence.vendorID, declaration.productIDs.contains(evidence.productID) else {
            throw .otherBasicInformation
        }
        // Without an origin the DAC belongs to the product itself.
        guard declaration.origin != nil || chain.productID == evidence.productID else { throw .otherBasicInformation }
    }

    private func verdict(
        chain: Chain, declaration: CertificationDeclaration, signer: AttestationTrustStore.DeclarationSigner?,
        signerKeyID: [UInt8]
    ) -> AttestationVerdict {
        let product = AttestedProduct(
            vendorID: chain.vendorID, productID: chain.productID, declaration: declaration,
            authority: chain.authority?.certificate.subject)
        let isTestVendor =
            AttestationTrustStore.testVendors.contains(chain.vendorID)
            || AttestationTrustStore.testVendors.contains(declaration.vendorID)
        if isTestVendor || chain.authority?.isForTests == true || signer?.isForTests == true {
            return .testCertificate(product)
        }
        guard chain.authority != nil else {
            return .unknownMaker(product, missing: .authority(keyID: chain.intermediate.authorityKeyID ?? []))
        }
        guard signer != nil else {
            return .unknownMaker(product, missing: .declarationSigner(keyID: signerKeyID))
        }
        return .trusted(product)
    }
}
