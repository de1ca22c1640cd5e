import GatewayWire
import HTTPTypes
import Hummingbird

/// Refuses requests of clients that are older than this gateway supports. It comes before authentication, because that may
/// be what an old client does differently.
struct APILevelMiddleware: RouterMiddleware {
    typealias Context = BaseRequestContext

    private static let field = HTTPField.Name(APILevel.headerField)
    private static let maximumDigits = 6

    /// The version of the gateway, which a client that is too old needs.
    let version: String
    var oldestSupported = APILevel.oldestSupported

    func handle(
        _ request: Request, context: BaseRequestContext, next: (Request, BaseRequestContext) async throws -> Response
    ) async throws -> Response {
        if let text = Self.field.flatMap({ request.headers[$0] }) {
            guard let level = Self.level(text) else { throw Problem.malformedLevel }
            guard level >= oldestSupported else { throw tooOld(level) }
        }
        return try await next(request, context)
    }

    private func tooOld(_ level: Int) -> Problem {
        var problem = Problem(
            .badRequest, code: APILevel.problemCode,
            detail:
                "This client was made for level \(level) of the API, and this gateway (version \(version)) needs level "
                + "\(oldestSupported) or later: update the client, or reload the page.")
        problem.gatewayVersion = version
        return problem
    }

    private static func level(_ text: String) -> Int? {
        let isNumber =
            (1...maximumDigits).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
        return isNumber ? Int(text) : nil
    }
}

extension Problem {
    fileprivate static let malformedLevel = Problem(
        .badRequest, code: "malformed", detail: "The header field \(APILevel.headerField) must be a whole number.",
        field: APILevel.headerField)
}
