import HTTPTypes
import HomeModel

// The document is made of what the routes declare, so it cannot say anything else than they do.
extension OpenAPIDocument {
    init(_ sections: [RouteSection]) {
        let operations = sections.flatMap { section in
            section.routes.map { ($0, Operation($0, tag: section.tag.name)) }
        }
        let problems = sections.flatMap(\.routes).flatMap(\.problems).map { ($0.name, Response.inline(Answered($0))) }
        let paths = Dictionary(grouping: operations) { route, _ in route.pathTemplate }
        info = Info(title: "Tomte", version: "1", description: Self.description)
        servers = [Server(url: HomeServer.prefix)]
        tags = sections.map(\.tag)
        self.paths = paths.mapValues { operations in
            Dictionary(operations.map { ($0.method.rawValue.lowercased(), $1) }) { first, _ in first }
        }
        components = Components(
            schemas: sections.flatMap(\.routes).flatMap(\.schemas).reduce(into: [:]) { all, schema in
                all.merge(schema.components) { first, _ in first }
            },
            responses: Dictionary(problems) { first, _ in first },
            securitySchemes: .all)
    }

    private static let description = """
        A home: its devices, what they measured, what they are told, and who may do what.

        Every address is decided by the asker's rights: `x-permission` names the permission that it takes as a whole, \
        `perItem` stands for a decision about each device, person or entry, `console` for what is done at the gateway \
        itself, `none` for what anyone may ask. `x-step-up` names what has to be confirmed with a PIN first; where only \
        some requests need that, `x-step-up-condition` says which. What the asker may not see is not there (404).

        Problems are `application/problem+json` (RFC 9457) with a stable `code`. A parameter or a property that an \
        address does not know is refused, and so is a method that it does not know (405, with `Allow`).
        """
}

extension OpenAPIDocument.Operation {
    init(_ route: Route, tag: String) {
        let documentation = route.documentation
        let answers = documentation.answers.map { ("\($0.status.code)", OpenAPIDocument.Response.inline(.init($0))) }
        let problems = route.problems.map {
            ("\($0.status.code)", OpenAPIDocument.Response.reference(.init("responses", $0.name)))
        }
        operationID = route.operationID
        tags = [tag]
        summary = documentation.summary
        description = route.stepUpCondition.map {
            "\($0) needs the PIN that `x-step-up` names; nothing else here does."
        }
        permission = route.decision.documented
        stepUp = route.stepUp
        stepUpCondition = route.stepUpCondition
        security = route.security
        parameters = route.pathParameters + documentation.query.map(\.documentation) + documentation.headers
        requestBody = documentation.body.map { OpenAPIDocument.RequestBody(content: ["application/json": $0]) }
        responses = Dictionary(answers + problems) { first, _ in first }
    }
}

extension OpenAPIDocument.Answered {
    init(_ answer: AnswerDocumentation) {
        description = answer.meaning
        headers = answer.headers.isEmpty ? nil : answer.headers.mapValues { .init(description: $0, schema: .text) }
        content = answer.content.isEmpty ? nil : answer.content
    }

    init(_ problem: ProblemKind) {
        description = problem.meaning
        headers = nil
        content = ["application/problem+json": MediaType(problem.schema, example: problem.example)]
    }
}

extension Route {
    /// `/devices/{id}/readings`.
    var pathTemplate: String {
        path.split(separator: "/").map { $0.first == ":" ? "/{\($0.dropFirst())}" : "/\($0)" }.joined()
    }

    /// Every way in which it can go wrong.
    var problems: [ProblemKind] {
        // Whoever shows something that proves nothing is told so, also where nobody has to show anything.
        let door: [ProblemKind] =
            [.malformed, .unauthenticated, .unavailable, .otherHost] + (documentation.body == nil ? [] : [.tooSlow])
        let taking: [ProblemKind] = documentation.body == nil ? [] : [.tooLarge, .unsupportedMediaType]
        let addressed: [ProblemKind] = pathParameters.isEmpty ? [] : [.notFound]
        return door + taking + addressed + documentation.problems + [.refused, .invalid, .internalError]
    }

    /// `getDevicesIdReadings`.
    fileprivate var operationID: String {
        let words = path.split { !$0.isLetter && !$0.isNumber }.map { $0.prefix(1).uppercased() + $0.dropFirst() }
        return method.rawValue.lowercased() + words.joined()
    }

    /// One of these is enough; nil when anybody may ask.
    fileprivate var security: [[String: [String]]]? {
        switch access {
        case .anyone: nil
        case .keyHolder: [["proof": []]]
        case .known: [["proof": [], "session": []]] + (isReadByTokens ? [["token": []]] : [])
        }
    }

    /// A token without a key reads what its scope can name, and what is decided item by item.
    private var isReadByTokens: Bool {
        guard method == .get else { return false }
        return switch decision {
        case .perItem: true
        case .requires(let permission): ServiceToken.permitted.contains(permission)
        case .none, .console: false
        }
    }

    fileprivate var pathParameters: [OpenAPIDocument.Parameter] {
        path.split(separator: "/").filter { $0.first == ":" }.map { segment in
            OpenAPIDocument.Parameter(
                name: String(segment.dropFirst()), location: .path, description: "Of which one", isRequired: true,
                schema: .id)
        }
    }

    fileprivate var schemas: [Schema] {
        let media = documentation.answers.flatMap(\.content.values) + (documentation.body.map { [$0] } ?? [])
        let parameters = pathParameters + documentation.query.map(\.documentation) + documentation.headers
        return media.map(\.schema) + parameters.map(\.schema) + problems.map(\.schema)
    }
}

extension Route.Decision {
    fileprivate var documented: String {
        switch self {
        case .none: "none"
        case .requires(let permission): permission.rawValue
        case .perItem: "perItem"
        case .console: "console"
        }
    }
}
