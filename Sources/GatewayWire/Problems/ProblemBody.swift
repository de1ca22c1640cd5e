package import HomeModel

/// Problem details (RFC 9457). `code` is stable; no field contains internal data.
package struct ProblemBody: Codable, Sendable {
    package let type: String
    package let title: String
    package let status: Int
    package let code: String
    package let detail: String
    package let field: String?
    /// Why the caller may not do this: a stable code, for the code `refused`.
    package let reason: String?
    /// The purpose that has to be confirmed with a PIN first; see `POST /step-up`.
    package let stepUp: StepUp?
    /// How many more wrong tries the gateway accepts, for the code `wrongNumber`.
    package let triesLeft: Int?
    /// The version of the gateway, for the code `clientTooOld`.
    package let gatewayVersion: String?
    package let requestID: String

    package init(
        status: Int, title: String, code: String, detail: String, field: String? = nil, reason: String? = nil,
        stepUp: StepUp? = nil, triesLeft: Int? = nil, gatewayVersion: String? = nil, requestID: String
    ) {
        type = "about:blank"
        self.title = title
        self.status = status
        self.code = code
        self.detail = detail
        self.field = field
        self.reason = reason
        self.stepUp = stepUp
        self.triesLeft = triesLeft
        self.gatewayVersion = gatewayVersion
        self.requestID = requestID
    }
}
