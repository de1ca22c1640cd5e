/// A family of MQTT devices, by how one of them is set up. The API and the credential records contain the raw value.
///
/// Each device family declares its own name, and `DeviceFamilies` in the target DeviceProtocols lists all of them, so
/// that this target knows no family.
package struct DeviceFamily: RawRepresentable, Hashable, Sendable, Codable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }
}

/// What the gateway must know of a family before it issues a credential for one of its devices.
package struct DeviceFamilyTerms: Hashable, Sendable {
    package let family: DeviceFamily
    /// The dialects in which its devices announce themselves.
    package let linkKinds: [LinkKind]
    /// The proof of identity that the firmware of the family reliably supports.
    package let usualCredential: CredentialKind
    /// Why a credential needs the MAC address of the device, as a sentence for a person; nil if it needs none.
    package let macRequirement: String?

    package init(
        family: DeviceFamily, linkKinds: [LinkKind], usualCredential: CredentialKind, macRequirement: String? = nil
    ) {
        self.family = family
        self.linkKinds = linkKinds
        self.usualCredential = usualCredential
        self.macRequirement = macRequirement
    }
}

/// The means by which a device proves its identity.
package enum CredentialKind: String, Sendable, Codable, CaseIterable {
    /// A client certificate, at the main listener.
    case certificate
    /// User name and password, at the compatibility listener.
    case password
}
