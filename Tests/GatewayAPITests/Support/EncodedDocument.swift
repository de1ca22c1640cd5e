import Foundation
import Testing

@testable import GatewayAPI

extension Route: CustomTestStringConvertible {
    package var testDescription: String { "\(method) \(path)" }
}

/// The OpenAPI document as the API sends it.
struct EncodedDocument {
    let object: [String: Any]

    init() throws {
        let bytes = try JSONEncoder().encode(OpenAPIDocument(RouteTable.sections))
        object = try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
    }

    var paths: [String: [String: [String: Any]]] { object["paths"] as? [String: [String: [String: Any]]] ?? [:] }
    var components: [String: [String: Any]] { object["components"] as? [String: [String: Any]] ?? [:] }

    /// The targets of all `$ref` members of the document.
    var references: Set<String> { Self.references(in: object) }

    private static func references(in value: Any) -> Set<String> {
        switch value {
        case let object as [String: Any]:
            object.reduce(into: []) { found, member in
                if member.key == "$ref", let path = member.value as? String { found.insert(path) }
                found.formUnion(references(in: member.value))
            }
        case let array as [Any]: array.reduce(into: []) { $0.formUnion(references(in: $1)) }
        default: []
        }
    }
}
