/// A request of a controller.
package struct HAPRequest: Hashable, Sendable {
    package let method: String
    /// The path and the query.
    package let target: String
    package let headers: [HAPHeader]
    package let body: [UInt8]

    package init(method: String, target: String, headers: [HAPHeader] = [], body: [UInt8] = []) {
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
    }

    /// A request with a body of this type.
    package init(method: String, target: String, contentType: HAPContentType, body: [UInt8]) {
        self.init(
            method: method, target: target,
            headers: [HAPHeader(name: "Content-Type", value: contentType.rawValue)], body: body)
    }

    /// The target up to the query, in lower case.
    package var path: String { target.prefix { $0 != "?" }.lowercased() }

    /// The bytes of the request, which must be sent in one write: some accessories read only the first packet of a
    /// request (homekit_python issues 12 and 16).
    ///
    /// `host` is the address of the accessory without its port, an IPv6 address in brackets. Some accessories refuse a
    /// request without `Host`, and some overflow with the mDNS name in it (aiohomekit).
    package func serialized(host: String) throws(HAPMessageError) -> [UInt8] {
        var lines = ["\(method) \(target) HTTP/1.1", "Host: \(host)"]
        lines += headers.map { "\($0.name): \($0.value)" }
        if !body.isEmpty || method != "GET" { lines.append("Content-Length: \(body.count)") }
        return try HAPMessageWriter.bytes(lines: lines, body: body)
    }
}
