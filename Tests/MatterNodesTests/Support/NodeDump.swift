import Foundation
import MatterNodes
import MatterProtocol

/// The attributes of a node as JSON, in the form in which public projects keep dumps of real nodes: an object with a key
/// `endpoint/cluster/attribute` for each value, structures as objects with their tags as keys, and bytes in base64.
struct NodeDump: Decodable {
    let attributes: [String: JSONValue]

    private enum Key: String, CodingKey { case attributes, node, data }

    init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: Key.self)
        if object.contains(.attributes) {
            attributes = try object.decode([String: JSONValue].self, forKey: .attributes)
        } else {
            let inner = object.contains(.node) ? Key.node : .data
            attributes = try object.decode(NodeDump.self, forKey: inner).attributes
        }
    }

    init(parsing text: Data) throws { self = try JSONDecoder().decode(NodeDump.self, from: text) }

    var values: AttributeValues {
        AttributeValues(
            attributes.compactMap { key, value in
                let numbers = key.split(separator: "/").compactMap { UInt32($0) }
                guard numbers.count == 3, let endpoint = UInt16(exactly: numbers[0]) else { return nil }
                return (AttributePath(endpoint: endpoint, cluster: numbers[1], attribute: numbers[2]), value.tlv)
            })
    }
}

/// A value of JSON.
enum JSONValue: Decodable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case unsigned(UInt64)
    case number(Double)
    case text(String)
    case array([JSONValue])
    case object([String: JSONValue])

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let boolean = try? value.decode(Bool.self) {
            self = .boolean(boolean)
        } else if let integer = try? value.decode(Int64.self) {
            self = .integer(integer)
        } else if let unsigned = try? value.decode(UInt64.self) {
            self = .unsigned(unsigned)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let array = try? value.decode([JSONValue].self) {
            self = .array(array)
        } else {
            self = .object(try value.decode([String: JSONValue].self))
        }
    }

    /// The value as a node sends it. A dump does not tell bytes from texts.
    var tlv: TLVValue {
        switch self {
        case .null: .null
        case .boolean(let value): .boolean(value)
        case .integer(let value): value < 0 ? .signed(value) : .unsigned(UInt64(value))
        case .unsigned(let value): .unsigned(value)
        case .number(let value): .double(value)
        case .text(let value): .text(value)
        case .array(let values): .array(values.map(\.tlv))
        case .object(let fields):
            .structure(
                fields.compactMap { key, value in UInt8(key).map { TLVElement.context($0, is: value.tlv) } }
                    .sorted { "\($0.tag)" < "\($1.tag)" })
        }
    }
}
