package import HomeModel

/// Everything that the gateway knows of one family of MQTT devices. A family implements it in its own folder, and
/// `DeviceFamilies.all` lists it; nothing else in the gateway names a family.
package protocol DeviceFamilyDefinition: Sendable {
    static var name: DeviceFamily { get }

    /// The dialects in which devices of the family announce themselves, the newest first. No other family has them.
    static var linkKinds: [LinkKind] { get }

    /// How much of a device a dialect of the family describes. Of two announcements of the same device the one with the
    /// higher value is used, unless a person chooses.
    static func detailLevel(of kind: LinkKind) -> Int

    /// Empty for a family whose announcements the parser of another family recognises.
    static var discoveryParsers: [any DiscoveryParser.Type] { get }

    /// Restores the model of a device from the native description that was stored at its announcement. Returns nil if
    /// the description cannot be decoded. `address` has one of `linkKinds`.
    static func model(of address: LinkAddress, native: String) -> (any DialectModel)?

    /// The first levels of topics that devices of the family share by default, so that no device may own one.
    static var reservedRoots: Set<String> { get }

    /// The tree in which devices announce themselves outside their own root topics; nil for most families.
    static var discoveryTree: DiscoveryTree? { get }

    /// The proof of identity that the firmware of the family reliably supports.
    static var usualCredential: CredentialKind { get }

    /// Why a credential needs the MAC address of the device, as a sentence for a person; nil if it needs none.
    static var macRequirement: String? { get }

    /// Writes the setup instructions for a device that connects with this credential.
    static func setupSheet(for credential: SetupCredential) -> SetupSheet

    /// How the gateway configures a device of the family itself; nil if it cannot.
    static var directSetup: (any DirectSetup.Type)? { get }
}

extension DeviceFamilyDefinition {
    package static var discoveryTree: DiscoveryTree? { nil }
    package static var macRequirement: String? { nil }
    package static var directSetup: (any DirectSetup.Type)? { nil }

    package static var terms: DeviceFamilyTerms {
        DeviceFamilyTerms(
            family: name, linkKinds: linkKinds, usualCredential: usualCredential, macRequirement: macRequirement)
    }
}

/// A tree of topics outside the roots of the devices, in which devices announce themselves. Each device owns the branch
/// of its MAC address there: the broker lets it publish below that branch, whatever root its messages name.
package struct DiscoveryTree: Hashable, Sendable {
    /// The topic above all branches.
    package let topic: String

    package init(topic: String) { self.topic = topic }

    /// The first level of all topics of the tree.
    package var root: String { String(topic.prefix { $0 != "/" }) }

    /// The topic that the device with this MAC address owns.
    package func branch(of mac: MACAddress) -> String { "\(topic)/\(mac.digits)" }

    /// Whether the tree contains the topic with these levels.
    package func contains(_ levels: [Substring]) -> Bool { levels.starts(with: TopicName.levels(topic)) }

    /// The topic of the branch that contains the topic with these levels; nil if it lies outside the branches.
    package func branchTopic(containing levels: [Substring]) -> String? {
        let depth = TopicName.levels(topic).count
        return contains(levels) && levels.count > depth ? "\(topic)/\(levels[depth])" : nil
    }

    /// The name of the branch that contains the topic with these levels, if the topic lies directly below the branch.
    package func branch(containing levels: [Substring]) -> Substring? {
        let depth = TopicName.levels(topic).count
        return contains(levels) && levels.count == depth + 2 ? levels[depth] : nil
    }
}
