import HTTPTypes
import Hummingbird

/// On every answer of the HTTPS door: an API shows nothing, runs nothing and is framed by nobody.
struct SecurityHeaders: RouterMiddleware {
    typealias Context = DoorContext

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
        _ request: Request, context: DoorContext, next: (Request, DoorContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        for (name, value) in Self.fields where response.headers[name] == nil { response.headers[name] = value }
        return response
    }
}
