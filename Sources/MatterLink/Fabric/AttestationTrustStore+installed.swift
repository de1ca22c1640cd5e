package import MatterProtocol

extension AttestationTrustStore {
    /// The makers that this version of the program knows: none yet, so that a person decides about each device.
    package static let installed = AttestationTrustStore(authorities: [], declarationSigners: [])
}
