import GatewayCore
import HTTPTypes
import Hummingbird
import NIOCore

/// Refuses requests that repeat a header field which may be there only once. Two programs on the way of a request can
/// read such a pair differently. Source: RFC 9110 §5.3, RFC 9112 §3.2, RFC 9113 §8.3.1.
///
/// `DPoPAuthenticationMiddleware` checks `Authorization` and `DPoP`, which have a response of their own (RFC 9449 §4.3).
struct SingleFieldMiddleware: RouterMiddleware {
    typealias Context = BaseRequestContext

    private static let host = HTTPField.Name("Host")
    private static let names = [
        "Content-Length", "Content-Type", "Idempotency-Key", "If-None-Match", "Last-Event-ID", "Origin",
        "Sec-Fetch-Site", "Tomte-As",
    ].compactMap { HTTPField.Name($0) }

    func handle(
        _ request: Request, context: BaseRequestContext, next: (Request, BaseRequestContext) async throws -> Response
    ) async throws -> Response {
        for name in Self.names where request.headers[values: name].count > 1 { throw Problem.repeated(name) }
        if let host = Self.host, !isHostSingle(request, host: host, isStream: context.isStream) {
            throw Problem.repeated(host)
        }
        return try await next(request, context)
    }

    /// Whether `Host` is there once and equals the authority. The first `Host` of HTTP/1.1 has become the authority
    /// already, so each remaining one is a second one. HTTP/2 has a separate authority, and a `Host` beside it must be
    /// equal.
    private func isHostSingle(_ request: Request, host: HTTPField.Name, isStream: Bool) -> Bool {
        let hosts = request.headers[values: host]
        guard isStream else { return hosts.isEmpty }
        return hosts.isEmpty || hosts == [request.head.authority ?? ""]
    }
}
