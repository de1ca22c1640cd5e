import Foundation

/// A successful response of the gateway. Its body is decoded only on demand.
package struct APIResponse<Body: Decodable, Failure: ClientFailure>: Sendable {
    package let status: Int
    package let bytes: [UInt8]

    /// Decodes the body. Throws `.unreadableAnswer` with the path of the first wrong field.
    package func body() throws(Failure) -> Body {
        do {
            return try JSONDecoder().decode(Body.self, from: Data(bytes))
        } catch {
            throw Failure(.unreadableAnswer(Self.place(of: error)))
        }
    }

    /// Describes where decoding failed, but not the content there, because a response may contain anything.
    private static func place(of error: any Error) -> String {
        guard let error = error as? DecodingError else { return "it is not JSON." }
        let path: [any CodingKey] =
            switch error {
            case .typeMismatch(_, let context), .valueNotFound(_, let context): context.codingPath
            case .keyNotFound(let key, let context): context.codingPath + [key]
            case .dataCorrupted(let context): context.codingPath
            @unknown default: []
            }
        return path.isEmpty
            ? "it is not JSON."
            : "the field “\(path.map(\.stringValue).joined(separator: "."))” is missing or has a wrong type."
    }
}
