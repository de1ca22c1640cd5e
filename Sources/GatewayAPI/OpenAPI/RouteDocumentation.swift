import GatewayCore
import HummingbirdCore

/// The documentation of a route besides its address, as the document shows it.
struct RouteDocumentation: Sendable {
    /// One line.
    let summary: String
    let query: [any QueryDocumentation]
    let body: MediaType?
    /// The media type of the body.
    var bodyType = "application/json"
    let answers: [ResponseDocumentation]
    /// The problems besides those that follow from the address, the query and the body.
    let problems: [ProblemKind]
    /// The header fields of the request that the route reads.
    var headers: [OpenAPIDocument.Parameter] = []

    init<Reply: DocumentedResponse>(
        _ summary: String, query: [any QueryDocumentation] = [], body: MediaType? = nil, answer: Reply.Type,
        problems: [ProblemKind] = [], headers: [OpenAPIDocument.Parameter] = []
    ) {
        self.summary = summary
        self.query = query
        self.body = body
        self.answers = answer.documentation
        self.problems = problems
        self.headers = headers
    }

    /// Refuses unknown, repeated and invalid query parameters: otherwise a request with a misspelt limit would be
    /// answered as if it had none. Throws `.invalid`.
    func check(_ uri: URI) throws(ActionRefusal) {
        var seen: Set<Substring> = []
        for (name, _) in uri.queryParameters where !name.isEmpty {
            guard query.contains(where: { $0.name == name }) else {
                throw .invalid(
                    field: String(name.prefix(64)), code: "unknown",
                    detail: "This address has no query parameter with this name.")
            }
            guard seen.insert(name).inserted else {
                throw .invalid(field: String(name), code: "repeated", detail: "“\(name)” is in the query twice.")
            }
        }
        for parameter in query { try parameter.check(uri) }
    }
}
