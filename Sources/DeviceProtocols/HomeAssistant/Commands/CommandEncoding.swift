import HomeModel

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
