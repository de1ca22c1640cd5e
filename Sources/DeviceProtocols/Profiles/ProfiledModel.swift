package import HomeModel

/// A device whose dialect's model is completed by a device profile.
package struct ProfiledModel: DialectModel {
    package let description: DeviceDescription
    private let model: any DialectModel
    private let isOptimistic: Bool?
    private let meanings: ProfiledMeanings

    package init(_ model: any DialectModel, profile: DeviceProfile) {
        self.model = model
        description = model.description.applying(profile)
        isOptimistic = profile.isOptimistic
        meanings = ProfiledMeanings(model.description, profile: profile)
    }

    package var topics: [DeviceTopic] {
        model.topics.map { topic in
            DeviceTopic(
                topic.topic, lanes: topic.lanes, decoder: ProfiledDecoder(base: topic.decoder, meanings: meanings))
        }
    }

    /// Profiles never rename a capability that can be commanded, so the name is passed on unchanged.
    package func encodeCommand(
        _ part: PartID, capability: CapabilityName, value: CapabilityValue, number: UInt32
    ) -> DialectCommand? {
        encodeCommand(part, capability: capability, value: value, number: number, showing: [:])
    }

    package func encodeCommand(
        _ part: PartID, capability: CapabilityName, value: CapabilityValue, number: UInt32,
        showing state: [CapabilityName: CapabilityValue]
    ) -> DialectCommand? {
        guard description[part]?[capability]?.isCommanded == true,
            let command = model.encodeCommand(
                part, capability: capability, value: value, number: number, showing: state)
        else { return nil }
        return DialectCommand(
            command.messages, value: command.value,
            confirmation: confirmation(command.confirmation, part: part, capability: capability))
    }

    package func stateQuery(_ part: PartID, capability: CapabilityName, number: UInt32) -> DialectMessage? {
        meanings.original(part, name: capability).flatMap { model.stateQuery(part, capability: $0, number: number) }
    }

    private func confirmation(
        _ confirmation: ConfirmationMode, part: PartID, capability: CapabilityName
    ) -> ConfirmationMode {
        switch (isOptimistic, confirmation) {
        // An optimistic device answers a query with the state that it assumes, too.
        case (true, _): .none
        case (false, .reportAfterQuery): .report
        default: confirmation
        }
    }
}

extension DeviceProfiles {
    /// Returns `model`, completed by the profile of its device family if there is one.
    package func completing(_ model: any DialectModel, of address: LinkAddress) -> any DialectModel {
        profile(for: address.kind, model.description).map { ProfiledModel(model, profile: $0) } ?? model
    }
}

/// Maps the dialect's capability names to those of the profile.
struct ProfiledMeanings: Sendable {
    private let changes: [PartID: [CapabilityName: Meaning]]

    /// The change that a profile makes to a capability.
    enum Meaning: Sendable {
        case ignored
        /// A reading in this unit; nil means the canonical unit.
        case quantity(CapabilityName, unit: String?)
    }

    init(_ description: DeviceDescription, profile: DeviceProfile) {
        let parts = description.parts.map { part in
            let changes = profile.capabilities(of: part).compactMap { original, capability in
                Self.meaning(original, capability: capability, profile: profile[part.id][original]).map {
                    (original, $0)
                }
            }
            return (part.id, Dictionary(changes) { first, _ in first })
        }
        changes = Dictionary(parts) { first, _ in first }
    }

    private static func meaning(
        _ original: CapabilityName, capability: Capability?, profile: CapabilityProfile?
    ) -> Meaning? {
        guard let capability else { return .ignored }
        guard capability.name != original, let unit = profile?.quantity?.unit else { return nil }
        return .quantity(capability.name, unit: unit == capability.unit ? nil : unit.rawValue)
    }

    subscript(_ part: PartID, _ name: CapabilityName) -> Meaning? { changes[part]?[name] }

    /// The dialect's name for a capability; nil for ignored capabilities.
    func original(_ part: PartID, name: CapabilityName) -> CapabilityName? {
        let renamed = changes[part]?.first { if case .quantity(name, _) = $0.value { true } else { false } }
        if let renamed { return renamed.key }
        return changes[part]?[name] == nil ? name : nil
    }
}

/// Decodes payloads with the dialect's reader and applies the changes of the profile.
private struct ProfiledDecoder: PayloadDecoder {
    let base: any PayloadDecoder
    let meanings: ProfiledMeanings

    func decode(_ payload: [UInt8], on lane: MessageLane) -> [DeviceUpdate] {
        base.decode(payload, on: lane).compactMap(profiledUpdate)
    }

    private func profiledUpdate(_ update: DeviceUpdate) -> DeviceUpdate? {
        switch update {
        case .state(let part, let name, let value), .event(let part, let name, let value),
            .beyondRange(let part, let name, shown: let value):
            changed(update, part: part, name: name, value: value)
        case .reading(let part, let name, _, _), .accepted(let part, let name, _):
            changed(update, part: part, name: name, value: nil)
        case .unreadable(let part?, let name?, let error):
            switch meanings[part, name] {
            case .ignored: nil
            case .quantity(let meant, _): .unreadable(part, meant, error)
            case nil: update
            }
        case .availability, .replied, .failed, .unreadable: update
        }
    }

    private func changed(
        _ update: DeviceUpdate, part: PartID, name: CapabilityName, value: CapabilityValue?
    ) -> DeviceUpdate? {
        switch (meanings[part, name], value) {
        case (.ignored, _): nil
        case (.quantity(let meant, let unit), .number(let value)): .reading(part, meant, value: value, unit: unit)
        default: update
        }
    }
}
