/// Facts about a family of devices that its messages do not state.
package struct DeviceProfile: Hashable, Sendable {
    /// The common name of these devices.
    package let family: String
    /// A device belongs to the family when it matches any of these.
    package let matches: [ProfileMatch]
    /// A note for people.
    package let note: String?
    /// Whether the device only reports what it assumes, or what a bridge that reports for it assumes: then a report
    /// confirms no command (`ConfirmationMode`). Nil leaves this to the dialect.
    package let isOptimistic: Bool?
    /// The facts that apply to every part.
    package let everyPart: PartProfile
    /// The facts of single parts, which override `everyPart`.
    package let parts: [PartID: PartProfile]

    package init(
        family: String, matches: [ProfileMatch], note: String? = nil, isOptimistic: Bool? = nil,
        everyPart: PartProfile = PartProfile(), parts: [PartID: PartProfile] = [:]
    ) {
        self.family = family
        self.matches = matches
        self.note = note
        self.isOptimistic = isOptimistic
        self.everyPart = everyPart
        self.parts = parts
    }
}

/// Facts about one part.
package struct PartProfile: Hashable, Sendable {
    /// The purpose of the part, so that no person is asked: a garage or a gate, which makes every command to it
    /// sensitive. Data from the network must never make a command *less* sensitive; a person may state another purpose.
    package var purpose: Purpose?
    /// The most likely purpose of the part: suggested to the person who is asked, and never applied without them.
    package var suggestedPurpose: Purpose?
    package var capabilities: [CapabilityName: CapabilityProfile]
    /// Facts about all capabilities of a kind, whatever their labels; `capabilities` overrides them.
    package var kinds: [CapabilityKind: CapabilityProfile]

    package init(
        purpose: Purpose? = nil, suggestedPurpose: Purpose? = nil,
        capabilities: [CapabilityName: CapabilityProfile] = [:], kinds: [CapabilityKind: CapabilityProfile] = [:]
    ) {
        self.purpose = purpose
        self.suggestedPurpose = suggestedPurpose
        self.capabilities = capabilities
        self.kinds = kinds
    }

    package subscript(_ name: CapabilityName) -> CapabilityProfile? { capabilities[name] ?? kinds[name.kind] }

    /// The purposes that a profile may decide without a person.
    package static let decidedPurposes: Set<Purpose> = [.garage, .gate]
}

/// Facts about one capability, identified by the name that its dialect gives it.
package struct CapabilityProfile: Hashable, Sendable {
    /// The quantity that a generic number measures.
    package struct Quantity: Hashable, Sendable {
        package let kind: CapabilityKind
        /// The device's own unit.
        package let unit: Unit

        /// Nil when the kind is no recorded quantity, and when the unit measures something else.
        package init?(_ kind: CapabilityKind, in unit: Unit) {
            guard case .reading = kind.facts.recording, let canonical = kind.facts.unit,
                unit.convert(1, to: canonical) != nil
            else { return nil }
            self.kind = kind
            self.unit = unit
        }
    }

    package var isIgnored: Bool
    package var quantity: Quantity?
    package var flow: EnergyFlow?
    /// Whether a power flows in both directions and is negative in one of them.
    package var isBidirectional: Bool
    /// The value at which a counter overflows and continues from 0, in its canonical unit; nil when it has to be
    /// guessed.
    package var rollover: Double?

    package init(
        isIgnored: Bool = false, quantity: Quantity? = nil, flow: EnergyFlow? = nil, isBidirectional: Bool = false,
        rollover: Double? = nil
    ) {
        self.isIgnored = isIgnored
        self.quantity = quantity
        self.flow = flow
        self.isBidirectional = isBidirectional
        self.rollover = rollover
    }
}

extension DeviceProfile {
    /// The facts about `part`. Each of its own facts overrides that of `everyPart`.
    package subscript(_ part: PartID) -> PartProfile {
        guard let own = parts[part] else { return everyPart }
        return PartProfile(
            purpose: own.purpose ?? everyPart.purpose,
            suggestedPurpose: own.suggestedPurpose ?? everyPart.suggestedPurpose,
            capabilities: everyPart.capabilities.merging(own.capabilities) { $1 },
            kinds: everyPart.kinds.merging(own.kinds) { $1 })
    }
}

/// The profiles that a gateway knows.
package struct DeviceProfiles: Sendable {
    /// The user's own profiles, before those that came with the program.
    private let ranks: [[DeviceProfile]]

    package init(own: [DeviceProfile] = [], shipped: [DeviceProfile] = []) { ranks = [own, shipped] }

    /// The profile that matches the device most precisely; of several equally precise ones the first. A profile of the
    /// user comes before all that came with the program.
    package func profile(for kind: LinkKind, _ description: DeviceDescription) -> DeviceProfile? {
        for profiles in ranks {
            var best: (profile: DeviceProfile, precision: Int)?
            for profile in profiles {
                let covering = profile.matches.filter { $0.covers(kind, description: description) }
                guard let precision = covering.map(\.precision).max(), precision > best?.precision ?? -1 else {
                    continue
                }
                best = (profile, precision)
            }
            if let best { return best.profile }
        }
        return nil
    }
}
