import Foundation
import HTTPTypes
import HomeModel
import Hummingbird
import NIOCore

/// A description of the API in the format of the OpenAPI Specification 3.1, with its property names.
struct OpenAPIDocument: Sendable, Encodable {
    let openapi = "3.1.0"
    let info: Info
    let servers: [Server]
    let tags: [Tag]
    /// The operations by path and by method in lower case.
    let paths: [String: [String: Operation]]
    let components: Components

    /// The title, version and description of the API.
    struct Info: Sendable, Encodable {
        let title: String
        let version: String
        let description: String
    }

    /// The base address of the API.
    struct Server: Sendable, Encodable {
        let url: String
    }

    /// A group of operations.
    struct Tag: Sendable, Encodable {
        let name: String
        let description: String
    }

    /// What other parts of the document refer to.
    struct Components: Sendable, Encodable {
        let schemas: [String: Schema]
        let responses: [String: Response]
        let securitySchemes: [String: SecurityScheme]
    }
}

extension OpenAPIDocument {
    /// One method of one path.
    struct Operation: Sendable, Encodable {
        private enum CodingKeys: String, CodingKey {
            case operationID = "operationId"
            case permission = "x-permission"
            case stepUp = "x-step-up"
            case stepUpCondition = "x-step-up-condition"
            case tags, summary, description, security, parameters, requestBody, responses
        }

        let operationID: String
        let tags: [String]
        let summary: String
        let description: String?
        /// The permission that the caller needs. An extension, because the specification has no property for it.
        let permission: String
        /// The purpose that must be confirmed with a PIN first. An extension too.
        let stepUp: StepUp?
        /// The requests that need the confirmation; nil means all of them.
        let stepUpCondition: String?
        let security: [[String: [String]]]?
        let parameters: [Parameter]
        let requestBody: RequestBody?
        /// The responses by status.
        let responses: [String: Response]
    }

    /// A parameter in the path, the query or the header.
    struct Parameter: Sendable, Encodable {
        enum Location: String, Sendable, Encodable { case path, query, header }

        private enum CodingKeys: String, CodingKey {
            case location = "in"
            case isRequired = "required"
            case name, description, schema
        }

        let name: String
        let location: Location
        let description: String
        let isRequired: Bool
        let schema: Schema
    }

    /// The body of a request, by media type.
    struct RequestBody: Sendable, Encodable {
        let required = true
        let content: [String: MediaType]
    }

    /// A response, written in place or as a reference.
    enum Response: Sendable, Encodable {
        case inline(ResponseObject)
        /// A reference to one of the components.
        case reference(Reference)

        func encode(to encoder: any Encoder) throws {
            switch self {
            case .inline(let answered): try answered.encode(to: encoder)
            case .reference(let reference): try reference.encode(to: encoder)
            }
        }
    }

    /// A response with its header fields and its content by media type.
    struct ResponseObject: Sendable, Encodable {
        let description: String
        let headers: [String: Header]?
        let content: [String: MediaType]?
    }

    /// A header field of a response.
    struct Header: Sendable, Encodable {
        let description: String
        let schema: Schema
    }

    /// A reference to a component.
    struct Reference: Sendable, Encodable {
        private enum CodingKeys: String, CodingKey {
            case path = "$ref"
            case description
        }

        let path: String
        let description: String?

        init(_ kind: String, name: String, about: String? = nil) {
            path = "#/components/\(kind)/\(name)"
            description = about
        }
    }
}

/// The schema and an example of a body in one media type.
struct MediaType: Sendable, Encodable {
    let schema: Schema
    let example: Example

    init(_ schema: Schema, example: some Encodable & Sendable) {
        self.schema = schema
        self.example = Example(value: example)
    }

    init<Body: DocumentedBody>(_ type: Body.Type) { self.init(type.schema, example: type.example) }

    /// An example of any encodable type.
    struct Example: Sendable, Encodable {
        let value: any Encodable & Sendable

        func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
    }
}

/// A way to authenticate at the HTTPS endpoint. On the Unix socket the operating system identifies the caller.
struct SecurityScheme: Sendable, Encodable {
    private enum CodingKeys: String, CodingKey {
        case location = "in"
        case type, description, name, scheme
    }

    var type: String
    var description: String
    var name: String?
    var location: String?
    var scheme: String?
}

extension [String: SecurityScheme] {
    static let all = [
        "proof": SecurityScheme(
            type: "apiKey",
            description: """
                A DPoP proof that the client has its private key (RFC 9449, ES256), with the nonce of the last \
                `DPoP-Nonce`. Its claim `htu` includes the query; its claim `content-digest` is the digest of the body \
                in the format of RFC 9530.
                """,
            name: "DPoP", location: "header"),
        "session": SecurityScheme(
            type: "http",
            description: "The access token of a session, or a service token, bound to the key of the DPoP proof.",
            scheme: "DPoP"),
        "token": SecurityScheme(
            type: "http", description: "A service token that is bound to no key and can only read.", scheme: "Bearer"),
    ]
}

/// The route of the OpenAPI document.
enum OpenAPIRoutes {
    static let all: [Route<Void>] = [
        .open(.get, path: "/openapi.json", summary: "Get this document") { _ in OpenAPIResponse() }
    ]
}

/// The response with the OpenAPI document.
struct OpenAPIResponse: DocumentedResponse {
    static let documentation = [
        ResponseDocumentation(
            status: .ok, meaning: "The description of the API in the format OpenAPI 3.1.",
            content: [
                "application/json": MediaType(
                    .inline(Schema.Keywords(type: "object")), example: ["openapi": "3.1.0"])
            ])
    ]

    /// The encoded document, which is the same for every caller while the program runs.
    private static let bytes = Result {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return ByteBuffer(bytes: try encoder.encode(OpenAPIDocument(RouteTable.sections)))
    }

    func response() throws -> Response {
        Response(
            status: .ok, headers: [.contentType: "application/json", .cacheControl: "no-cache"],
            body: ResponseBody(byteBuffer: try Self.bytes.get()))
    }
}
