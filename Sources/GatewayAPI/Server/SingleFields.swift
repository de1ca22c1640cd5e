import GatewayCore
import HTTPTypes
import Hummingbird
import NIOCore

/// Refuses requests that carry a field more than once of which only one may be there. Two programs on the way of a
/// request can read such a pair differently. Source: RFC 9110 §5.3, RFC 9112 §3.2, RFC 9113 §8.3.1.
///
/// `Authorization` and `DPoP` have an answer of their own (RFC 9449 §4.3), which `Doorkeeper` gives.
struct SingleFields: RouterMiddleware {
    typealias Context = DoorContext

    private static let host = HTTPField.Name("Host")
    private static let names = [
        "Content-Length", "Content-Type", "Idempotency-Key", "If-None-Match", "Last-Event-ID", "Origin",
        "Sec-Fetch-Site", "Tomte-As",
    ].compactMap { HTTPField.Name($0) }

    func handle(
        _ request: Request, context: DoorContext, next: (Request, DoorContext) async throws -> Response
    ) async throws -> Response {
        for name in Self.names where request.headers[values: name].count > 1 { throw Problem.repeated(name) }
        if let host = Self.host, !isHostSingle(request, host, isStream: context.isStream) {
            throw Problem.repeated(host)
        }
        return try await next(request, context)
    }

    /// The first `Host` of HTTP/1.1 has become the authority by now, so each that is left is a second one. HTTP/2 has the
    /// authority apart, and a `Host` beside it must be equal.
    private func isHostSingle(_ request: Request, _ host: HTTPField.Name, isStream: Bool) -> Bool {
        let hosts = request.headers[values: host]
        guard isStream else { return hosts.isEmpty }
        return hosts.isEmpty || hosts == [request.head.authority ?? ""]
    }
}
