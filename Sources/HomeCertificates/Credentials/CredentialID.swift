import HomeModel

/// The name in a device's certificate, which is its MQTT user, client id and root topic: `[a-z0-9][a-z0-9-]{0,63}`.
package struct CredentialID: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let rawValue: String

    /// Throws `.badCredentialID`, or `.reservedCredentialID` (also for every text that begins with `tomte-`).
    package init(_ text: String) throws(CertificateError) {
        let bytes = text.utf8
        guard (1...64).contains(bytes.count), bytes.first != UInt8(ascii: "-"), bytes.allSatisfy(Self.isAllowed) else {
            throw .badCredentialID(String(text.prefix(80)).debugDescription.trimmingQuotes)
        }
        guard !RootTopic.isOfTheGateway(text) else { throw .reservedCredentialID(text) }
        rawValue = text
    }

    package var description: String { rawValue }

    package static func < (left: CredentialID, right: CredentialID) -> Bool { left.rawValue < right.rawValue }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
        default: false
        }
    }
}

extension CredentialID: Codable {
    package init(from decoder: any Decoder) throws {
        try self.init(try decoder.singleValueContainer().decode(String.self))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

extension String {
    /// Without the quotes of a debug description. That description is used to escape control characters, and the
    /// message has its own quotes.
    fileprivate var trimmingQuotes: String { String(dropFirst().dropLast()) }
}
