import GatewayCore
import HTTPTypes
import Hummingbird
import NIOCore

/// Responds “not found” to every path that is not in canonical form: nothing encoded, no empty segments, no segments of
/// dots only.
///
/// Ids and routes need no other characters. A path that proxies, browsers and routers read differently never reaches a
/// handler.
struct CanonicalPathMiddleware: RouterMiddleware {
    typealias Context = BaseRequestContext

    func handle(
        _ request: Request, context: BaseRequestContext, next: (Request, BaseRequestContext) async throws -> Response
    ) async throws -> Response {
        guard Self.isCanonical(request.head.path ?? "") else { throw ActionRefusal.notFound }
        return try await next(request, context)
    }

    /// `target` is the target in the request line, including its query.
    static func isCanonical(_ target: String) -> Bool {
        let path = target.utf8.prefix { $0 != UInt8(ascii: "?") }
        guard path.first == UInt8(ascii: "/") else { return false }
        let segments = path.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return path.count == 1 || segments.allSatisfy(isCanonical)
    }

    private static func isCanonical(_ segment: Substring.UTF8View) -> Bool {
        segment.contains { $0 != UInt8(ascii: ".") } && segment.allSatisfy(isCanonical)
    }

    private static func isCanonical(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}

/// Refuses requests that repeat a header field which may be there only once. Two programs on the way of a request can
/// read such a pair differently. Source: RFC 9110 §5.3, RFC 9112 §3.2, RFC 9113 §8.3.1.
///
/// `DPoPAuthenticationMiddleware` checks `Authorization` and `DPoP`, which have a response of their own (RFC 9449 §4.3).
struct SingleFieldMiddleware: RouterMiddleware {
    typealias Context = BaseRequestContext

    private static let host = HTTPField.Name("Host")
    private static let names = [
        "Content-Length", "Content-Type", "Idempotency-Key", "If-None-Match", "Last-Event-ID", "Origin",
        "Sec-Fetch-Site", "Tomte-API-Level", "Tomte-As",
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
