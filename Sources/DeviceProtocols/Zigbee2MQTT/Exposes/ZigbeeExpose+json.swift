import HomeModel

/// Decodes a leaf from the form of Zigbee2MQTT and from the stored form, which also has `of` and `path` for the place
/// in the tree.
extension ZigbeeExpose {
    static let maximumTextBytes = 128
    static let maximumOptions = 1024

    init(stored json: JSONValue) throws(DialectError) {
        let (property, path) = (try json.text(at: "property"), try json.texts(at: "path"))
        try self.init(
            json, path: try JSONValue.require(property.map { [$0] } ?? path, key: "property"),
            family: try json.text(at: "of"))
        sirenFeature = json["sounding"].flatMap(ZigbeeSirenFeature.init(stored:))
    }

    init(_ json: JSONValue, path: [String], family: String?) throws(DialectError) {
        self.family = family
        self.path = path
        endpoint = try json.briefText(at: "endpoint")
        access = Access(rawValue: Int(exactly: try json.wholeNumber(at: "access") ?? 1) ?? 1)
        let category = try json.text(at: "category")
        isSetting = category == "config" || category == "diagnostic"
        // Labels repeat the key, except those that name an energy flow.
        label = try? json.briefText(at: "label").flatMap { EnergyFlow(homieWords: $0) == nil ? nil : $0 }
        form = try Self.form(json)
        closed = json["closed"] ?? json["description"]?.text.flatMap { form.valueMeaningClosed(in: $0) }
    }

    private static func form(_ json: JSONValue) throws(DialectError) -> Form {
        switch try json.text(at: "type") ?? "" {
        case "binary":
            let words = [json["value_off"] ?? false, json["value_on"] ?? true]
            guard words.allSatisfy(\.isWord), !words[0].isSame(as: words[1]) else {
                throw .badField("value_on", expected: "a word that differs from value_off")
            }
            return .binary(whenOff: words[0], whenOn: words[1])
        case "numeric":
            let range = ZigbeeRange(
                minimum: try json.number(at: "value_min"), maximum: try json.number(at: "value_max"),
                step: try json.number(at: "value_step").flatMap { $0 >= ZigbeeRange.finestStep ? $0 : nil },
                unit: try json.briefText(at: "unit"))
            return .numeric(range)
        case "enum":
            let values = try JSONValue.require(try json.list(at: "values"), key: "values")
            guard !values.isEmpty, values.allSatisfy(\.isWord) else {
                throw .badField("values", expected: "a list of words or numbers")
            }
            return .options(Array(values.prefix(maximumOptions)))
        case "text": return .text
        case "color": return .color(try json.text(at: "shape") == "hueSaturation" ? .hueSaturation : .xy(.linear))
        case "list": throw .badField("type", expected: "a single value: lists are not supported")
        default: throw .badField("type", expected: "binary, numeric, enum, text, list or composite")
        }
    }

    /// The shortest form that `init(kept:)` can decode.
    var stored: JSONValue {
        var members: [(String, JSONValue)] = path.count == 1 ? [("property", .text(path[0]))] : []
        if path.count != 1 { members.append(("path", .list(path.map { .text($0) }))) }
        members.append(("access", .integer(Int64(access.rawValue))))
        if let family { members.append(("of", .text(family))) }
        if let endpoint { members.append(("endpoint", .text(endpoint))) }
        if isSetting { members.append(("category", "config")) }
        if let label { members.append(("label", .text(label))) }
        if let closed { members.append(("closed", closed)) }
        if let sirenFeature { members.append(("sounding", sirenFeature.stored)) }
        switch form {
        case .binary(let whenOff, let whenOn):
            members += [("type", "binary"), ("value_off", whenOff), ("value_on", whenOn)]
        case .numeric(let range):
            members.append(("type", "numeric"))
            let numbers = [("value_min", range.minimum), ("value_max", range.maximum), ("value_step", range.step)]
            members += numbers.compactMap { key, number in number.flatMap(JSONValue.init(shortest:)).map { (key, $0) } }
            if let unit = range.unit { members.append(("unit", .text(unit))) }
        case .options(let values): members += [("type", "enum"), ("values", .list(values))]
        case .text: members.append(("type", "text"))
        case .color(let shape):
            members += [("type", "color"), ("shape", shape == .hueSaturation ? "hueSaturation" : "xy")]
        }
        return .object(JSONObject(members.map { JSONObject.Member(key: $0.0, value: $0.1) }))
    }
}

extension JSONValue {
    /// Whether the value is a boolean, a number, or a short text of visible characters.
    fileprivate var isWord: Bool {
        switch self {
        case .text(let text):
            !text.isEmpty && text.utf8.count <= ZigbeeExpose.maximumTextBytes && EscapedText(text).description == text
        case .boolean, .integer, .number: true
        case .null, .list, .object: false
        }
    }

    func briefText(at key: String) throws(DialectError) -> String? {
        let text = try text(at: key)
        guard (text?.utf8.count ?? 0) <= ZigbeeExpose.maximumTextBytes else {
            throw .badField(key, expected: "at most \(ZigbeeExpose.maximumTextBytes) bytes long")
        }
        return text
    }
}
