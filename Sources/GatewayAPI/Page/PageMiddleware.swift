package import Foundation
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

    let source: PageSource
    let sign: @Sendable () async -> DoorSign?

    func handle(
        _ request: Request, context: DoorContext, next: (Request, DoorContext) async throws -> Response
    ) async throws -> Response {
        let path = request.uri.path
        if request.isReading, path == Self.webRoot, let root = await sign()?.webRoot {
            return Response(
                status: .ok,
                // Without more, phones offer to install it.
                headers: [.contentType: "application/x-x509-ca-cert"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: root.pem)))
        }
        guard request.isReading, !path.hasPrefix("/api/"), let (file, isForGood) = source.file(at: path) else {
            return try await next(request, context)
        }
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

/// Where the page comes from.
package enum PageSource: Sendable {
    case program
    /// Read anew at each request, for whoever changes the page.
    case folder(URL)

    fileprivate func file(at address: String) -> (PageFile, isForGood: Bool)? {
        if let file = ChartLibrary.installed.file(at: address) { return (file, false) }
        switch self {
        case .program: return Page.embedded.file(at: address).map { ($0, Page.isForGood(address)) }
        case .folder(let folder): return (try? Page(folder: folder))?.latest(at: address).map { ($0, false) }
        }
    }
}

extension Request {
    fileprivate func answer(_ file: PageFile) -> Response {
        let tag = "\"\(file.hash)\""
        var headers: HTTPFields = [.contentType: file.contentType, .eTag: tag, .vary: "Accept-Encoding"]
        if self.headers[.ifNoneMatch].map({ $0 == tag || $0 == "W/\(tag)" }) ?? false {
            return Response(status: .notModified, headers: headers)
        }
        guard takesGzip, let gzipped = file.gzipped else {
            return Response(status: .ok, headers: headers, body: body(file.bytes))
        }
        headers[.contentEncoding] = "gzip"
        return Response(status: .ok, headers: headers, body: body(gzipped))
    }

    private func body(_ bytes: [UInt8]) -> ResponseBody {
        method == .head ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
    }

    private var takesGzip: Bool {
        (headers[.acceptEncoding] ?? "").split(separator: ",").contains { item in
            let words = item.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
            return words.first == "gzip" && !words.dropFirst().contains { ["q=0", "q=0.0"].contains($0) }
        }
    }
}
