import Foundation
import GatewayWire
import HTTPTypes
import HomeModel
import Hummingbird

/// A failed request, as the client gets it. Errors of services get their status in `Problem+mapping`.
struct Problem: Error {
    let status: HTTPResponse.Status
    let code: String
    let detail: String
    let field: String?
    /// The purpose that must be confirmed with a PIN first.
    var stepUp: StepUp?
    /// The seconds after which the client may try again.
    var retryAfter: Int64?
    /// The value of `WWW-Authenticate` for a request that is not authenticated.
    var challenge: String?

    init(_ status: HTTPResponse.Status, code: String, detail: String, field: String? = nil) {
        self.status = status
        self.code = code
        self.detail = detail
        self.field = field
        // The OpenAPI document promises `Retry-After` for every 429.
        retryAfter = status == .tooManyRequests ? 1 : nil
    }

    func response(requestID: String) -> Response {
        let body = ProblemBody(
            status: status.code, title: status.reasonPhrase, code: code, detail: detail, field: field, stepUp: stepUp,
            requestID: requestID)
        guard var response = try? Response.json(body, status: status) else { return Response(status: status) }
        response.headers[.contentType] = "application/problem+json"
        if let retryAfter { response.headers[.retryAfter] = "\(retryAfter)" }
        if let challenge { response.headers[.wwwAuthenticate] = challenge }
        return response
    }
}
