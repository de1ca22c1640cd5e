import GatewayCore
import HomeModel
import HummingbirdCore

/// One query parameter, declared once for both the document and the parser.
struct QueryParameter<Value: Sendable>: Sendable {
    let name: String
    let about: String
    let schema: Schema
    /// Describes a valid value; completes “must be …” in the message about an invalid one.
    let hint: String
    let parse: @Sendable (String) -> Value?

    /// The same parameter as a required one: a request without it is refused.
    var required: RequiredParameter<Value> { RequiredParameter(parameter: self) }
}

/// A query parameter without which a request is refused.
struct RequiredParameter<Value: Sendable>: Sendable {
    let parameter: QueryParameter<Value>
}

extension QueryParameter where Value == Timestamp {
    static func time(_ name: String, about: String) -> QueryParameter {
        QueryParameter(
            name: name, about: about, schema: .time, hint: "a time like 2026-01-31T12:00:00Z",
            parse: { Timestamp(rfc3339: $0) })
    }
}

extension QueryParameter where Value == Int {
    static func integer(_ name: String, range: ClosedRange<Int>, about: String) -> QueryParameter {
        QueryParameter(
            name: name, about: about, schema: .integer(range),
            hint: "a whole number from \(range.lowerBound) to \(range.upperBound)",
            parse: { text in Int(text).flatMap { range.contains($0) && text.first != "+" ? $0 : nil } })
    }
}

extension QueryParameter where Value == Bool {
    static func boolean(_ name: String, about: String) -> QueryParameter {
        QueryParameter(name: name, about: about, schema: .boolean, hint: "true or false", parse: { Bool($0) })
    }
}

extension QueryParameter where Value == CapabilityName {
    static func capability(_ name: String, about: String) -> QueryParameter {
        QueryParameter(
            name: name, about: about, schema: .capabilityName, hint: "a capability name",
            parse: { CapabilityName($0) })
    }
}

extension QueryParameter where Value == String {
    static func text(_ name: String, about: String) -> QueryParameter {
        QueryParameter(name: name, about: about, schema: .text, hint: "a text", parse: { $0 })
    }
}

extension QueryParameter where Value: RawRepresentable<String> & CaseIterable {
    static func word(_ name: String, of type: Value.Type, about: String) -> QueryParameter {
        let words = type.allCases.map(\.rawValue)
        return QueryParameter(
            name: name, about: about, schema: .words(words), hint: "one of \(words.joined(separator: ", "))",
            parse: { Value(rawValue: $0) })
    }
}

extension QueryParameter {
    static func id<Subject>(
        _ name: String, of subject: Subject.Type, about: String
    ) -> QueryParameter where Value == Identifier<Subject> {
        QueryParameter(name: name, about: about, schema: .id, hint: "an id", parse: { Identifier<Subject>($0) })
    }
}

/// A query parameter with any type of value.
protocol QueryDocumentation: Sendable {
    var name: String { get }
    var documentation: OpenAPIDocument.Parameter { get }

    /// Throws `.invalid` if the value cannot be parsed, or if a required parameter is missing.
    func check(_ uri: URI) throws(ActionRefusal)
}

extension QueryParameter: QueryDocumentation {
    var documentation: OpenAPIDocument.Parameter {
        OpenAPIDocument.Parameter(name: name, location: .query, description: about, isRequired: false, schema: schema)
    }

    func check(_ uri: URI) throws(ActionRefusal) { _ = try value(in: uri) }

    /// The value in the query; nil if there is none. Throws `.invalid` if it cannot be parsed.
    func value(in uri: URI) throws(ActionRefusal) -> Value? {
        guard let text = uri.queryParameters[Substring(name)] else { return nil }
        guard let value = parse(String(text)) else {
            throw .invalid(field: name, code: "malformed", detail: "“\(name)” must be \(hint).")
        }
        return value
    }
}

extension RequiredParameter: QueryDocumentation {
    var name: String { parameter.name }

    var documentation: OpenAPIDocument.Parameter {
        OpenAPIDocument.Parameter(
            name: name, location: .query, description: parameter.about, isRequired: true, schema: parameter.schema)
    }

    func check(_ uri: URI) throws(ActionRefusal) { _ = try value(in: uri) }

    func value(in uri: URI) throws(ActionRefusal) -> Value {
        guard let value = try parameter.value(in: uri) else {
            throw .invalid(field: name, code: "missing", detail: "“\(name)” is missing; give \(parameter.hint).")
        }
        return value
    }
}
