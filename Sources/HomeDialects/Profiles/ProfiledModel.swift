package import HomeModel

/// A device as its dialect and its profile together understand it.
package struct ProfiledModel: DialectModel {
    package let description: DeviceDescription
    private let model: any DialectModel
    private let isOptimistic: Bool?
    private let meanings: ProfiledMeanings

    package init(_ model: any DialectModel, _ profile: DeviceProfile) {
        self.model = model
        description = model.description.applying(profile)
        isOptimistic = profile.isOptimistic
        meanings = ProfiledMeanings(model.description, profile)
    }

    package var topics: [HeardTopic] {
        model.topics.map { topic in
            HeardTopic(topic.topic, lanes: topic.lanes, reader: ProfiledReader(base: topic.reader, meanings: meanings))
        }
    }

    /// Nothing that can be told changes its name.
    package func order(
        _ part: PartID, _ capability: CapabilityName, _ value: CapabilityValue, number: UInt32
    ) -> DialectOrder? {
        guard description[part]?[capability]?.isCommanded == true,
            let order = model.order(part, capability, value, number: number)
        else { return nil }
        return DialectOrder(order.messages, value: order.value, proof: proof(order.proof, part, capability))
    }

    package func question(_ part: PartID, _ capability: CapabilityName, number: UInt32) -> DialectMessage? {
        meanings.original(part, capability).flatMap { model.question(part, $0, number: number) }
    }

    private func proof(
        _ proof: DialectOrder.Proof, _ part: PartID, _ capability: CapabilityName
    ) -> DialectOrder.Proof {
        switch (isOptimistic, proof) {
        // To an answer an optimistic device puts what it assumes as well.
        case (true, _): .none
        case (false, .answer): .report
        default: proof
        }
    }
}

extension DeviceProfiles {
    /// `model` with what is known of its family.
    package func completing(_ model: any DialectModel, of address: LinkAddress) -> any DialectModel {
        profile(for: address.kind, model.description).map { ProfiledModel(model, $0) } ?? model
    }
}

/// What the names of the dialect mean: the capability, or nothing at all.
struct ProfiledMeanings: Sendable {
    private let changes: [PartID: [CapabilityName: Meaning]]

    enum Meaning: Sendable {
        case ignored
        /// A reading in this unit; nil is the canonical one.
        case quantity(CapabilityName, unit: String?)
    }

    init(_ description: DeviceDescription, _ profile: DeviceProfile) {
        let parts = description.parts.map { part in
            let changes = profile.capabilities(of: part).compactMap { original, capability in
                Self.meaning(original, capability, profile[part.id][original]).map { (original, $0) }
            }
            return (part.id, Dictionary(changes) { first, _ in first })
        }
        changes = Dictionary(parts) { first, _ in first }
    }

    private static func meaning(
        _ original: CapabilityName, _ capability: Capability?, _ profile: CapabilityProfile?
    ) -> Meaning? {
        guard let capability else { return .ignored }
        guard capability.name != original, let unit = profile?.quantity?.unit else { return nil }
        return .quantity(capability.name, unit: unit == capability.unit ? nil : unit.rawValue)
    }

    subscript(_ part: PartID, _ name: CapabilityName) -> Meaning? { changes[part]?[name] }

    /// What the dialect calls it; nil for what is ignored.
    func original(_ part: PartID, _ name: CapabilityName) -> CapabilityName? {
        let renamed = changes[part]?.first { if case .quantity(name, _) = $0.value { true } else { false } }
        if let renamed { return renamed.key }
        return changes[part]?[name] == nil ? name : nil
    }
}

private struct ProfiledReader: PayloadReader {
    let base: any PayloadReader
    let meanings: ProfiledMeanings

    func read(_ payload: [UInt8], on lane: MessageLane) -> [DeviceStatement] {
        base.read(payload, on: lane).compactMap(meant)
    }

    private func meant(_ statement: DeviceStatement) -> DeviceStatement? {
        switch statement {
        case .state(let part, let name, let value), .beyondRange(let part, let name, shown: let value):
            changed(statement, part, name, value)
        case .reading(let part, let name, _, _), .accepted(let part, let name, _):
            changed(statement, part, name, nil)
        case .unreadable(let part?, let name?, let error):
            switch meanings[part, name] {
            case .ignored: nil
            case .quantity(let meant, _): .unreadable(part, meant, error)
            case nil: statement
            }
        case .availability, .answered, .failed, .unreadable: statement
        }
    }

    private func changed(
        _ statement: DeviceStatement, _ part: PartID, _ name: CapabilityName, _ value: CapabilityValue?
    ) -> DeviceStatement? {
        switch (meanings[part, name], value) {
        case (.ignored, _): nil
        case (.quantity(let meant, let unit), .number(let value)): .reading(part, meant, value: value, unit: unit)
        default: statement
        }
    }
}
