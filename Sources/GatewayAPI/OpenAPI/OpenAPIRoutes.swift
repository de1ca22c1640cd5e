import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The route of the OpenAPI document.
enum OpenAPIRoutes {
    static let all: [Route] = [
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
