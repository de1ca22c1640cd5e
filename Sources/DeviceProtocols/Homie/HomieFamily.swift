package import HomeModel

/// Devices that follow the Homie convention, in its versions 3 to 5.
package enum HomieFamily: DeviceFamilyDefinition {
    package static let name = DeviceFamily.homie
    package static let linkKinds = [LinkKind.homie5, .homie4]
    package static let discoveryParsers: [any DiscoveryParser.Type] = [
        HomieDiscoveryParser.self, Homie4DiscoveryParser.self,
    ]
    package static let reservedRoots: Set<String> = ["homie"]
    package static let usualCredential = CredentialKind.certificate

    /// Homie 5 describes units and formats that earlier versions leave open.
    package static func detailLevel(of kind: LinkKind) -> Int { kind == .homie5 ? 6 : 4 }

    package static func model(of address: LinkAddress, native: String) -> (any DialectModel)? {
        let convention: HomieConvention = address.kind == .homie4 ? .four : .five
        return try? HomieDeviceModel(
            domain: address.root, id: address.foreignID, json: Array(native.utf8), convention)
    }

    /// The setup of a Homie device. Source: Homie convention 5, "Topic structure".
    package static func setupSheet(for credential: SetupCredential) -> SetupSheet {
        credential.plainSheet(
            topics: "Homie domain  \(credential.root)   (all topics: \(credential.root)/5/<device>/…)",
            notes: [
                CodedSentence(
                    "homie.bridge", text: "A bridge's children are devices beside it, below the same domain.")
            ])
    }
}

extension DeviceFamily {
    package static let homie = DeviceFamily(rawValue: "homie")
}

extension LinkKind {
    package static let homie5 = LinkKind(rawValue: "homie5")
    package static let homie4 = LinkKind(rawValue: "homie4")
}
