import HomeModel

/// A JSON Schema (2020-12), with only the keywords that this API needs.
indirect enum Schema: Sendable {
    case inline(Keywords)
    /// Defined once, among the components of the document, and referenced by its name.
    case component(String, Schema, about: String? = nil)
    /// No value is valid.
    case never

    /// The keywords, named as in the specification.
    struct Keywords: Sendable, Encodable {
        var type: String?
        var description: String?
        var format: String?
        var pattern: String?
        var `enum`: [String]?
        var minLength: Int?
        var maxLength: Int?
        var minimum: Double?
        var maximum: Double?
        var items: Schema?
        var maxItems: Int?
        var properties: [String: Schema]?
        var required: [String]?
        var minProperties: Int?
        var additionalProperties: Schema?
        var propertyNames: Schema?
        var oneOf: [Schema]?
        var allOf: [Schema]?
        var contentMediaType: String?
        var contentSchema: Schema?
    }

    /// The keywords of the schema; those of the referenced schema for a component.
    var keywords: Keywords {
        switch self {
        case .inline(let keywords): keywords
        case .component(_, let schema, _): schema.keywords
        case .never: Keywords()
        }
    }

    /// Every component that the schema refers to, directly or through other components.
    var components: [String: Schema] {
        switch self {
        case .never: [:]
        case .component(let name, let schema, _): schema.components.merging([name: schema]) { $1 }
        case .inline(let keywords): keywords.parts.reduce(into: [:]) { $0.merge($1.components) { $1 } }
        }
    }
}

extension Schema.Keywords {
    fileprivate var parts: [Schema] {
        [items, additionalProperties, propertyNames, contentSchema].compactMap(\.self)
            + (oneOf ?? []) + (allOf ?? []) + (properties.map { Array($0.values) } ?? [])
    }
}

extension Schema: Encodable {
    func encode(to encoder: any Encoder) throws {
        switch self {
        case .inline(let keywords): try keywords.encode(to: encoder)
        case .component(let name, _, let about):
            try OpenAPIDocument.Reference("schemas", name: name, about: about).encode(to: encoder)
        case .never:
            var container = encoder.singleValueContainer()
            try container.encode(false)
        }
    }
}

extension Schema {
    /// An object with these properties and no others.
    static func object(_ required: [String: Schema], optional: [String: Schema] = [:]) -> Schema {
        var keywords = openObject(required, optional: optional).keywords
        keywords.additionalProperties = .never
        return .inline(keywords)
    }

    /// An object with at least one of these properties, to change a resource; absent properties stay as they are.
    static func change(of properties: [String: Schema]) -> Schema {
        var keywords = object([:], optional: properties).keywords
        keywords.minProperties = 1
        return .inline(keywords)
    }

    /// An object whose further properties are ignored.
    static func openObject(_ required: [String: Schema], optional: [String: Schema] = [:]) -> Schema {
        .inline(
            Keywords(
                type: "object", properties: required.merging(optional) { $1 },
                required: required.isEmpty ? nil : required.keys.sorted()))
    }

    /// An object that is used as a table: any number of `values` with property names that match `keys`.
    static func table(of values: Schema, by keys: Schema) -> Schema {
        .inline(Keywords(type: "object", additionalProperties: values, propertyNames: keys))
    }

    static func array(of items: Schema, atMost most: Int? = nil) -> Schema {
        .inline(Keywords(type: "array", items: items, maxItems: most))
    }

    static func one(of schemas: Schema...) -> Schema { .inline(Keywords(oneOf: schemas)) }

    /// The raw values of `type`, as strings.
    static func word<Word: RawRepresentable<String> & CaseIterable>(of type: Word.Type) -> Schema {
        words(type.allCases.map(\.rawValue))
    }

    static func words(_ words: [String]) -> Schema { .inline(Keywords(type: "string", enum: words)) }

    static func text(_ lengths: ClosedRange<Int>? = nil, pattern: String? = nil, format: String? = nil) -> Schema {
        .inline(
            Keywords(
                type: "string", format: format, pattern: pattern, minLength: lengths?.lowerBound,
                maxLength: lengths?.upperBound))
    }

    static func integer(_ range: ClosedRange<Int>) -> Schema {
        .inline(Keywords(type: "integer", minimum: Double(range.lowerBound), maximum: Double(range.upperBound)))
    }

    static let text = text()
    static let boolean = Schema.inline(Keywords(type: "boolean"))
    static let number = Schema.inline(Keywords(type: "number"))
    static let integer = Schema.inline(Keywords(type: "integer", format: "int64"))
    static let count = Schema.inline(Keywords(type: "integer", minimum: 0))

    /// The same schema with a description for readers.
    func about(_ text: String) -> Schema {
        switch self {
        case .component(let name, let schema, _): return .component(name, schema, about: text)
        case .inline(var keywords):
            keywords.description = text
            return .inline(keywords)
        case .never: return self
        }
    }
}

// The schemas of model values, which are the same in every body.
extension Schema {
    static let id = component("ID", .text(pattern: "^[a-z0-9][a-z0-9-]{0,63}$"))
    static let time = component("Time", .text(format: "date-time").about("RFC 3339; the gateway writes UTC."))
    static let name = component(
        "Name",
        .text(1...DisplayName.maximumBytes).about(
            "1 to \(DisplayName.maximumCharacters) characters and at most \(DisplayName.maximumBytes) bytes: letters and "
                + "numbers of any script, spaces and - _ ( )."))
    static let capabilityKind = component("CapabilityKind", .word(of: CapabilityKind.self))
    static let capabilityName = component(
        "CapabilityName",
        .text(pattern: "^(\(kinds))(\\.[a-z0-9][a-z0-9-]{0,63})?$").about(
            "Such as `temperature`, or `number.fan-boost` with the device's own label."))
    static let value = component(
        "Value",
        one(
            of: .boolean, .number, .text,
            .openObject([
                "hue": .number.about("Degrees, 0 to 360."), "saturation": .number.about("Percent."),
            ])))
    static let role = component("Role", .word(of: Role.self))
    static let permission = component("Permission", .word(of: Permission.self))
    static let stepUp = component("StepUp", .word(of: StepUp.self))
    static let thumbprint = component(
        "KeyThumbprint", .text(pattern: "^[A-Za-z0-9_-]{43}$").about("RFC 7638, SHA-256, base64url."))
    static let shortThumbprint = text.about("The thumbprint that both sides show, to compare it.")
    static let purpose = component(
        "Purpose",
        .word(of: Purpose.self).about(
            "What a part moves, or what it supplies with power. \(outdatedPurposes) are answers of earlier versions: a "
                + "part with one of them is guarded in both directions and asks for another."))
    static let availability = component("Availability", .word(of: Availability.self))
    static let flow = component("EnergyFlow", .word(of: EnergyFlow.self))

    private static let outdatedPurposes = Purpose.allCases.filter(\.isOutdated).map { "`\($0.rawValue)`" }
        .joined(separator: ", ")
    private static let kinds = CapabilityKind.allCases.map(\.rawValue).joined(separator: "|")
}
