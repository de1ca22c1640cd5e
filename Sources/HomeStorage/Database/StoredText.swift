import Foundation
import GRDB
import HomeModel

/// Values that have no columns of their own, as JSON text.
enum StoredText {
    /// The same value gives the same text.
    static func encode(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    static func decode<Value: Decodable>(_ text: String) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    }
}

extension Row {
    /// The value that a text column stands for; `.damaged` when it stands for none.
    func value<Value: LosslessStringConvertible>(_ column: String) throws -> Value {
        guard let value = Value(try decode(String.self, forColumn: column)) else { throw damage(column) }
        return value
    }

    func valueIfPresent<Value: LosslessStringConvertible>(_ column: String) throws -> Value? {
        try decode(String?.self, forColumn: column) == nil ? nil : value(column)
    }

    func word<Value: RawRepresentable<String>>(_ column: String) throws -> Value {
        guard let value = Value(rawValue: try decode(String.self, forColumn: column)) else { throw damage(column) }
        return value
    }

    func json<Value: Decodable>(_ column: String) throws -> Value {
        try StoredText.decode(try decode(String.self, forColumn: column))
    }

    func jsonIfPresent<Value: Decodable>(_ column: String) throws -> Value? {
        try decode(String?.self, forColumn: column).map { try StoredText.decode($0) }
    }

    func name(_ column: String) throws -> DisplayName {
        try DisplayName(try decode(String.self, forColumn: column))
    }

    private func damage(_ column: String) -> StorageError { .damaged(what: "a stored “\(column)” is not one") }
}
