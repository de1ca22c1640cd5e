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
