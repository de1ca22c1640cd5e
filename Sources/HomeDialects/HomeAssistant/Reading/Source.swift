import HomeModel

/// Where an entity's value comes from: a topic, what is taken of its payload, and what that is turned into.
struct Source: Hashable, Sendable {
    let topic: String
    let extraction: Extraction
    var reshaping = Reshaping.none
}

/// What of a payload counts.
indirect enum Extraction: Hashable, Sendable {
    case plain
    case path([String])
    /// A member of an object; nothing of anything else.
    case member(String)
    /// The colour of a light in JSON.
    case lightColor(JSONLightColor)
    /// A member of a light in JSON that counts only in this colour mode, where the light reports one.
    case inMode(String, String)
    /// A member of an object; of anything else, all of it.
    case memberOrPlain(String)
    case template(Template, [String: JSONValue])
    /// Several, with commas between them; nothing where one of them is missing.
    case joined([Extraction])

    /// A template that only takes one member needs no rendering.
    init(_ template: Template?, variables: [String: JSONValue] = [:]) {
        guard let template else { self = .plain; return }
        self = template.path.map { .path($0) } ?? .template(template, variables)
    }

    /// Nil where the payload says nothing of it.
    func value(of payload: inout HeardPayload) throws(DialectError) -> JSONValue? {
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
            let text = try template.render(variables, payload.work)
            // `None` says nothing, unless it is an option: the caller decides that.
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

/// One message, taken apart once for all that read it.
struct HeardPayload {
    private let bytes: [UInt8]
    /// What all templates that read it may do together.
    let work = TemplateWork()
    private var parsed: Result<JSONValue, DialectError>?
    private var decoded: Result<JSONValue, DialectError>?

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Why the message as a whole cannot be read.
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

/// What an entity's value becomes before a capability's coding reads it.
enum Reshaping: Hashable, Sendable {
    case none
    /// Words that mean something, and words that say nothing, such as a cover that is on its way.
    case words([String: JSONValue], silent: Set<String>)
    case numbers(NativeNumbers)
    /// The same for the brightness of a lamp that reports its power as well. 0 is ignored: the lamp is off and keeps its
    /// brightness for later. Source: Home Assistant, MQTT light, in each of its schemas.
    case brightness(NativeNumbers)
    /// `h,s` or `r,g,b` as the object that the shape reads.
    case color(ColorShape)
    /// The brightness in percent that lies in the channels of a colour.
    case channelBrightness(ColorShape)
    /// A valve that reports how far it is open.
    case openness(closedAt: Double)
    /// Words that count, where the topic carries others as well.
    case only(Set<String>)
    /// The kind of an event, taken out of its object where it comes in one.
    case eventType

    func reshape(_ value: JSONValue) -> JSONValue? {
        switch self {
        case .none: return value
        case .words(let meanings, let silent):
            guard let word = value.word else { return value }
            return silent.contains(word) ? nil : meanings[word] ?? value
        case .numbers(let numbers):
            guard let number = value.measured else { return value }
            return numbers.canonical(number).map { .number($0) } ?? value
        case .brightness(let numbers):
            return value.measured == 0 ? nil : Reshaping.numbers(numbers).reshape(value)
        case .color(let shape):
            let object = value.text.flatMap(shape.object) ?? value
            // A black message has no colour.
            return shape.brightness(object) == 0 ? nil : object
        case .channelBrightness(let shape):
            let brightness = shape.brightness(value.text.flatMap(shape.object) ?? value).flatMap(Scale.clean)
            return brightness.flatMap { $0 == 0 ? nil : .number($0) }
        case .openness(let closed):
            guard let number = value.measured else { return nil }
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

/// Reads the colour of a light in JSON in the mode that the light reports; without a mode, in the first of its shapes
/// that fits.
struct JSONLightColor: Hashable, Sendable {
    /// By the names of Home Assistant's colour modes, in the order in which they are preferred.
    let shapes: [Mode]

    struct Mode: Hashable, Sendable {
        let name: String
        let shape: ColorShape
    }

    /// Hue and saturation as `ColorShape.hs` reads them; nil where the light is in a mode without colour.
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
                ? nil : ColorShape.hs.encode(hue: read.hue, saturation: read.saturation)
        }
        return color
    }
}

extension ColorShape {
    /// `255,0,128` and the like.
    func object(_ text: String) -> JSONValue? {
        let numbers = text.split(separator: ",").prefix(6).map { $0.filter { $0 != " " } }
            .compactMap { NumberText.float($0.utf8).map { JSONValue.number($0) } }
        guard numbers.count >= keys.count else { return nil }
        return .object(JSONObject(zip(keys, numbers).map { JSONObject.Member(key: $0, value: $1) }))
    }
}
