/// A response to a request, or an event that an accessory sends on its own.
package struct HAPResponse: Hashable, Sendable {
    /// What the message is, by the name of its protocol.
    package enum Kind: Hashable, Sendable {
        /// `HTTP/1.1`: the answer to the oldest request without one.
        case response
        /// `EVENT/1.0`: no request belongs to it. It comes between responses, never inside one.
        case event
    }

    package let kind: Kind
    package let status: Int
    package let headers: [HAPHeader]
    package let body: [UInt8]

    package init(kind: Kind = .response, status: Int, headers: [HAPHeader] = [], body: [UInt8] = []) {
        self.kind = kind
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// A response with a body of this type.
    package init(kind: Kind = .response, status: Int, contentType: HAPContentType, body: [UInt8]) {
        self.init(
            kind: kind, status: status, headers: [HAPHeader(name: "Content-Type", value: contentType.rawValue)],
            body: body)
    }

    /// How the end of the body is marked.
    package enum Framing: Hashable, Sendable {
        case length
        /// Chunks of this many bytes, as HAP-NodeJS sends databases.
        case chunked(bytes: Int)
    }

    /// The bytes of the message, for simulated accessories. A response 204 has no length, as in HomeKitADK.
    package func serialized(framing: Framing = .length) throws(HAPMessageError) -> [UInt8] {
        let version = kind == .event ? "EVENT/1.0" : "HTTP/1.1"
        var lines = ["\(version) \(status) \(Self.reason(of: status))"]
        lines += headers.map { "\($0.name): \($0.value)" }
        guard status != 204 else { return try HAPMessageWriter.bytes(lines: lines, body: []) }
        switch framing {
        case .length:
            lines.append("Content-Length: \(body.count)")
            return try HAPMessageWriter.bytes(lines: lines, body: body)
        case .chunked(let size):
            lines.append("Transfer-Encoding: chunked")
            return try HAPMessageWriter.bytes(
                lines: lines, body: HAPMessageWriter.chunks(of: body, bytes: size))
        }
    }

    private static func reason(of status: Int) -> String {
        switch status {
        case 200: "OK"
        case 204: "No Content"
        case 207: "Multi-Status"
        case 400: "Bad Request"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 422: "Unprocessable Entity"
        case 429: "Too Many Requests"
        case 470: "Connection Authorization Required"
        case 500: "Internal Server Error"
        case 503: "Service Unavailable"
        default: "Status"
        }
    }
}
