/// What is known of a family of devices and what none of their messages says.
package struct DeviceProfile: Hashable, Sendable {
    /// What people call these devices.
    package let family: String
    /// Any of these is one of them.
    package let matches: [ProfileMatch]
    /// For people.
    package let note: String?
    /// Whether what it reports is only what it, or whoever speaks for it, assumes: a report then proves no command
    /// (`DialectOrder.Proof`). Nil leaves it to the dialect.
    package let isOptimistic: Bool?
    package let everyPart: PartProfile
    /// What counts more than `everyPart`.
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

/// What is known of one part.
package struct PartProfile: Hashable, Sendable {
    /// What it moves, so that nobody is asked: a garage or a gate, which makes every command to it sensitive. Nothing that
    /// the network says of itself may make a command *less* so; a person may say otherwise.
    package var purpose: Purpose?
    /// What it most likely moves or feeds: offered where a person is asked, and never taken without them.
    package var suggestedPurpose: Purpose?
    package var capabilities: [CapabilityName: CapabilityProfile]
    /// All of one kind, whatever their labels; a name of its own counts more.
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

    /// The purposes that a profile may decide.
    package static let decidedPurposes: Set<Purpose> = [.garage, .gate]
}

/// What is known of one capability, by the name that its dialect gives it.
package struct CapabilityProfile: Hashable, Sendable {
    /// What a generic number really measures.
    package struct Quantity: Hashable, Sendable {
        package let kind: CapabilityKind
        /// The device's own unit.
        package let unit: Unit

        /// Nil for what is not recorded, and for a unit of something else.
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
    /// Whether a power runs both ways and is negative one way.
    package var isBidirectional: Bool
    /// Where a counter runs over and goes on from 0, in its canonical unit; else it is guessed.
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
    /// What is known of `part`: fact by fact, its own before those of every part.
    package subscript(_ part: PartID) -> PartProfile {
        guard let own = parts[part] else { return everyPart }
        return PartProfile(
            purpose: own.purpose ?? everyPart.purpose,
            suggestedPurpose: own.suggestedPurpose ?? everyPart.suggestedPurpose,
            capabilities: everyPart.capabilities.merging(own.capabilities) { $1 },
            kinds: everyPart.kinds.merging(own.kinds) { $1 })
    }
}
