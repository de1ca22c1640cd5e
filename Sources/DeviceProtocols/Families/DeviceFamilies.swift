package import HomeModel

/// All supported device families. A new family adds its folder to this target, and one line to `all`.
package enum DeviceFamilies {
    package static let all: [any DeviceFamilyDefinition.Type] = [
        TasmotaFamily.self,
        ShellyFamily.self,
        ESPHomeFamily.self,
        Zigbee2MQTTFamily.self,
        HomieFamily.self,
        HomeAssistantFamily.self,
    ]

    /// The family that is assumed where a person names none.
    package static let standard: any DeviceFamilyDefinition.Type = HomieFamily.self

    /// The definition of a family; nil for a name that no family has.
    package static func definition(of family: DeviceFamily) -> (any DeviceFamilyDefinition.Type)? {
        all.first { $0.name == family }
    }

    /// The definition of the family that speaks a dialect; nil for a kind that no family has.
    package static func definition(speaking kind: LinkKind) -> (any DeviceFamilyDefinition.Type)? {
        all.first { $0.linkKinds.contains(kind) }
    }

    package static let discoveryParsers: [any DiscoveryParser.Type] = all.flatMap { $0.discoveryParsers }

    /// The dialects of all families.
    package static let linkKinds: [LinkKind] = all.flatMap { $0.linkKinds }

    /// The families whose devices need a MAC address for their credential.
    package static let identifiedByMAC: [any DeviceFamilyDefinition.Type] = all.filter { $0.macRequirement != nil }

    /// The families whose devices the gateway can configure itself.
    package static let directlyConfigurable: [any DeviceFamilyDefinition.Type] = all.filter { $0.directSetup != nil }

    /// The family of the device that announces a web server under this name, and the digits at the end of its MAC
    /// address; nil if the gateway cannot configure such a device.
    package static func announced(as name: String) -> (family: any DeviceFamilyDefinition.Type, macSuffix: String)? {
        for family in directlyConfigurable {
            if let suffix = family.directSetup?.macSuffix(inAnnouncedName: name) { return (family, suffix) }
        }
        return nil
    }

    /// The trees in which devices announce themselves outside their own root topics.
    package static let discoveryTrees: [DiscoveryTree] = all.compactMap { $0.discoveryTree }

    /// The first levels of topics that no device may own, because devices of a family share them.
    package static let reservedRoots: Set<String> = all.reduce(into: []) { $0.formUnion($1.reservedRoots) }

    /// How much of a device a dialect describes; 0 for a kind that no family has.
    package static func detailLevel(of kind: LinkKind) -> Int {
        definition(speaking: kind)?.detailLevel(of: kind) ?? 0
    }

    /// Whether `root` is shared by device families, or reserved for the gateway.
    package static func isReserved(_ root: String) -> Bool {
        reservedRoots.contains(root) || RootTopic.isOfTheGateway(root)
    }

    /// Restores the model of a device from the native description that was stored at its announcement. Returns nil if
    /// the description cannot be decoded, for example because an older version of the program wrote it; the next
    /// announcement of the device then replaces it.
    package static func model(of address: LinkAddress, native: String) -> (any DialectModel)? {
        definition(speaking: address.kind)?.model(of: address, native: native)
    }
}

extension DeviceFamily: CaseIterable {
    package static var allCases: [DeviceFamily] { DeviceFamilies.all.map { $0.name } }
}

extension LinkKind: CaseIterable {
    package static var allCases: [LinkKind] { DeviceFamilies.linkKinds + LinkKind.paired + [.archive] }
}
