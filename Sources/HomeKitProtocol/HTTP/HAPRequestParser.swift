/// Reads the requests of a controller from bytes that arrive in any portions, for simulated accessories.
package struct HAPRequestParser: Sendable {
    private var reader: HAPMessageReader

    package init(limits: HAPMessageLimits = .accessory) {
        reader = HAPMessageReader(limits: limits) { _ in false }
    }

    package mutating func append(_ bytes: [UInt8]) { reader.append(bytes) }

    /// The next whole request; nil if more bytes are needed.
    package mutating func next() throws(HAPMessageError) -> HAPRequest? {
        guard let message = try reader.next() else { return nil }
        let parts = message.startLine.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 3, !parts[0].isEmpty, parts[1].hasPrefix("/") else {
            throw reader.fail(.malformedStartLine)
        }
        guard parts[2].uppercased().hasPrefix("HTTP/1.") else { throw reader.fail(.unsupportedVersion) }
        return HAPRequest(
            method: parts[0].uppercased(), target: String(parts[1]), headers: message.headers, body: message.body)
    }
}
