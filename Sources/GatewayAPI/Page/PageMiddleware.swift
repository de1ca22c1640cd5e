import GatewayCore
import HTTPTypes
import HomeCertificates
import Hummingbird
import NIOCore
import PageFiles

/// Serves the files of the web page at all addresses outside of the API, and the certificates of the web roots. It serves
/// no other data of the home.
struct PageMiddleware: RouterMiddleware {
    typealias Context = BaseRequestContext

    private static let webRoot = "/tomte-web-root.crt"
    /// While the keys of the home are rotated. Phones read one certificate from a file, so each root has its own.
    private static let nextWebRoot = "/tomte-next-web-root.crt"

    let assets: StaticFileStore
    let endpoint: @Sendable () async -> EndpointDescription?

    func handle(
        _ request: Request, context: BaseRequestContext, next: (Request, BaseRequestContext) async throws -> Response
    ) async throws -> Response {
        let path = request.uri.path
        guard request.isReadOnly, !path.hasPrefix("/api/") else { return try await next(request, context) }
        if let root = await root(at: path) {
            // With this content type and no further header fields, phones offer to install it.
            return Response(
                status: .ok, headers: [.contentType: "application/x-x509-ca-cert"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: root.pem)))
        }
        guard let (file, isImmutable) = await assets.file(at: path) else { return try await next(request, context) }
        var response = request.answer(file)
        response.headers[.cacheControl] = isImmutable ? "public, max-age=31536000, immutable" : "no-cache"
        if let name = HTTPField.Name("Content-Security-Policy") { response.headers[name] = Self.policy }
        return response
    }

    private func root(at path: String) async -> HomeCertificateInfo? {
        switch path {
        case Self.webRoot: await endpoint()?.webRoot
        case Self.nextWebRoot: await endpoint()?.nextWebRoot?.root
        default: nil
        }
    }

    /// Allows the page's own files and the gateway's API. Forbids code that is made from text, and frames.
    private static let policy = """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; \
        manifest-src 'self'; worker-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; \
        require-trusted-types-for 'script'; trusted-types tomte
        """
}

extension Request {
    fileprivate func answer(_ file: StaticFile) -> Response {
        // A weak tag, because it is the same for the compressed and the uncompressed file. Source: RFC 9110 §8.8.3.
        let tag = "W/\"\(file.hash)\""
        var headers: HTTPFields = [.contentType: file.contentType, .eTag: tag, .vary: "Accept-Encoding"]
        if has(file.hash) { return Response(status: .notModified, headers: headers) }
        guard acceptsGzip, let gzipped = file.gzipped else {
            return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: file.bytes))
        }
        headers[.contentEncoding] = "gzip"
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: gzipped))
    }

    private func has(_ hash: String) -> Bool {
        items(of: .ifNoneMatch).contains { $0 == "*" || $0 == "W/\"\(hash)\"" || $0 == "\"\(hash)\"" }
    }
}

extension Request {
    /// Whether the client accepts `Content-Encoding: gzip`.
    var acceptsGzip: Bool {
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
