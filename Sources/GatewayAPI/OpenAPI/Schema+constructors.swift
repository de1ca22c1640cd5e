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
