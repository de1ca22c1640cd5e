import Foundation

/// What the gateway answered, read only when it is asked for.
struct Answer<Body: Decodable>: Sendable {
    let status: Int
    let bytes: [UInt8]

    func body() throws(CommandFailure) -> Body {
        do {
            return try JSONDecoder().decode(Body.self, from: Data(bytes))
        } catch {
            throw .unreadableAnswer(Self.place(of: error))
        }
    }

    /// Says where, not what: the answer may hold anything.
    private static func place(of error: any Error) -> String {
        guard let error = error as? DecodingError else { return "it is not JSON." }
        let path: [any CodingKey] =
            switch error {
            case .typeMismatch(_, let context), .valueNotFound(_, let context): context.codingPath
            case .keyNotFound(let key, let context): context.codingPath + [key]
            case .dataCorrupted(let context): context.codingPath
            @unknown default: []
            }
        return path.isEmpty ? "it is not JSON." : "“\(path.map(\.stringValue).joined(separator: "."))” is unexpected."
    }
}
