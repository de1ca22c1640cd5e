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
    /// Whether the request uploads a file. `path` may have a query.
    static func takesUpload(_ method: HTTPRequest.Method, at path: String) -> Bool {
        method == .put && isAddressOfUploads(path)
    }

    /// Whether files are uploaded to the address. `path` may have a query.
    static func isAddressOfUploads(_ path: String) -> Bool {
        let segments = path.prefix { $0 != "?" }.split(separator: "/")
        return uploads.contains { $0.matches(segments) }
    }

    private static let uploads = routes.filter { $0.documentation.bodyType == UploadBody.mediaType }
}
