import Foundation
import GatewayCore
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import ProofOfPossession

/// The body of a request. This is the only way to it: it limits the size, and compares the body with the digest in the
/// proof.
struct RequestBody: Sendable {
    static let maximumBytes = 64 * 1024

    let request: Request
    let possession: VerifiedDPoPProof?

    /// Throws a problem if the body is too large, is not JSON, or does not match its schema or the proof.
    func decode<Body: DocumentedBody>(_ type: Body.Type, upTo maximumBytes: Int = maximumBytes) async throws -> Body {
        guard request.isJSON else { throw Problem.notJSON }
        let data = Data(try await request.body.collect(upTo: maximumBytes).readableBytesView)
        guard possession?.covers(data) ?? true else { throw Problem.otherBody }
        try JSONText.check(data)
        do {
            return try JSONDecoder().decode(StrictBody<Body>.self, from: data).body
        } catch let error as DecodingError {
            throw Problem(decoding: error)
        }
    }
}

extension Request {
    var isJSON: Bool { headers[.contentType]?.mediaType == "application/json" }
}

/// Decodes a request body and refuses properties and words that the schema does not contain, properties that are `null`,
/// and changes that change nothing. Otherwise a limit that is misspelt would be no limit.
struct StrictBody<Body: DocumentedBody>: Decodable {
    let body: Body

    init(from decoder: any Decoder) throws {
        try decoder.check(Body.schema)
        body = try Body(from: decoder)
    }
}

/// Any property name, as a coding key.
private struct PropertyName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

extension Decoder {
    fileprivate func check(_ schema: Schema) throws {
        if let properties = schema.keywords.properties {
            let object = try container(keyedBy: PropertyName.self)
            guard object.allKeys.count >= schema.keywords.minProperties ?? 0 else { throw Problem.nothingToChange }
            for name in object.allKeys {
                guard let property = properties[name.stringValue] else {
                    throw Problem.unknownProperty(name.stringValue)
                }
                guard try !object.decodeNil(forKey: name) else {
                    let path = object.codingPath + [name]
                    throw DecodingError.valueNotFound(
                        PropertyName.self, .init(codingPath: path, debugDescription: "null"))
                }
                try object.superDecoder(forKey: name).check(property)
            }
        } else if let items = schema.keywords.items, items.keywords.properties != nil {
            var array = try unkeyedContainer()
            while !array.isAtEnd { try array.superDecoder().check(items) }
        } else if let words = schema.keywords.enum {
            guard words.contains(try singleValueContainer().decode(String.self)) else {
                throw Problem.unknownWord(at: codingPath, words: words)
            }
        }
    }
}
