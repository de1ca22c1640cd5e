import GatewayCore
import HTTPTypes
import HomeCertificates
import Hummingbird
import NIOCore
import PageFiles

/// The web page, at every address that is not the API's: its files, and nothing of the home but its root certificate.
struct PageMiddleware: RouterMiddleware {
    typealias Context = DoorContext

    private static let webRoot = "/tomte-web-root.crt"

    let shelf: PageShelf
    let sign: @Sendable () async -> DoorSign?

    func handle(
        _ request: Request, context: DoorContext, next: (Request, DoorContext) async throws -> Response
    ) async throws -> Response {
        let path = request.uri.path
        guard request.isReading, !path.hasPrefix("/api/") else { return try await next(request, context) }
        if path == Self.webRoot, let root = await sign()?.webRoot {
            // Without more, phones offer to install it.
            return Response(
                status: .ok, headers: [.contentType: "application/x-x509-ca-cert"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: root.pem)))
        }
        guard let (file, isForGood) = await shelf.file(at: path) else { return try await next(request, context) }
        var response = request.answer(file)
        response.headers[.cacheControl] = isForGood ? "public, max-age=31536000, immutable" : "no-cache"
        if let name = HTTPField.Name("Content-Security-Policy") { response.headers[name] = Self.policy }
        return response
    }

    /// Its own files and the gateway's API, no code out of text, no frames.
    private static let policy = """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
        manifest-src 'self'; worker-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; \
        require-trusted-types-for 'script'; trusted-types tomte
        """
}

extension Request {
    fileprivate func answer(_ file: PageFile) -> Response {
        // Weak: compressed or not, it is the same file. Source: RFC 9110 §8.8.3.
        let tag = "W/\"\(file.hash)\""
        var headers: HTTPFields = [.contentType: file.contentType, .eTag: tag, .vary: "Accept-Encoding"]
        if has(file.hash) { return Response(status: .notModified, headers: headers) }
        guard takesGzip, let gzipped = file.gzipped else {
            return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: file.bytes))
        }
        headers[.contentEncoding] = "gzip"
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: gzipped))
    }

    private func has(_ hash: String) -> Bool {
        items(of: .ifNoneMatch).contains { $0 == "*" || $0 == "W/\"\(hash)\"" || $0 == "\"\(hash)\"" }
    }

    private var takesGzip: Bool {
        items(of: .acceptEncoding).contains { item in
            let words = item.lowercased().split(separator: ";").map { $0.filter { $0 != " " } }
            let weight = words.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) }
            return words.first == "gzip" && weight != 0
        }
    }

    private func items(of name: HTTPField.Name) -> [String] {
        (headers[name] ?? "").split(separator: ",").map { $0.drop { $0 == " " } }.map { String($0) }
    }
}
