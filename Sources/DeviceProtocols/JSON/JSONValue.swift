/// A JSON value as it was written: integers are distinct from other numbers, and keys keep their order.
package enum JSONValue: Hashable, Sendable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case number(Double)
    case text(String)
    case list([JSONValue])
    case object(JSONObject)

    /// The member of an object with this key; nil for every other value.
    package subscript(_ key: String) -> JSONValue? {
        guard case .object(let object) = self else { return nil }
        return object[key]
    }

    /// The element of a list at this index; nil for every other value and outside the list.
    package subscript(_ index: Int) -> JSONValue? {
        guard case .list(let values) = self, values.indices.contains(index) else { return nil }
        return values[index]
    }

    /// The value at the end of a path of keys.
    package subscript(path path: some Sequence<String>) -> JSONValue? {
        var value = self
        for key in path {
            guard let next = value[key] else { return nil }
            value = next
        }
        return value
    }
}

/// The members of a JSON object in their original order.
package struct JSONObject: Hashable, Sendable {
    /// A key with its value.
    package struct Member: Hashable, Sendable {
        package let key: String
        package let value: JSONValue

        package init(key: String, value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    package let members: [Member]

    package init(_ members: [Member]) { self.members = members }

    /// If a key occurs twice, the last member counts, as in most parsers.
    package subscript(_ key: String) -> JSONValue? { members.last { $0.key == key }?.value }
}

extension [JSONObject.Member] {
    /// Each key once, with its last value.
    var unique: [JSONObject.Member] {
        var taken: Set<String> = []
        return reversed().filter { taken.insert($0.key).inserted }.reversed()
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        self.init(elements.map { Member(key: $0.0, value: $0.1) })
    }
}

extension JSONValue {
    /// An object of those members that have a value.
    package static func members(_ members: [(key: String, value: JSONValue?)]) -> JSONValue {
        .object(JSONObject(members.compactMap { key, value in value.map { JSONObject.Member(key: key, value: $0) } }))
    }

    package var text: String? { if case .text(let text) = self { text } else { nil } }

    package var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }

    /// The value of any number.
    package var double: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }

    /// The value of a whole number, also if it is written with a decimal point.
    package var integer: Int? {
        switch self {
        case .integer(let value): Int(exactly: value)
        case .number(let value): Int(exactly: value)
        default: nil
        }
    }

    package var list: [JSONValue]? { if case .list(let values) = self { values } else { nil } }

    package var members: [JSONObject.Member]? { if case .object(let object) = self { object.members } else { nil } }

    /// The elements of a list of texts, or a single text as a list of one; nil for every other value.
    package var texts: [String]? {
        if let text { return [text] }
        guard let list else { return nil }
        let texts = list.compactMap(\.text)
        return texts.count == list.count ? texts : nil
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(stringLiteral value: String) { self = .text(value) }
    package init(booleanLiteral value: Bool) { self = .boolean(value) }
    package init(integerLiteral value: Int64) { self = .integer(value) }
    package init(floatLiteral value: Double) { self = .number(value) }
    package init(arrayLiteral elements: JSONValue...) { self = .list(elements) }

    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(JSONObject(elements.map { JSONObject.Member(key: $0.0, value: $0.1) }))
    }
}
