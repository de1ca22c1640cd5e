import HomeModel

/// A description of the API, in the shape of the OpenAPI Specification 3.1 and in its words.
struct OpenAPIDocument: Sendable, Encodable {
    let openapi = "3.1.0"
    let info: Info
    let servers: [Server]
    let tags: [Tag]
    /// By path and by method, in small letters.
    let paths: [String: [String: Operation]]
    let components: Components

    struct Info: Sendable, Encodable {
        let title: String
        let version: String
        let description: String
    }

    struct Server: Sendable, Encodable {
        let url: String
    }

    struct Tag: Sendable, Encodable {
        let name: String
        let description: String
    }

    struct Components: Sendable, Encodable {
        let schemas: [String: Schema]
        let responses: [String: Response]
        let securitySchemes: [String: SecurityScheme]
    }
}

extension OpenAPIDocument {
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
        /// What the asker needs; not in the specification, which has no word for it.
        let permission: String
        /// What has to be confirmed with a PIN first; not in the specification either.
        let stepUp: StepUp?
        /// Which requests need that; nil for all.
        let stepUpCondition: String?
        let security: [[String: [String]]]?
        let parameters: [Parameter]
        let requestBody: RequestBody?
        /// By status.
        let responses: [String: Response]
    }

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

    struct RequestBody: Sendable, Encodable {
        let required = true
        let content: [String: MediaType]
    }

    enum Response: Sendable, Encodable {
        case inline(Answered)
        /// One of the components.
        case reference(Reference)

        func encode(to encoder: any Encoder) throws {
            switch self {
            case .inline(let answered): try answered.encode(to: encoder)
            case .reference(let reference): try reference.encode(to: encoder)
            }
        }
    }

    struct Answered: Sendable, Encodable {
        let description: String
        let headers: [String: Header]?
        let content: [String: MediaType]?
    }

    struct Header: Sendable, Encodable {
        let description: String
        let schema: Schema
    }

    /// A pointer to a component.
    struct Reference: Sendable, Encodable {
        private enum CodingKeys: String, CodingKey {
            case path = "$ref"
            case description
        }

        let path: String
        let description: String?

        init(_ kind: String, _ name: String, about: String? = nil) {
            path = "#/components/\(kind)/\(name)"
            description = about
        }
    }
}

/// A body in one media type.
struct MediaType: Sendable, Encodable {
    let schema: Schema
    let example: Example

    init(_ schema: Schema, example: some Encodable & Sendable) {
        self.schema = schema
        self.example = Example(value: example)
    }

    init<Body: DocumentedBody>(_ type: Body.Type) { self.init(type.schema, example: type.example) }

    /// Any JSON.
    struct Example: Sendable, Encodable {
        let value: any Encodable & Sendable

        func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
    }
}
