package import HomeModel

/// All devices of no other family. They announce themselves by Home Assistant discovery, if at all.
package enum HomeAssistantFamily: DeviceFamilyDefinition {
    package static let name = DeviceFamily.generic
    package static let linkKinds = [LinkKind.homeAssistant]
    package static let discoveryParsers: [any DiscoveryParser.Type] = [HomeAssistantDiscoveryParser.self]
    package static let reservedRoots: Set<String> = ["homeassistant"]
    package static let usualCredential = CredentialKind.certificate

    package static func detailLevel(of kind: LinkKind) -> Int { 2 }

    package static func model(of address: LinkAddress, native: String) -> (any DialectModel)? {
        try? HomeAssistantModel(address, native: native)
    }

    /// The setup of a device of which nothing is known but that it speaks MQTT.
    package static func setupSheet(for credential: SetupCredential) -> SetupSheet {
        credential.plainSheet(
            topics: "Topics        below \(credential.root)/; all other topics are closed",
            notes: [
                CodedSentence(
                    "generic.discovery", values: ["topic": .text("\(credential.root)/ha")],
                    text: "A device with Home Assistant discovery: set its discovery prefix to \(credential.root)/ha.")
            ])
    }
}

extension DeviceFamily {
    package static let generic = DeviceFamily(rawValue: "generic")
}

extension LinkKind {
    package static let homeAssistant = LinkKind(rawValue: "homeAssistant")
}
