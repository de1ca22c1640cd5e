extension DeviceDescription {
    /// The description with the facts of a profile applied. Capabilities that the profile ignores are listed in
    /// `others`.
    package func applying(_ profile: DeviceProfile) -> DeviceDescription {
        var left: [String] = []
        let parts = parts.map { part in
            let capabilities = profile.capabilities(of: part).compactMap { original, capability in
                if capability == nil {
                    left.append("\(part.id)/\(original): The profile \(profile.family) ignores it.")
                }
                return capability
            }
            return Part(
                id: part.id, name: part.name, capabilities: capabilities,
                purpose: part.purpose ?? profile.purpose(of: part),
                suggestedPurpose: profile[part.id].suggestedPurpose)
        }
        return DeviceDescription(
            name: name, manufacturer: manufacturer, model: model, parts: parts, others: others + left,
            hardware: hardware)
    }
}

extension DeviceProfile {
    /// The capability that replaces each one of `part`; nil where the profile ignores it.
    package func capabilities(of part: Part) -> [(original: CapabilityName, capability: Capability?)] {
        let known = self[part.id]
        var taken = Set(part.capabilities.map(\.name))
        return part.capabilities.map { capability in
            guard let profile = known[capability.name] else { return (capability.name, capability) }
            guard !profile.isIgnored else { return (capability.name, nil) }
            guard let quantity = profile.quantity, capability.isPlainNumber else {
                return (capability.name, capability.profiled(profile))
            }
            let name = Self.name(quantity.kind, of: capability, notIn: taken)
            taken.insert(name)
            return (capability.name, capability.measuring(quantity, name: name).profiled(profile))
        }
    }

    fileprivate func purpose(of part: Part) -> Purpose? {
        guard part.asksForPurpose, let purpose = self[part.id].purpose else { return nil }
        return PartProfile.decidedPurposes.contains(purpose) ? purpose : nil
    }

    /// The name of the kind without a label, unless the part has that name already.
    private static func name(
        _ kind: CapabilityKind, of capability: Capability, notIn taken: Set<CapabilityName>
    ) -> CapabilityName {
        guard taken.contains(CapabilityName(kind)) else { return CapabilityName(kind) }
        let labels = Set(taken.compactMap { $0.kind == kind ? $0.label : nil })
        return CapabilityName(
            kind, label: PartID(slugging: capability.name.label?.rawValue ?? "", fallback: .main, notIn: labels))
    }
}

extension Capability {
    /// Whether it is a measurement of an unknown quantity.
    fileprivate var isPlainNumber: Bool { kind == .number && isReported && !isCommanded }

    /// The capability as a measurement of `quantity`. The bounds are converted from the device's unit; the step, which
    /// was in that unit too, is left out.
    fileprivate func measuring(_ quantity: CapabilityProfile.Quantity, name: CapabilityName) -> Capability {
        let bounds = [minimum, maximum].map { bound in
            bound.flatMap { value in name.kind.facts.unit.flatMap { quantity.unit.convert(value, to: $0) } }
        }
        return Capability(name, minimum: bounds[0], maximum: bounds[1], flow: flow)
    }

    fileprivate func profiled(_ profile: CapabilityProfile) -> Capability {
        let isBothWays = profile.isBidirectional && kind == .power
        return Capability(
            name, minimum: isBothWays ? min(minimum ?? 0, -(maximum ?? -kind.facts.range.lowerBound)) : minimum,
            maximum: maximum, step: step, roundsToStep: roundsToStep, options: options, isReported: isReported,
            isCommanded: isCommanded, flow: kind.hasFlow ? profile.flow ?? flow : flow,
            rollover: profile.rollover ?? rollover, announcedUnit: announcedUnit)
    }
}
