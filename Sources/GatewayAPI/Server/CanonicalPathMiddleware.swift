import GatewayCore
import HTTPTypes
import Hummingbird

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
        guard Self.isPlain(request.head.path ?? "") else { throw ActionRefusal.notFound }
        return try await next(request, context)
    }

    /// `target` is the target in the request line, including its query.
    static func isPlain(_ target: String) -> Bool {
        let path = target.utf8.prefix { $0 != UInt8(ascii: "?") }
        guard path.first == UInt8(ascii: "/") else { return false }
        let segments = path.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return path.count == 1 || segments.allSatisfy(isPlain)
    }

    private static func isPlain(_ segment: Substring.UTF8View) -> Bool {
        segment.contains { $0 != UInt8(ascii: ".") } && segment.allSatisfy(isPlain)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
