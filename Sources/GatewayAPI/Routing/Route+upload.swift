import GatewayCore
import HTTPTypes
import Hummingbird

extension Route {
    /// Declares the upload of a file: `PUT` with a body of `application/octet-stream`, which the handler receives piece by
    /// piece. No other body of the API is not JSON.
    static func upload<Reply: DocumentedResponse>(
        path: String, access decision: RouteDecision, summary: String, query: [any QueryDocumentation] = [],
        problems: [ProblemKind] = [],
        answer: @escaping @Sendable (AuthenticatedCall<Services>, UploadBody) async throws -> Reply
    ) -> Route {
        var documentation = RouteDocumentation(
            summary, query: query, body: UploadBody.documentation, answer: Reply.self, problems: problems)
        documentation.bodyType = UploadBody.mediaType
        return authenticated(
            .put, path: path, access: decision, stepUp: nil, condition: nil, documentation: documentation
        ) { call in
            try await answer(call, try call.upload()).response()
        }
    }
}

extension AuthenticatedCall {
    fileprivate func upload() throws -> UploadBody {
        try UploadBody(request: request, possession: context.possession)
    }
}

extension RouteTable {
    /// Whether the address takes uploads. `path` may have a query. Never true of `POST`, which a page of another site can
    /// send without being asked first; other methods than `PUT` are refused by the router.
    static func takesUpload(_ method: HTTPRequest.Method, at path: String) -> Bool {
        guard method != .post else { return false }
        let segments = path.prefix { $0 != "?" }.split(separator: "/")
        return uploads.contains { $0.matches(segments) }
    }

    private static let uploads = routes.filter { $0.documentation.bodyType == UploadBody.mediaType }
}
