import HomeModel

/// Typed access to the members of an object: nil if the member is missing or `null`, an error if it has another type.
extension JSONValue {
    func text(at key: String) throws(DialectError) -> String? { try member(key, expected: "text", read: \.text) }

    func boolean(at key: String) throws(DialectError) -> Bool? {
        try member(key, expected: "true or false", read: \.boolean)
    }

    func wholeNumber(at key: String) throws(DialectError) -> Int64? {
        try member(key, expected: "a whole number") { value in
            switch value {
            case .integer(let value): value
            case .number(let value): Int64(exactly: value)
            default: nil
            }
        }
    }

    func number(at key: String) throws(DialectError) -> Double? {
        try member(key, expected: "a number", read: \.double)
    }

    func texts(at key: String) throws(DialectError) -> [String]? {
        try member(key, expected: "a list of texts") { value in
            guard case .list = value else { return nil }
            return value.texts
        }
    }

    func list(at key: String) throws(DialectError) -> [JSONValue]? { try member(key, expected: "a list", read: \.list) }

    /// The members of a nested object.
    func object(at key: String) throws(DialectError) -> [JSONObject.Member]? {
        try member(key, expected: "an object", read: \.members)
    }

    /// Throws if `value` is nil.
    static func require<Value>(_ value: Value?, key: String) throws(DialectError) -> Value {
        guard let value else { throw .badField(key, expected: "present") }
        return value
    }

    private func member<Value>(
        _ key: String, expected: String, read: (JSONValue) -> Value?
    ) throws(DialectError) -> Value? {
        guard let value = self[key], value != .null else { return nil }
        guard let result = read(value) else { throw .badField(key, expected: expected) }
        return result
    }
}
