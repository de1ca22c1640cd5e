import HomeModel

/// How an entity is told a value.
struct Sink: Sendable {
    let topic: String
    let qos: UInt8
    let form: CommandForm
    var template: Template?
    /// What the template knows besides the value.
    var variables: [String: JSONValue] = [:]
    /// Told along with every value, before and after it.
    var before: [CompanionMessage] = []
    var after: [CompanionMessage] = []
    /// What to send instead where the value is zero: the report is that the light is off.
    var whenZero: OffMessage?
    /// What turns off where another message turns on.
    var whenOff: CompanionMessage?

    /// Everything that it is told on.
    var topics: [String] {
        [topic] + (before + after + [whenOff].compactMap(\.self)).map(\.topic) + [whenZero?.topic].compactMap(\.self)
    }

    /// Nil where the entity cannot be told this value. `lamp` is what the device last reported of a light.
    func order(
        _ value: CapabilityValue, proof: DialectOrder.Proof, showing lamp: ShownLamp = ShownLamp()
    ) -> DialectOrder? {
        if let whenZero, value == .number(0) {
            guard let payload = whenZero.payload(variables) else { return nil }
            let message = CompanionMessage(topic: whenZero.topic, payload: payload)
            return DialectOrder([self.message(message)], value: value, proof: proof)
        }
        if let whenOff, value == .boolean(false) {
            return DialectOrder([message(whenOff)], value: value, proof: proof)
        }
        guard let told = form.tell(value, showing: lamp), let payload = payload(told) else { return nil }
        let own = CompanionMessage(topic: topic, payload: payload)
        return DialectOrder((before + [own] + after).map(message), value: told.value, proof: proof)
    }

    /// QoS as the entity asked for, never retained, whatever it asked for.
    private func message(_ message: CompanionMessage) -> DialectMessage {
        DialectMessage(topic: message.topic, payload: Array(message.payload.utf8), qos: qos, retain: false)
    }

    private func payload(_ told: ToldValue) -> String? {
        guard let template = told.rendering ?? template else { return told.native.word ?? told.native.description }
        // Home Assistant sends nothing where a template makes nothing; a command without a message is none.
        guard let payload = try? template.render(variables(told)), !payload.isEmpty else { return nil }
        return payload
    }

    private func variables(_ told: ToldValue) -> TemplateVariables {
        TemplateVariables(
            value: told.native, json: nil, more: variables.merging(told.variables) { _, new in new })
    }
}

struct CompanionMessage: Hashable, Sendable {
    let topic: String
    let payload: String
}

/// How a light is turned off by a brightness of 0.
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

/// What a light last reported, for messages that carry brightness and colour in one value.
struct ShownLamp: Sendable {
    var brightness: Double?
    var color: (hue: Double, saturation: Double)?
}

/// A value in an entity's words.
struct ToldValue: Sendable {
    let native: JSONValue
    /// As the entity gets to read it.
    let value: CapabilityValue
    var variables: [String: JSONValue] = [:]
    /// Where the value itself chooses the template.
    var rendering: Template?
}

/// A word of the device, and the template that makes its message.
struct TemplatedWord: Sendable {
    let word: String
    let template: Template?
}

/// How values become words.
indirect enum CommandForm: Sendable {
    /// Booleans and options.
    case words([CapabilityValue: String])
    case numbers(NativeNumbers)
    case color(ColorShape)
    /// The channels carry the brightness too.
    case brightColor(ColorShape)
    /// The brightness of such a colour.
    case dimmedColor(ColorShape)
    case colorObject([ColorShape])
    /// The same for an object.
    case brightColorObject(ColorShape)
    case dimmedColorObject(ColorShape)
    case text
    /// A member of an object that also says `"state": "ON"`.
    case member(String, CommandForm)
    case state
    /// Known to the template by a name as well.
    case named(String, CommandForm)
    /// A variable of one template or another.
    case variable(String, CommandForm, Template)
    case templates(whenFalse: Template, whenTrue: Template)
    /// Sounds a siren with a parameter of this name: in its template, else in an object.
    case sounding(String, CommandForm, on: String, Template?)
    /// A value to the one template, and another value to the other.
    case templated([CapabilityValue: TemplatedWord])

    /// Each option in its own word.
    static func options(_ options: [ChoiceWord]) -> CommandForm {
        .words(Dictionary(options.map { (.text($0.meaning), $0.word) }) { first, _ in first })
    }

    func tell(_ value: CapabilityValue, showing lamp: ShownLamp = ShownLamp()) -> ToldValue? {
        switch (self, value) {
        case (.words(let words), _):
            words[value].map { ToldValue(native: .text($0), value: value, variables: ["state": .text($0)]) }
        case (.numbers(let numbers), .number(let number)): Self.tell(number, numbers)
        case (.sounding(let key, let form, let on, let template), _):
            form.tell(value).map { told in
                let variables: [String: JSONValue] = ["state": .text(on), key: told.native]
                return ToldValue(
                    native: template == nil
                        ? .object(
                            JSONObject([.init(key: "state", value: .text(on)), .init(key: key, value: told.native)]))
                        : .text(on),
                    value: told.value, variables: variables, rendering: template)
            }
        case (.templated(let words), _):
            words[value].map { word in
                ToldValue(
                    native: .text(word.word), value: value, variables: ["state": .text(word.word)],
                    rendering: word.template)
            }
        case (.color(let shape), .color(let hue, let saturation)): Self.tell(hue, saturation, shape)
        case (.brightColor(let shape), .color(let hue, let saturation)):
            Self.tell(hue, saturation, shape, brightness: lamp.brightness ?? 100)
        case (.dimmedColor(let shape), .number(let brightness)):
            Self.tell(lamp.color?.hue ?? 0, lamp.color?.saturation ?? 0, shape, brightness: brightness)
                .map { Self.dimmed($0, to: brightness, shape) }
        case (.colorObject(let shapes), .color(let hue, let saturation)): Self.tell(hue, saturation, shapes, 100)
        case (.brightColorObject(let shape), .color(let hue, let saturation)):
            Self.tell(hue, saturation, [shape], lamp.brightness ?? 100)
        case (.dimmedColorObject(let shape), .number(let brightness)):
            Self.tell(lamp.color?.hue ?? 0, lamp.color?.saturation ?? 0, [shape], brightness)
                .map { Self.dimmed($0, to: brightness, shape) }
        case (.text, .text(let text)): ToldValue(native: .text(text), value: value)
        case (.state, .boolean(let isOn)):
            ToldValue(native: ["state": .text(isOn ? "ON" : "OFF")], value: value)
        case (.member(let key, let form), _): form.tell(value, showing: lamp).map { Self.tell($0, as: key) }
        case (.variable(let key, let form, let template), _):
            form.tell(value).map { told in
                ToldValue(
                    native: told.native, value: told.value,
                    variables: told.variables.merging(["state": true, key: told.native]) { _, new in new },
                    rendering: template)
            }
        case (.named(let name, let form), _):
            form.tell(value).map { told in
                ToldValue(native: told.native, value: told.value, variables: [name: Self.canonical(value)])
            }
        case (.templates(let whenFalse, let whenTrue), .boolean(let isOn)):
            ToldValue(
                native: .boolean(isOn), value: value, variables: ["state": .boolean(isOn)],
                rendering: isOn ? whenTrue : whenFalse)
        default: nil
        }
    }

    private static func tell(_ number: Double, _ numbers: NativeNumbers) -> ToldValue? {
        guard let native = numbers.native(number), let json = JSONValue(shortest: native),
            let value = numbers.canonical(native)
        else { return nil }
        return ToldValue(native: json, value: .number(value))
    }

    /// In all of the shapes at once; the first is the one that is read back.
    private static func tell(
        _ hue: Double, _ saturation: Double, _ shapes: [ColorShape], _ brightness: Double
    ) -> ToldValue? {
        let objects = shapes.compactMap { $0.encode(hue: hue, saturation: saturation, brightness: brightness) }
        guard objects.count == shapes.count, let first = objects.first, let color = shapes.first?.decode(first) else {
            return nil
        }
        let members = objects.flatMap { $0.members ?? [] }
        return ToldValue(
            native: .object(JSONObject(members)), value: .color(hue: color.hue, saturation: color.saturation))
    }

    /// The brightness as the light gets to read it.
    private static func dimmed(_ told: ToldValue, to brightness: Double, _ shape: ColorShape) -> ToldValue {
        let object = told.native.text.flatMap(shape.object) ?? told.native
        let read = shape.brightness(object).flatMap(Scale.clean) ?? brightness
        return ToldValue(native: told.native, value: .number(read), variables: told.variables)
    }

    private static func tell(
        _ hue: Double, _ saturation: Double, _ shape: ColorShape, brightness: Double = 100
    ) -> ToldValue? {
        guard let object = shape.encode(hue: hue, saturation: saturation, brightness: brightness),
            let color = shape.decode(object)
        else { return nil }
        let numbers = shape.keys.compactMap { object[$0] }
        let variables: [String: JSONValue] = ["hue": .number(hue), "sat": .number(saturation)]
        return ToldValue(
            native: .text(numbers.compactMap(\.word).joined(separator: ",")),
            value: .color(hue: color.hue, saturation: color.saturation),
            variables: variables.merging(zip(shape.variables, numbers)) { _, new in new })
    }

    /// A percentage stays one, whatever the entity's own range.
    private static func canonical(_ value: CapabilityValue) -> JSONValue {
        if case .number(let number) = value { JSONValue(shortest: number) ?? .null } else { .null }
    }

    private static func tell(_ told: ToldValue, as key: String) -> ToldValue {
        ToldValue(native: ["state": "ON", key: told.native], value: told.value)
    }
}

extension ColorShape {
    /// The names of its numbers in templates.
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
