import Foundation
package import GRDB
package import HomeModel

/// Encodes values that have no columns of their own as JSON text.
package enum JSONColumn {
    /// Equal values produce equal texts.
    package static func encode(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    package static func decode<Value: Decodable>(_ text: String) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    }
}

extension Row {
    /// Returns the value that a text column encodes. Throws `.damaged` when the text encodes none.
    package func value<Value: LosslessStringConvertible>(_ column: String) throws -> Value {
        guard let value = Value(try decode(String.self, forColumn: column)) else { throw damage(column) }
        return value
    }

    package func valueIfPresent<Value: LosslessStringConvertible>(_ column: String) throws -> Value? {
        try decode(String?.self, forColumn: column) == nil ? nil : value(column)
    }

    package func word<Value: RawRepresentable<String>>(_ column: String) throws -> Value {
        guard let value = Value(rawValue: try decode(String.self, forColumn: column)) else { throw damage(column) }
        return value
    }

    package func json<Value: Decodable>(_ column: String) throws -> Value {
        try JSONColumn.decode(try decode(String.self, forColumn: column))
    }

    package func jsonIfPresent<Value: Decodable>(_ column: String) throws -> Value? {
        try decode(String?.self, forColumn: column).map { try JSONColumn.decode($0) }
    }

    package func name(_ column: String) throws -> DisplayName {
        try DisplayName(try decode(String.self, forColumn: column))
    }

    private func damage(_ column: String) -> StorageError {
        .damaged(what: "a stored value of “\(column)” is not valid")
    }
}
