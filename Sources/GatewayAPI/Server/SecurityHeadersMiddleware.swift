import HTTPTypes
import Hummingbird

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
