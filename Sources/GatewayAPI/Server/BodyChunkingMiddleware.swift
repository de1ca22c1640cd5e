import HTTPTypes
import Hummingbird
import NIOCore

/// Writes large bodies in pieces and waits before each piece until the connection, or the HTTP/2 stream, accepts more.
/// A response that the client does not read then keeps one piece in memory, instead of a second copy of the whole body.
struct BodyChunkingMiddleware: RouterMiddleware {
    typealias Context = BaseRequestContext

    /// The size of one HTTP/2 frame. A body that is not larger is written at once, together with its head.
    static let pieceBytes = 16 * 1024

    func handle(
        _ request: Request, context: BaseRequestContext, next: (Request, BaseRequestContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        if response.body.contentLength ?? .max > Self.pieceBytes { response.body = response.body.inPieces }
        return response
    }
}

extension ResponseBody {
    fileprivate var inPieces: ResponseBody {
        ResponseBody(contentLength: contentLength) { [self] writer in
            try await write(ChunkedBodyWriter(base: writer))
        }
    }
}

/// Writes each buffer as slices that share its bytes.
struct ChunkedBodyWriter: ResponseBodyWriter {
    private var base: any ResponseBodyWriter

    init(base: any ResponseBodyWriter) { self.base = base }

    mutating func write(_ buffer: ByteBuffer) async throws {
        var rest = buffer
        while let piece = rest.readSlice(length: min(rest.readableBytes, BodyChunkingMiddleware.pieceBytes)),
            piece.readableBytes > 0
        {
            try await base.write(piece)
        }
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
        try await base.finish(trailingHeaders)
    }
}
