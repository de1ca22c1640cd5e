import GatewayCore
import HTTPTypes
import GatewayWire
import HomeModel

// Builds the document from the declarations of the routes, so that it cannot contradict them.
extension OpenAPIDocument {
    init(_ sections: [RouteSection]) {
        let operations = sections.flatMap { section in
            section.routes.map { ($0, Operation($0, tag: section.tag.name)) }
        }
        let problems = sections.flatMap(\.routes).flatMap(\.problems).map {
            ($0.name, Response.inline(ResponseObject($0)))
        }
        let paths = Dictionary(grouping: operations) { route, _ in route.pathTemplate }
        info = Info(title: "Tomte", version: "1", description: Self.description)
        servers = [Server(url: UnixSocketServer.prefix)]
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
        The API of a home gateway: devices, readings, commands, people and their access rights.

        The rights of the caller decide every request. `x-permission` names the permission that an operation needs: \
        `perItem` means that each device, person or entry is decided separately, `console` that only the console on \
        the gateway's machine may use it, and `none` that no permission is needed. `x-step-up` names the purpose that \
        must be confirmed with a PIN first; if only some requests need that, `x-step-up-condition` describes them. \
        A resource that the caller may not see is reported as not found (404).

        Problems are `application/problem+json` (RFC 9457) with a stable `code`. Unknown query parameters and unknown \
        properties are refused, and so are methods that an address does not support (405, with `Allow`). Bodies are JSON, \
        except the files that `PUT /attachments/{id}` takes as `application/octet-stream`.

        A client may state the level of the API that it was made for in the header field `\(APILevel.headerField)`; it is now \
        \(APILevel.current). If the gateway no longer supports that level, it refuses the request with the code \
        `\(APILevel.problemCode)`, and the client must be updated. A client that states no level is not refused.
        """
}

extension OpenAPIDocument.Operation {
    init(_ route: Route<Home>, tag: String) {
        let documentation = route.documentation
        let answers = documentation.answers.map { ("\($0.status.code)", OpenAPIDocument.Response.inline(.init($0))) }
        let problems = route.problems.map {
            ("\($0.status.code)", OpenAPIDocument.Response.reference(.init("responses", name: $0.name)))
        }
        operationID = route.operationID
        tags = [tag]
        summary = documentation.summary
        description = route.stepUpCondition.map {
            "`x-step-up` applies only to some requests: \($0)."
        }
        permission = route.decision.documented
        stepUp = route.stepUp
        stepUpCondition = route.stepUpCondition
        security = route.security
        parameters = route.pathParameters + documentation.query.map(\.documentation) + documentation.headers
        requestBody = documentation.body.map {
            OpenAPIDocument.RequestBody(content: [documentation.bodyType: $0])
        }
        responses = Dictionary(answers + problems) { first, _ in first }
    }
}

extension OpenAPIDocument.ResponseObject {
    init(_ answer: ResponseDocumentation) {
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
    /// The path with its parameters in braces, such as `/devices/{id}/readings`.
    var pathTemplate: String {
        path.split(separator: "/").map { $0.first == ":" ? "/{\($0.dropFirst())}" : "/\($0)" }.joined()
    }

    /// Every problem with which the route can respond.
    var problems: [ProblemKind] {
        // Routes without authentication have these problems too, because an invalid proof or token is refused
        // everywhere.
        let endpoint: [ProblemKind] =
            [.malformed, .unauthenticated, .unavailable, .otherHost] + (documentation.body == nil ? [] : [.tooSlow])
        let taking: [ProblemKind] = documentation.body == nil ? [] : [.tooLarge, .unsupportedMediaType]
        let addressed: [ProblemKind] = pathParameters.isEmpty ? [] : [.notFound]
        return endpoint + taking + addressed + documentation.problems + [.refused, .invalid, .internalError]
    }

    /// The id of the operation, such as `getDevicesIdReadings`.
    fileprivate var operationID: String {
        let words = path.split { !$0.isLetter && !$0.isNumber }.map { $0.prefix(1).uppercased() + $0.dropFirst() }
        return method.rawValue.lowercased() + words.joined()
    }

    /// The alternative security schemes, of which one is enough; nil if the route needs no authentication.
    fileprivate var security: [[String: [String]]]? {
        switch access {
        case .anyone: nil
        case .keyProof: [["proof": []]]
        case .authenticated: [["proof": [], "session": []]] + (isReadByTokens ? [["token": []]] : [])
        }
    }

    /// Whether a service token without a key can be used: for GET, with a permission that the scope of a token may
    /// contain, or where each item is decided separately.
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
            let (description, schema): (String, Schema) =
                switch segment {
                case ":validFrom": ("The first day, as a date of the home", .date)
                case ":identifier": ("The identifier of the controller", .controllerIdentifier)
                case ":consent": ("The id of the consent", .consentID)
                default: ("The id of the resource", .id)
                }
            return OpenAPIDocument.Parameter(
                name: String(segment.dropFirst()), location: .path, description: description, isRequired: true,
                schema: schema)
        }
    }

    fileprivate var schemas: [Schema] {
        let media = documentation.answers.flatMap(\.content.values) + (documentation.body.map { [$0] } ?? [])
        let parameters = pathParameters + documentation.query.map(\.documentation) + documentation.headers
        return media.map(\.schema) + parameters.map(\.schema) + problems.map(\.schema)
    }
}

extension RouteDecision {
    fileprivate var documented: String {
        switch self {
        case .none: "none"
        case .requires(let permission): permission.rawValue
        case .perItem: "perItem"
        case .console: "console"
        }
    }
}
