import HTTPTypes
import Hummingbird
import NIOCore

/// Writes large bodies in pieces and waits before each piece until the connection, or the stream of HTTP/2, takes more.
/// So an answer that is not read holds one piece in memory, and not the whole body once more.
struct BodyChunking: RouterMiddleware {
    typealias Context = DoorContext

    /// One frame of HTTP/2. A body that is no larger is written at once, together with its head.
    static let pieceBytes = 16 * 1024

    func handle(
        _ request: Request, context: DoorContext, next: (Request, DoorContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        if response.body.contentLength ?? .max > Self.pieceBytes { response.body = response.body.inPieces }
        return response
    }
}

extension ResponseBody {
    fileprivate var inPieces: ResponseBody {
        ResponseBody(contentLength: contentLength) { [self] writer in
            try await write(PieceWriter(base: writer))
        }
    }
}

/// Writes each buffer as slices of it, which share its bytes.
struct PieceWriter: ResponseBodyWriter {
    private var base: any ResponseBodyWriter

    init(base: any ResponseBodyWriter) { self.base = base }

    mutating func write(_ buffer: ByteBuffer) async throws {
        var rest = buffer
        while let piece = rest.readSlice(length: min(rest.readableBytes, BodyChunking.pieceBytes)),
            piece.readableBytes > 0
        {
            try await base.write(piece)
        }
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
        try await base.finish(trailingHeaders)
    }
}
