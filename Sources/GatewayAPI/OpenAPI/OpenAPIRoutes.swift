import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

enum OpenAPIRoutes {
    static let all: [Route] = [
        .open(.get, "/openapi.json", "This document") { _ in OpenAPIAnswer() }
    ]
}

struct OpenAPIAnswer: Answer {
    static let documentation = [
        AnswerDocumentation(
            status: .ok, meaning: "In the shape of OpenAPI 3.1.",
            content: [
                "application/json": MediaType(
                    .inline(Schema.Keywords(type: "object")), example: ["openapi": "3.1.0"])
            ])
    ]

    /// It says the same to everyone, for as long as the program runs.
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
