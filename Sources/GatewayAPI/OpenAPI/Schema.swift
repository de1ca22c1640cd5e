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
