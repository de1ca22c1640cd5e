import Foundation
import GatewayWire
import HTTPTypes
import HomeModel
import Hummingbird

/// What a client is told when its request failed. The only file that knows status numbers is `Problem+mapping`.
struct Problem: Error {
    let status: HTTPResponse.Status
    let code: String
    let detail: String
    let field: String?
    /// What a PIN has to confirm first.
    var stepUp: StepUp?
    /// Seconds after which another try is looked at.
    var retryAfter: Int64?
    /// What the answer says to whoever did not sign in.
    var challenge: String?

    init(_ status: HTTPResponse.Status, _ code: String, _ detail: String, field: String? = nil) {
        self.status = status
        self.code = code
        self.detail = detail
        self.field = field
        // The document says of every 429 when to try again.
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
