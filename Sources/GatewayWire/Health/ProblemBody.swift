/// Problem details (RFC 9457). `code` is stable; nothing internal is in it.
package struct ProblemBody: Codable, Sendable {
    package let type: String
    package let title: String
    package let status: Int
    package let code: String
    package let detail: String
    package let field: String?
    package let requestID: String

    package init(status: Int, title: String, code: String, detail: String, field: String? = nil, requestID: String) {
        type = "about:blank"
        self.title = title
        self.status = status
        self.code = code
        self.detail = detail
        self.field = field
        self.requestID = requestID
    }
}
