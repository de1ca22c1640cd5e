import MatterProtocol

/// The commands with which an administrator adds a node to its fabric and removes it. Source: Matter core specification,
/// sections 11.10, 11.18 and 11.19.
extension CommandData {
    private static func root(_ cluster: UInt32, command: UInt32, fields: KeyValuePairs<UInt8, TLVValue?>) -> CommandData
    {
        CommandData(
            path: CommandPath(endpoint: 0, cluster: cluster, command: command), fields: .structure(fields))
    }

    // MARK: Commissioning

    /// Has the node undo everything after this time, unless the commissioning is complete. Zero has it do so now.
    static func armFailSafe(seconds: UInt16) -> CommandData {
        root(AdministrationCluster.generalCommissioning, command: 0x00, fields: [0: .number(seconds), 1: .unsigned(0)])
    }

    /// `location` is 0 for indoor, 1 for outdoor, 2 for both. The country `XX` stands for none.
    static func setRegulatoryConfig(location: UInt8) -> CommandData {
        root(
            AdministrationCluster.generalCommissioning, command: 0x02,
            fields: [0: .number(location), 1: .text("XX"), 2: .unsigned(0)])
    }

    static let commissioningComplete = root(AdministrationCluster.generalCommissioning, command: 0x04, fields: [:])

    static func attestationRequest(nonce: [UInt8]) -> CommandData {
        root(AdministrationCluster.operationalCredentials, command: 0x00, fields: [0: .bytes(nonce)])
    }

    /// The certificates with which a node proves its maker.
    enum AttestationCertificate: UInt8 {
        /// The one of the node itself (DAC).
        case device = 1
        /// The one that issued it (PAI).
        case intermediate = 2
    }

    static func certificateChainRequest(_ certificate: AttestationCertificate) -> CommandData {
        root(AdministrationCluster.operationalCredentials, command: 0x02, fields: [0: .number(certificate.rawValue)])
    }

    static func csrRequest(nonce: [UInt8]) -> CommandData {
        root(AdministrationCluster.operationalCredentials, command: 0x04, fields: [0: .bytes(nonce)])
    }

    static func addTrustedRootCertificate(_ certificate: MatterCertificate) -> CommandData {
        root(AdministrationCluster.operationalCredentials, command: 0x0B, fields: [0: .bytes(certificate.encoded)])
    }

    /// Gives the node its certificate, and an entry in its access control for all nodes with the tag `administrator`.
    static func addNOC(
        _ certificate: MatterCertificate, identityProtectionKey: [UInt8], administrator: CASEAuthenticatedTag,
        vendorID: UInt16
    ) -> CommandData {
        root(
            AdministrationCluster.operationalCredentials, command: 0x06,
            fields: [
                0: .bytes(certificate.encoded), 2: .bytes(identityProtectionKey),
                3: .unsigned(NodeID(administrator).rawValue), 4: .number(vendorID),
            ])
    }

    // MARK: Fabrics

    static func updateFabricLabel(_ label: String) -> CommandData {
        root(AdministrationCluster.operationalCredentials, command: 0x09, fields: [0: .text(label)])
    }

    static func removeFabric(index: UInt8) -> CommandData {
        root(AdministrationCluster.operationalCredentials, command: 0x0A, fields: [0: .number(index)])
    }

    /// Makes the node accept another commissioner for so long. A timed command.
    static func openCommissioningWindow(
        seconds: UInt16, verifier: [UInt8], discriminator: UInt16, parameters: PBKDFParameters
    ) -> CommandData {
        root(
            AdministrationCluster.administratorCommissioning, command: 0x00,
            fields: [
                0: .number(seconds), 1: .bytes(verifier), 2: .number(discriminator),
                3: .number(parameters.iterations), 4: .bytes(parameters.salt),
            ])
    }

    /// Ends the time in which the node accepts another commissioner. A timed command.
    static let revokeCommissioning = root(AdministrationCluster.administratorCommissioning, command: 0x02, fields: [:])

    // MARK: Identification

    /// Makes an endpoint show where it is for so long.
    static func identify(endpoint: UInt16, seconds: UInt16) -> CommandData {
        CommandData(
            path: CommandPath(endpoint: endpoint, cluster: AdministrationCluster.identify, command: 0x00),
            fields: .structure([0: .number(seconds)]))
    }
}
