import GatewayCore
import HummingbirdCore

/// What a route tells of itself beyond its address: it is what the document shows.
struct RouteDocumentation: Sendable {
    /// One line.
    let summary: String
    let query: [any QueryDocumentation]
    let body: MediaType?
    let answers: [AnswerDocumentation]
    /// What can go wrong beyond what goes with its address, its query and its body.
    let problems: [ProblemKind]
    /// Headers of the request that the address understands.
    var headers: [OpenAPIDocument.Parameter] = []

    init<Reply: Answer>(
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

    /// Refuses what the route does not know, what is said twice, and what cannot be read: whoever misspells a bound would
    /// get an answer to another question.
    func check(_ uri: URI) throws(ActRefusal) {
        var seen: Set<Substring> = []
        for (name, _) in uri.queryParameters where !name.isEmpty {
            guard query.contains(where: { $0.name == name }) else {
                throw .invalid(
                    field: String(name.prefix(64)), code: "unknown",
                    detail: "This address has no parameter of that name.")
            }
            guard seen.insert(name).inserted else {
                throw .invalid(field: String(name), code: "repeated", detail: "“\(name)” is there twice.")
            }
        }
        for parameter in query { try parameter.check(uri) }
    }
}
