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

/// The conversion of a value to the form that an entity receives.
indirect enum CommandEncoding: Sendable {
    /// A word for each boolean or option.
    case words([CapabilityValue: String])
    case numbers(SteppedScale)
    case color(ColorFormat)
    /// A colour whose channels also contain the brightness.
    case brightColor(ColorFormat)
    /// The brightness, sent as the channels of a colour.
    case dimmedColor(ColorFormat)
    case colorObject([ColorFormat])
    /// The same as `brightColor`, as a JSON object.
    case brightColorObject(ColorFormat)
    case dimmedColorObject(ColorFormat)
    case text
    /// A member of an object that also contains `"state": "ON"`.
    case member(String, CommandEncoding)
    case state
    /// A value that the template can also use under a name.
    case named(String, CommandEncoding)
    /// A value that this template receives as a named variable.
    case variable(String, CommandEncoding, Template)
    case templates(whenFalse: Template, whenTrue: Template)
    /// A parameter of a siren. Setting it sounds the siren: by a template if there is one, else by a JSON object.
    case sirenParameter(String, CommandEncoding, on: String, Template?)
    /// A word and a template for each value.
    case templated([CapabilityValue: TemplatedWord])

    /// A word for each option.
    static func options(_ options: [ChoiceWord]) -> CommandEncoding {
        .words(Dictionary(options.map { (.text($0.meaning), $0.word) }) { first, _ in first })
    }

    func encode(_ value: CapabilityValue, showing lamp: ReportedLightState = ReportedLightState()) -> EncodedValue? {
        switch (self, value) {
        case (.words(let words), _):
            words[value].map { EncodedValue(native: .text($0), value: value, variables: ["state": .text($0)]) }
        case (.numbers(let numbers), .number(let number)): Self.encode(number, numbers: numbers)
        case (.sirenParameter(let key, let form, let on, let template), _):
            form.encode(value).map { encoded in
                let variables: [String: JSONValue] = ["state": .text(on), key: encoded.native]
                return EncodedValue(
                    native: template == nil
                        ? .object(
                            JSONObject([.init(key: "state", value: .text(on)), .init(key: key, value: encoded.native)]))
                        : .text(on),
                    value: encoded.value, variables: variables, rendering: template)
            }
        case (.templated(let words), _):
            words[value].map { word in
                EncodedValue(
                    native: .text(word.word), value: value, variables: ["state": .text(word.word)],
                    rendering: word.template)
            }
        case (.color(let shape), .color(let hue, let saturation)):
            Self.encode(hue, saturation: saturation, shape: shape)
        case (.brightColor(let shape), .color(let hue, let saturation)):
            Self.encode(hue, saturation: saturation, shape: shape, brightness: lamp.brightness ?? 100)
        case (.dimmedColor(let shape), .number(let brightness)):
            Self.encode(
                lamp.color?.hue ?? 0, saturation: lamp.color?.saturation ?? 0, shape: shape, brightness: brightness
            )
            .map { Self.dimmed($0, to: brightness, shape: shape) }
        case (.colorObject(let shapes), .color(let hue, let saturation)):
            Self.encode(hue, saturation: saturation, shapes: shapes, brightness: 100)
        case (.brightColorObject(let shape), .color(let hue, let saturation)):
            Self.encode(hue, saturation: saturation, shapes: [shape], brightness: lamp.brightness ?? 100)
        case (.dimmedColorObject(let shape), .number(let brightness)):
            Self.encode(
                lamp.color?.hue ?? 0, saturation: lamp.color?.saturation ?? 0, shapes: [shape], brightness: brightness
            )
            .map { Self.dimmed($0, to: brightness, shape: shape) }
        case (.text, .text(let text)): EncodedValue(native: .text(text), value: value)
        case (.state, .boolean(let isOn)):
            EncodedValue(native: ["state": .text(isOn ? "ON" : "OFF")], value: value)
        case (.member(let key, let form), _): form.encode(value, showing: lamp).map { Self.encode($0, as: key) }
        case (.variable(let key, let form, let template), _):
            form.encode(value).map { encoded in
                EncodedValue(
                    native: encoded.native, value: encoded.value,
                    variables: encoded.variables.merging(["state": true, key: encoded.native]) { _, new in new },
                    rendering: template)
            }
        case (.named(let name, let form), _):
            form.encode(value).map { encoded in
                EncodedValue(native: encoded.native, value: encoded.value, variables: [name: Self.canonical(value)])
            }
        case (.templates(let whenFalse, let whenTrue), .boolean(let isOn)):
            EncodedValue(
                native: .boolean(isOn), value: value, variables: ["state": .boolean(isOn)],
                rendering: isOn ? whenTrue : whenFalse)
        default: nil
        }
    }

    private static func encode(_ number: Double, numbers: SteppedScale) -> EncodedValue? {
        guard let native = numbers.native(number), let json = JSONValue(shortest: native),
            let value = numbers.canonical(native)
        else { return nil }
        return EncodedValue(native: json, value: .number(value))
    }

    /// Encodes the colour in all shapes in one object. The first shape determines the value that reports are compared
    /// with.
    private static func encode(
        _ hue: Double, saturation: Double, shapes: [ColorFormat], brightness: Double
    ) -> EncodedValue? {
        let objects = shapes.compactMap { $0.encode(hue: hue, saturation: saturation, brightness: brightness) }
        guard objects.count == shapes.count, let first = objects.first, let color = shapes.first?.decode(first) else {
            return nil
        }
        let members = objects.flatMap { $0.members ?? [] }
        return EncodedValue(
            native: .object(JSONObject(members)), value: .color(hue: color.hue, saturation: color.saturation))
    }

    /// Replaces the value by the brightness that the rounded channels express.
    private static func dimmed(_ encoded: EncodedValue, to brightness: Double, shape: ColorFormat) -> EncodedValue {
        let object = encoded.native.text.flatMap(shape.object) ?? encoded.native
        let read = shape.brightness(object).flatMap(Scale.clean) ?? brightness
        return EncodedValue(native: encoded.native, value: .number(read), variables: encoded.variables)
    }

    private static func encode(
        _ hue: Double, saturation: Double, shape: ColorFormat, brightness: Double = 100
    ) -> EncodedValue? {
        guard let object = shape.encode(hue: hue, saturation: saturation, brightness: brightness),
            let color = shape.decode(object)
        else { return nil }
        let numbers = shape.keys.compactMap { object[$0] }
        let variables: [String: JSONValue] = ["hue": .number(hue), "sat": .number(saturation)]
        return EncodedValue(
            native: .text(numbers.compactMap(\.word).joined(separator: ",")),
            value: .color(hue: color.hue, saturation: color.saturation),
            variables: variables.merging(zip(shape.variables, numbers)) { _, new in new })
    }

    /// A percentage is passed to the template as a percentage, whatever the range of the entity is.
    private static func canonical(_ value: CapabilityValue) -> JSONValue {
        if case .number(let number) = value { JSONValue(shortest: number) ?? .null } else { .null }
    }

    private static func encode(_ encoded: EncodedValue, as key: String) -> EncodedValue {
        EncodedValue(native: ["state": "ON", key: encoded.native], value: encoded.value)
    }
}

extension ColorFormat {
    /// The template variables of the numbers in `keys`.
    fileprivate var variables: [String] {
        switch self {
        case .hs, .hueSaturation: ["hue", "sat"]
        case .rgb: ["red", "green", "blue"]
        case .rgbw: ["red", "green", "blue", "white"]
        case .rgbww: ["red", "green", "blue", "cold_white", "warm_white"]
        case .xy: ["x", "y"]
        }
    }
}
