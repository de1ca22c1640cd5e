import HTTPTypes
import Hummingbird

/// What a handler gives back: every answer that it can be, for the document, and the one that it is.
protocol Answer: Sendable {
    static var documentation: [AnswerDocumentation] { get }

    func response() throws -> Response
}

/// One answer that is not a problem.
struct AnswerDocumentation: Sendable {
    let status: HTTPResponse.Status
    let meaning: String
    var content: [String: MediaType] = [:]
    /// Names of headers, and what they say.
    var headers: [String: String] = [:]

    static func json<Body: DocumentedBody>(
        _ type: Body.Type, _ status: HTTPResponse.Status, _ meaning: String, headers: [String: String] = [:]
    ) -> AnswerDocumentation {
        AnswerDocumentation(
            status: status, meaning: meaning, content: ["application/json": MediaType(type)], headers: headers)
    }
}

/// A body that was encoded before.
struct EncodedAnswer<Body: Answer>: Answer {
    static var documentation: [AnswerDocumentation] { Body.documentation }

    let bytes: [UInt8]

    func response() -> Response { .json(bytes: bytes) }
}

// A body is an answer by itself: 200.
extension DocumentedBody where Self: Answer {
    static var documentation: [AnswerDocumentation] { [.json(Self.self, .ok, "Done.")] }

    func response() throws -> Response { try .json(self) }
}

extension Array: Answer where Element: DocumentedBody {}

/// 201, with what was made.
struct Created<Body: DocumentedBody>: Answer {
    static var documentation: [AnswerDocumentation] { [.json(Body.self, .created, "Made.")] }

    let body: Body

    init(_ body: Body) { self.body = body }

    func response() throws -> Response { try .json(body, status: .created) }
}

/// 202, with what will become of it.
struct Accepted<Body: DocumentedBody>: Answer {
    static var documentation: [AnswerDocumentation] { [.json(Body.self, .accepted, "Taken in.")] }

    let body: Body

    init(_ body: Body) { self.body = body }

    func response() throws -> Response { try .json(body, status: .accepted) }
}

/// 204: it is done, and there is nothing to say.
struct NoContent: Answer {
    static var documentation: [AnswerDocumentation] { [AnswerDocumentation(status: .noContent, meaning: "Done.")] }

    func response() -> Response { Response(status: .noContent) }
}
