import Crypto
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import ProofOfPossession

/// The body of an upload, which is never in memory as a whole. The handler limits its size, and compares its digest with
/// the proof before anything of it becomes visible.
struct UploadBody: Sendable {
    static let mediaType = "application/octet-stream"
    static let documentation = MediaType(
        .inline(Schema.Keywords(type: "string", contentMediaType: mediaType)), example: "…")

    private let request: Request
    private let possession: VerifiedDPoPProof?

    /// Throws a problem if the body is no upload.
    init(request: Request, possession: VerifiedDPoPProof?) throws {
        guard request.headers[.contentType]?.mediaType == Self.mediaType else { throw Problem.notAnUpload }
        self.request = request
        self.possession = possession
    }

    /// The bytes that the client announces; nil if it does not.
    var announcedBytes: Int? { request.headers[.contentLength].flatMap { Int($0) } }

    /// Passes the body on, piece by piece; the next piece is read when `receive` has returned.
    func forEach(_ receive: ([UInt8]) async throws -> Void) async throws {
        for try await buffer in request.body { try await receive(Array(buffer.readableBytesView)) }
    }

    /// Reads the body and returns its SHA-256 only. Throws `.contentTooLarge` beyond `maximumBytes`.
    func digest(upTo maximumBytes: Int) async throws -> [UInt8] {
        var count = 0
        var hash = SHA256()
        for try await buffer in request.body {
            count += buffer.readableBytes
            guard count <= maximumBytes else { throw HTTPError(.contentTooLarge) }
            hash.update(data: Array(buffer.readableBytesView))
        }
        return Array(hash.finalize())
    }

    /// Whether the proof names this digest. The Unix socket needs no proof.
    func isCovered(sha256 digest: [UInt8]) -> Bool { possession?.covers(sha256: digest) ?? true }
}
