package import HomeModel

/// A candidate with its part and its capability.
package struct EntityBinding: Sendable {
    package let part: PartID
    package let capability: Capability
    let candidate: CapabilityCandidate
    /// Identifies the entity within its device.
    let entity: String

    package var value: ValueBinding {
        ValueBinding(part, capability: capability, coding: candidate.coding, reportedUnit: candidate.reportedUnit)
    }
}

// MARK: The device's side, for simulated devices

extension EntityBinding {
    /// The topic on which the entity reports the value; nil if it reports none.
    package var stateTopic: String? { candidate.stateMapping?.topic }

    /// The member of the reported object that contains the value; nil if the value is the whole payload.
    package var stateKey: String? { candidate.stateMapping?.extraction.key }

    /// The topic on which the entity receives the value; nil if it receives none.
    package var commandTopic: String? { candidate.commandMapping?.topic }

    /// Encodes a value as the entity reports it; nil if it has another type.
    package func encodeReport(_ value: CapabilityValue) -> JSONValue? {
        guard case .numbers(let numbers)? = candidate.stateMapping?.transformation, case .number(let number) = value
        else {
            return candidate.coding.encode(value)
        }
        return numbers.native(number).flatMap(JSONValue.init(shortest:))
    }

    /// Decodes a command; nil if the payload does not contain this value, or in a form that simulated devices do not use.
    package func decodeCommand(_ payload: String) -> CapabilityValue? {
        candidate.commandMapping?.form.decode(payload)
    }
}

extension Extraction {
    /// The member of an object that the extraction reads.
    fileprivate var key: String? {
        switch self {
        case .path(let path): path.first
        case .inMode(_, let key): key
        case .lightColor: "color"
        default: nil
        }
    }
}

extension CommandEncoding {
    /// Decodes a command; nil if the payload does not have this form.
    fileprivate func decode(_ payload: String) -> CapabilityValue? {
        let json = try? JSONValue(parsing: Array(payload.utf8))
        switch self {
        case .words(let words): return words.first { $0.value == payload }?.key
        case .numbers(let numbers):
            return NumberText.float(payload.utf8).flatMap(numbers.canonical).map { .number($0) }
        case .templated(let words): return words.first { $0.value.word == payload }?.key
        case .state: return json?["state"]?.text.map { .boolean($0 == "ON") }
        case .named(_, let form): return form.decode(payload)
        case .member(let key, let form): return json?[key].flatMap { form.decode($0.word ?? $0.description) }
        case .colorObject(let shapes):
            guard let json, let read = shapes.first?.decode(json) else { return nil }
            return .color(hue: read.hue, saturation: read.saturation)
        default: return nil
        }
    }
}
