import GatewayCore
import HTTPTypes
import Hummingbird
import NIOCore

/// Refuses requests for a host that is not one of the gateway's own names, and requests from pages of other sites that
/// would change something.
///
/// This protects against a foreign page in a resident's browser: against DNS rebinding and cross-site requests.
struct HostAndOriginMiddleware: RouterMiddleware {
    typealias Context = BaseRequestContext

    /// The accepted values, exact, in lower case, with the port: `tomte.local:8443`.
    let authorities: @Sendable () -> Set<String>
    /// The name at which the page is served; nil while it is unknown.
    let endpoint: @Sendable () async -> EndpointDescription?

    func handle(
        _ request: Request, context: BaseRequestContext, next: (Request, BaseRequestContext) async throws -> Response
    ) async throws -> Response {
        guard let authority = request.head.authority?.lowercased(), authorities().contains(authority) else {
            if request.isNavigation, let endpoint = await endpoint() { return Self.addressOfPage(endpoint) }
            throw Problem.otherHost
        }
        if !request.isReadOnly {
            guard request.isOfOwnPage(authority) else { throw Problem.crossSite }
            // No address of uploads has a route for `POST`, the only method of such a body that a page of another site can
            // send without a question of the browser, which the gateway never answers.
            guard !request.hasBody || request.isJSON || RouteTable.isAddressOfUploads(request.uri.path) else {
                throw Problem.notJSON
            }
        }
        return try await next(request, context)
    }

    /// The response for a person who opened the page at another name, as readable text.
    private static func addressOfPage(_ endpoint: EndpointDescription) -> Response {
        let text = """
            This home gateway does not have the name in the address bar.
            Open https://\(endpoint.host):\(endpoint.port)/ or the IP address of the gateway instead.

            """
        return Response(
            status: .misdirectedRequest, headers: [.contentType: "text/plain; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}

extension Request {
    /// Whether a browser opens an address outside of the API as a page.
    fileprivate var isNavigation: Bool {
        isReadOnly && !uri.path.hasPrefix("/api/") && headers[.accept]?.contains("text/html") == true
    }

    /// Whether the request only reads.
    var isReadOnly: Bool { [.get, .head].contains(method) }

    /// Whether the request comes from the gateway's own page or from a program. Programs send neither of the two header
    /// fields; browsers send both correctly.
    fileprivate func isOfOwnPage(_ authority: String) -> Bool {
        if let origin = headers[.origin], origin.lowercased() != "https://\(authority)" { return false }
        guard let site = HTTPField.Name("Sec-Fetch-Site").flatMap({ headers[$0] }) else { return true }
        return site == "same-origin" || site == "none"
    }

    fileprivate var hasBody: Bool {
        headers[.contentLength].map { $0 != "0" } ?? (headers[.transferEncoding] != nil || headers[.contentType] != nil)
    }
}

/// Adds security header fields to every response of the HTTPS endpoint, unless it has them: the API shows nothing, runs
/// nothing and is never in a frame.
struct SecurityHeadersMiddleware: RouterMiddleware {
    typealias Context = BaseRequestContext

    private static let fields: [(HTTPField.Name, String)] = [
        ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
        ("Referrer-Policy", "no-referrer"),
        ("Strict-Transport-Security", "max-age=31536000"),
        ("X-Content-Type-Options", "nosniff"),
        ("X-Frame-Options", "DENY"),
        ("Cache-Control", "no-store"),
    ].compactMap { name, value in HTTPField.Name(name).map { ($0, value) } }

    func handle(
        _ request: Request, context: BaseRequestContext, next: (Request, BaseRequestContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        for (name, value) in Self.fields where response.headers[name] == nil { response.headers[name] = value }
        return response
    }
}
