import HomeModel

/// The mapping of messages to an entity's value: the topic, the part of the payload, and its conversion.
struct StateMapping: Hashable, Sendable {
    let topic: String
    let extraction: Extraction
    var transformation = ValueTransformation.none
}

/// The part of a payload that contains the value.
indirect enum Extraction: Hashable, Sendable {
    case plain
    case path([String])
    /// A member of an object; no value if the payload is not an object.
    case member(String)
    /// The colour in the JSON state of a light.
    case lightColor(JSONLightColor)
    /// A member in the JSON state of a light. It counts only in this colour mode if the light reports a mode.
    case inMode(String, String)
    /// A member of an object, or the whole payload if it is not an object.
    case memberOrPlain(String)
    case template(Template, [String: JSONValue])
    /// Several values joined by commas; no value if one of them is missing.
    case joined([Extraction])

    /// A template that only reads one member is replaced by its path, which needs no rendering.
    init(_ template: Template?, variables: [String: JSONValue] = [:]) {
        guard let template else { self = .plain; return }
        self = template.path.map { .path($0) } ?? .template(template, variables)
    }

    /// Returns nil if the payload does not contain the value.
    func value(of payload: inout DecodedPayload) throws(DialectError) -> JSONValue? {
        switch self {
        case .plain: return try payload.text()
        case .path(let path): return try payload.json()[path: path]
        case .member(let key): return (try? payload.json())?[key]
        case .lightColor(let color): return color.value(of: try payload.json())
        case .inMode(let mode, let key):
            let json = try payload.json()
            return json["color_mode"]?.text.map { $0 == mode } ?? true ? json[key] : nil
        case .memberOrPlain(let key):
            if case .object(let object)? = try? payload.json() { return object[key] }
            return try payload.text()
        case .template(let template, let variables):
            let variables = TemplateVariables(value: try payload.text(), json: try? payload.json(), more: variables)
            let text = try template.render(variables, message: payload.budget)
            // `None` means no value unless it is one of the options. The caller checks that.
            return text.isEmpty ? nil : .text(text)
        case .joined(let extractions):
            var words: [String] = []
            for extraction in extractions {
                guard let word = try extraction.value(of: &payload)?.word, word != "None" else { return nil }
                words.append(word)
            }
            return .text(words.joined(separator: ","))
        }
    }
}

/// One message. Its text and JSON are decoded once for all fields that use it.
struct DecodedPayload {
    private let bytes: [UInt8]
    /// The common budget of all templates that use the message.
    let budget = TemplateBudget()
    private var parsed: Result<JSONValue, DialectError>?
    private var decoded: Result<JSONValue, DialectError>?

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The reason why the message as a whole cannot be decoded.
    var error: DialectError? {
        for result in [parsed, decoded] { if case .failure(let error)? = result { return error } }
        return nil
    }

    mutating func json() throws(DialectError) -> JSONValue {
        if let parsed { return try parsed.get() }
        let result = Result { () throws(DialectError) in try JSONValue(parsing: bytes) }
        parsed = result
        return try result.get()
    }

    mutating func text() throws(DialectError) -> JSONValue {
        if let decoded { return try decoded.get() }
        let result = Result { () throws(DialectError) in
            guard bytes.count <= TemplateLimits.textBytes else {
                throw DialectError.tooLarge(bytes: bytes.count, limit: TemplateLimits.textBytes)
            }
            guard let text = String(validating: bytes, as: UTF8.self) else { throw DialectError.notUTF8 }
            return JSONValue.text(text)
        }
        decoded = result
        return try result.get()
    }
}

/// The conversion of an entity's value before the capability's coding decodes it.
enum ValueTransformation: Hashable, Sendable {
    case none
    /// Words with a meaning, and words without a value, such as those of a moving cover.
    case words([String: JSONValue], silent: Set<String>)
    case numbers(SteppedScale)
    /// The same as `numbers`, for the brightness of a lamp that also reports its power. 0 is ignored, because the lamp
    /// is off and keeps its brightness for later. Source: Home Assistant, MQTT light, in each of its schemas.
    case brightness(SteppedScale)
    /// Converts `h,s` or `r,g,b` to the object that the shape decodes.
    case color(ColorFormat)
    /// The brightness in percent that the channels of a colour contain.
    case channelBrightness(ColorFormat)
    /// The state of a valve that reports its position.
    case openness(closedAt: Double)
    /// Accepts only these words, because the topic also carries others.
    case only(Set<String>)
    /// The type of an event, taken from the JSON object if the event is one.
    case eventType

    func transform(_ value: JSONValue) -> JSONValue? {
        switch self {
        case .none: return value
        case .words(let meanings, let silent):
            guard let word = value.word else { return value }
            return silent.contains(word) ? nil : meanings[word] ?? value
        case .numbers(let numbers):
            guard let number = value.numericValue else { return value }
            return numbers.canonical(number).map { .number($0) } ?? value
        case .brightness(let numbers):
            return value.numericValue == 0 ? nil : ValueTransformation.numbers(numbers).transform(value)
        case .color(let shape):
            let object = value.text.flatMap(shape.object) ?? value
            // Black has no colour.
            return shape.brightness(object) == 0 ? nil : object
        case .channelBrightness(let shape):
            let brightness = shape.brightness(value.text.flatMap(shape.object) ?? value).flatMap(Scale.clean)
            return brightness.flatMap { $0 == 0 ? nil : .number($0) }
        case .openness(let closed):
            guard let number = value.numericValue else { return nil }
            return number == closed ? "closed" : "open"
        case .only(let words): return value.word.flatMap { words.contains($0) ? value : nil }
        case .eventType:
            if value.members != nil { return value["event_type"] }
            guard let text = value.text, text.hasPrefix("{"), text.utf8.count <= TemplateLimits.output else {
                return value
            }
            return (try? JSONValue(parsing: Array(text.utf8)))?["event_type"]
        }
    }
}

/// Decodes the colour in the JSON state of a light: in the colour mode that the light reports or, without a mode, in
/// the first shape that fits.
struct JSONLightColor: Hashable, Sendable {
    /// Colour modes by their names in Home Assistant, in the order of preference.
    let shapes: [Mode]

    /// A colour mode and the JSON form of its colours.
    struct Mode: Hashable, Sendable {
        let name: String
        let shape: ColorFormat
    }

    /// Hue and saturation in the form of `ColorFormat.hs`; nil if the light is in a mode without colour.
    func value(of json: JSONValue) -> JSONValue? {
        guard let color = json["color"], color.members?.isEmpty == false else { return nil }
        var candidates = shapes
        if let mode = json["color_mode"]?.text {
            candidates = shapes.filter { $0.name == mode }
            if candidates.isEmpty { return nil }
        }
        for candidate in candidates {
            guard let read = candidate.shape.decode(color) else { continue }
            return candidate.shape.brightness(color) == 0
                ? nil : ColorFormat.hs.encode(hue: read.hue, saturation: read.saturation)
        }
        return color
    }
}

extension ColorFormat {
    /// Parses texts such as `255,0,128`.
    func object(_ text: String) -> JSONValue? {
        let numbers = text.split(separator: ",").prefix(6).map { $0.filter { $0 != " " } }
            .compactMap { NumberText.float($0.utf8).map { JSONValue.number($0) } }
        guard numbers.count >= keys.count else { return nil }
        return .object(JSONObject(zip(keys, numbers).map { JSONObject.Member(key: $0, value: $1) }))
    }
}
