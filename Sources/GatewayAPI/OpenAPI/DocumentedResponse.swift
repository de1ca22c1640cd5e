import HTTPTypes
import Hummingbird

/// The response of a handler: every response that it can give, for the OpenAPI document, and the actual one.
protocol DocumentedResponse: Sendable {
    static var documentation: [ResponseDocumentation] { get }

    func response() throws -> Response
}

/// The documentation of one successful response.
struct ResponseDocumentation: Sendable {
    let status: HTTPResponse.Status
    let meaning: String
    var content: [String: MediaType] = [:]
    /// The descriptions of the response's header fields, by name.
    var headers: [String: String] = [:]

    /// Documents a response with a JSON body of this type.
    static func json<Body: DocumentedBody>(
        _ type: Body.Type, status: HTTPResponse.Status, meaning: String, headers: [String: String] = [:]
    ) -> ResponseDocumentation {
        ResponseDocumentation(
            status: status, meaning: meaning, content: ["application/json": MediaType(type)], headers: headers)
    }
}

/// A response with status 200 whose body is already encoded.
struct EncodedResponse<Body: DocumentedResponse>: DocumentedResponse {
    static var documentation: [ResponseDocumentation] { Body.documentation }

    let bytes: [UInt8]
    /// The same bytes compressed, for a client that accepts them.
    var gzipped: [UInt8]?

    func response() -> Response {
        guard let gzipped else { return .json(bytes: bytes) }
        var response = Response.json(bytes: gzipped)
        response.headers[.contentEncoding] = "gzip"
        return response
    }
}

// A body is a response by itself, with status 200.
extension DocumentedBody where Self: DocumentedResponse {
    static var documentation: [ResponseDocumentation] {
        [.json(Self.self, status: .ok, meaning: "The request succeeded.")]
    }

    func response() throws -> Response { try .json(self) }
}

extension Array: DocumentedResponse where Element: DocumentedBody {}

/// The response 201 with the created resource.
struct Created<Body: DocumentedBody>: DocumentedResponse {
    static var documentation: [ResponseDocumentation] {
        [.json(Body.self, status: .created, meaning: "The resource was created.")]
    }

    let body: Body

    init(_ body: Body) { self.body = body }

    func response() throws -> Response { try .json(body, status: .created) }
}

/// The response 202 with the state of a process that is not finished.
struct Accepted<Body: DocumentedBody>: DocumentedResponse {
    static var documentation: [ResponseDocumentation] {
        [.json(Body.self, status: .accepted, meaning: "The request was accepted; its outcome is still open.")]
    }

    let body: Body

    init(_ body: Body) { self.body = body }

    func response() throws -> Response { try .json(body, status: .accepted) }
}

/// The response 204, without a body.
struct NoContent: DocumentedResponse {
    static var documentation: [ResponseDocumentation] {
        [ResponseDocumentation(status: .noContent, meaning: "The request succeeded.")]
    }

    func response() -> Response { Response(status: .noContent) }
}

/// A request or response body of the API, with its schema and an example.
protocol DocumentedBody: Codable, Sendable {
    static var schema: Schema { get }
    static var example: Self { get }
}

extension Array: DocumentedBody where Element: DocumentedBody {
    static var schema: Schema { .array(of: Element.schema) }
    static var example: [Element] { [Element.example] }
}
