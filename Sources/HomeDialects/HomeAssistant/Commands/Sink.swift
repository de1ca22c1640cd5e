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
    /// What to do instead where the value is zero; its own report never comes.
    var whenZero: CompanionMessage?
    /// What turns off where another message turns on.
    var whenOff: CompanionMessage?

    /// Everything that it is told on.
    var topics: [String] { [topic] + (before + after + [whenZero, whenOff].compactMap(\.self)).map(\.topic) }

    /// Nil where the entity cannot be told this value.
    func order(_ value: CapabilityValue, proof: DialectOrder.Proof) -> DialectOrder? {
        if let whenZero, value == .number(0) {
            return DialectOrder([message(whenZero)], value: value, proof: .none)
        }
        if let whenOff, value == .boolean(false) {
            return DialectOrder([message(whenOff)], value: value, proof: proof)
        }
        guard let told = form.tell(value), let payload = payload(told) else { return nil }
        let own = CompanionMessage(topic: topic, payload: payload)
        return DialectOrder((before + [own] + after).map(message), value: told.value, proof: proof)
    }

    /// QoS as the entity asked for, never retained, whatever it asked for.
    private func message(_ message: CompanionMessage) -> DialectMessage {
        DialectMessage(topic: message.topic, payload: Array(message.payload.utf8), qos: qos, retain: false)
    }

    private func payload(_ told: ToldValue) -> String? {
        if let rendering = told.rendering { return try? rendering.render(variables(told)) }
        guard let template else { return told.native.word ?? told.native.description }
        return try? template.render(variables(told))
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

/// A value in an entity's words.
struct ToldValue: Sendable {
    let native: JSONValue
    /// As the entity gets to read it.
    let value: CapabilityValue
    var variables: [String: JSONValue] = [:]
    /// Where the value itself chooses the template.
    var rendering: Template?
}

/// How values become words.
indirect enum CommandForm: Sendable {
    /// Booleans and options.
    case words([CapabilityValue: String])
    case numbers(NativeNumbers)
    case color(ColorShape)
    case colorObject(ColorShape)
    case text
    /// A member of an object that also says `"state": "ON"`.
    case member(String, CommandForm)
    case state
    /// Known to the template by a name as well.
    case named(String, CommandForm)
    /// A variable of one template or another.
    case variable(String, CommandForm, Template)
    case templates(whenFalse: Template, whenTrue: Template)

    /// Each option in its own word.
    static func options(_ options: [ChoiceWord]) -> CommandForm {
        .words(Dictionary(options.map { (.text($0.meaning), $0.word) }) { first, _ in first })
    }

    func tell(_ value: CapabilityValue) -> ToldValue? {
        switch (self, value) {
        case (.words(let words), _):
            words[value].map { ToldValue(native: .text($0), value: value, variables: ["state": .text($0)]) }
        case (.numbers(let numbers), .number(let number)): Self.tell(number, numbers)
        case (.color(let shape), .color(let hue, let saturation)): Self.tell(hue, saturation, shape)
        case (.colorObject(let shape), .color(let hue, let saturation)):
            shape.encode(hue: hue, saturation: saturation).flatMap { object in
                shape.decode(object).map {
                    ToldValue(native: object, value: .color(hue: $0.hue, saturation: $0.saturation))
                }
            }
        case (.text, .text(let text)): ToldValue(native: .text(text), value: value)
        case (.state, .boolean(let isOn)):
            ToldValue(native: ["state": .text(isOn ? "ON" : "OFF")], value: value)
        case (.member(let key, let form), _): form.tell(value).map { Self.tell($0, as: key) }
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

    private static func tell(_ hue: Double, _ saturation: Double, _ shape: ColorShape) -> ToldValue? {
        guard let object = shape.encode(hue: hue, saturation: saturation), let color = shape.decode(object)
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
        case .xy: ["x", "y"]
        }
    }
}
