import HomeModel

/// The mapping of a capability's values to commands of an entity.
struct CommandMapping: Sendable {
    let topic: String
    let qos: UInt8
    let form: CommandEncoding
    var template: Template?
    /// Variables of the template besides the value.
    var variables: [String: JSONValue] = [:]
    /// Messages that are sent before and after every value.
    var before: [CompanionMessage] = []
    var after: [CompanionMessage] = []
    /// The message for a brightness of zero. The light then reports that it is off.
    var whenZero: OffMessage?
    /// The message that turns the entity off, if other messages turn it on.
    var whenOff: CompanionMessage?

    /// All topics on which the entity receives commands.
    var topics: [String] {
        [topic] + (before + after + [whenOff].compactMap(\.self)).map(\.topic) + [whenZero?.topic].compactMap(\.self)
    }

    /// Encodes a command; nil if the entity cannot receive this value. `lamp` is the last reported state of a light.
    func encodeCommand(
        _ value: CapabilityValue, confirmation: ConfirmationMode,
        showing lamp: ReportedLightState = ReportedLightState()
    ) -> DialectCommand? {
        if let whenZero, value == .number(0) {
            guard let payload = whenZero.payload(variables) else { return nil }
            let message = CompanionMessage(topic: whenZero.topic, payload: payload)
            return DialectCommand([self.message(message)], value: value, confirmation: confirmation)
        }
        if let whenOff, value == .boolean(false) {
            return DialectCommand([message(whenOff)], value: value, confirmation: confirmation)
        }
        guard let encoded = form.encode(value, showing: lamp), let payload = payload(encoded) else { return nil }
        let own = CompanionMessage(topic: topic, payload: payload)
        return DialectCommand((before + [own] + after).map(message), value: encoded.value, confirmation: confirmation)
    }

    /// Uses the QoS of the entity's configuration and never retains a command, whatever the configuration says.
    private func message(_ message: CompanionMessage) -> DialectMessage {
        DialectMessage(topic: message.topic, payload: Array(message.payload.utf8), qos: qos, retain: false)
    }

    private func payload(_ encoded: EncodedValue) -> String? {
        guard let template = encoded.rendering ?? template else {
            return encoded.native.word ?? encoded.native.description
        }
        // Home Assistant publishes nothing if a template renders nothing. A command without a message is not possible.
        guard let payload = try? template.render(variables(encoded)), !payload.isEmpty else { return nil }
        return payload
    }

    private func variables(_ encoded: EncodedValue) -> TemplateVariables {
        TemplateVariables(
            value: encoded.native, json: nil, more: variables.merging(encoded.variables) { _, new in new })
    }
}

/// A fixed message that is sent together with a command.
struct CompanionMessage: Hashable, Sendable {
    let topic: String
    let payload: String
}

/// The message that turns a light off for a brightness of 0.
struct OffMessage: Sendable {
    let topic: String
    var word = ""
    var template: Template?

    fileprivate func payload(_ variables: [String: JSONValue]) -> String? {
        guard let template else { return word }
        let state = ["state": JSONValue.boolean(false)]
        let values = TemplateVariables(value: false, more: variables.merging(state) { _, new in new })
        guard let payload = try? template.render(values), !payload.isEmpty else { return nil }
        return payload
    }
}

/// The last reported state of a light, for messages that contain brightness and colour in one value.
struct ReportedLightState: Sendable {
    var brightness: Double?
    var color: (hue: Double, saturation: Double)?
}

/// A value in the form that an entity receives.
struct EncodedValue: Sendable {
    let native: JSONValue
    /// The value after rounding to the steps of the entity.
    let value: CapabilityValue
    var variables: [String: JSONValue] = [:]
    /// The template, if the value selects it.
    var rendering: Template?
}

/// A word of the device and the template that renders its message.
struct TemplatedWord: Sendable {
    let word: String
    let template: Template?
}

extension ColorFormat {
    /// The template variables of the numbers in `keys`.
    var variables: [String] {
        switch self {
        case .hs, .hueSaturation: ["hue", "sat"]
        case .rgb: ["red", "green", "blue"]
        case .rgbw: ["red", "green", "blue", "white"]
        case .rgbww: ["red", "green", "blue", "cold_white", "warm_white"]
        case .xy: ["x", "y"]
        }
    }
}
