import Foundation
import GatewayWire
import HTTPTypes
import Hummingbird

/// What a client is told when its request failed. The only file that knows status numbers is `Problem+mapping`.
struct Problem: Error {
    let status: HTTPResponse.Status
    let code: String
    let detail: String
    let field: String?

    init(_ status: HTTPResponse.Status, _ code: String, _ detail: String, field: String? = nil) {
        self.status = status
        self.code = code
        self.detail = detail
        self.field = field
    }

    static let unauthenticated = Problem(
        .unauthorized, "unauthenticated", "Only the gateway's own user and root have the console.")
    static let unknownPerson = Problem(
        .forbidden, "unknownPerson", "Nobody here has that id; see tomte people list.", field: "Tomte-As")

    func response(requestID: String) -> Response {
        let body = ProblemBody(
            status: status.code, title: status.reasonPhrase, code: code, detail: detail, field: field,
            requestID: requestID)
        guard var response = try? Response.json(body, status: status) else { return Response(status: status) }
        response.headers[.contentType] = "application/problem+json"
        return response
    }
}
