import Foundation
import GatewayCore
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import ProofOfPossession

/// The one way to a request's body: with a limit of size and time, and held against the proof that came with it.
struct RequestBody: Sendable {
    static let maximumBytes = 64 * 1024
    /// A body that trickles in holds a connection no longer.
    static let patience = Duration.seconds(20)

    let request: Request
    let possession: Possession?
    let clock: HomeClock

    func decode<Body: DocumentedBody>(_ type: Body.Type, upTo maximumBytes: Int = maximumBytes) async throws -> Body {
        guard request.isJSON else { throw Problem.notJSON }
        let data = Data(try await collect(upTo: maximumBytes).readableBytesView)
        guard possession?.covers(data) ?? true else { throw Problem.otherBody }
        do {
            return try JSONDecoder().decode(StrictBody<Body>.self, from: data).body
        } catch let error as DecodingError {
            throw Problem(decoding: error)
        }
    }

    private func collect(upTo maximumBytes: Int) async throws -> ByteBuffer {
        try await withThrowingTaskGroup(of: ByteBuffer?.self) { group in
            group.addTask { try await request.body.collect(upTo: maximumBytes) }
            group.addTask {
                await clock.sleep(for: Self.patience)
                return nil
            }
            defer { group.cancelAll() }
            guard let first = try await group.next(), let body = first else { throw Problem.tooSlow }
            return body
        }
    }
}

extension Request {
    var isJSON: Bool { headers[.contentType]?.mediaType == "application/json" }
}
