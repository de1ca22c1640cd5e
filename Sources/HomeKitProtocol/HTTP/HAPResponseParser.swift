/// Reads the responses and events of an accessory from bytes that arrive in any portions.
///
/// Callers append bytes and then call `next` until it returns nil. After an error every further call throws the same
/// error, and the connection must be closed.
package struct HAPResponseParser: Sendable {
    private var reader: HAPMessageReader

    package init(limits: HAPMessageLimits = .controller) {
        reader = HAPMessageReader(limits: limits) { line in
            guard let status = Self.startLine(line)?.status else { return false }
            return status < 200 || status == 204 || status == 304
        }
    }

    package mutating func append(_ bytes: [UInt8]) { reader.append(bytes) }

    /// Whether a connection that ends now has lost a part of a message.
    package var isInsideMessage: Bool { reader.isInsideMessage }

    /// The next whole message; nil if more bytes are needed. Interim responses (1xx) are left out.
    package mutating func next() throws(HAPMessageError) -> HAPResponse? {
        while let message = try reader.next() {
            guard let (kind, status) = Self.startLine(message.startLine) else {
                throw reader.fail(.malformedStartLine)
            }
            guard status >= 200 else { continue }
            return HAPResponse(kind: kind, status: status, headers: message.headers, body: message.body)
        }
        return nil
    }

    /// A reason after the status is not required.
    private static func startLine(_ line: String) -> (kind: HAPResponse.Kind, status: Int)? {
        let parts = line.split(separator: " ", maxSplits: 2)
        guard parts.count >= 2, parts[1].utf8.count == 3, let status = Int(parts[1]), (100...999).contains(status)
        else { return nil }
        let version = parts[0].uppercased()
        if version.hasPrefix("HTTP/1.") { return (.response, status) }
        if version.hasPrefix("EVENT/1.") { return (.event, status) }
        return nil
    }
}
