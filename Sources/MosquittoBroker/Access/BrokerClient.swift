package import HomeCertificates

/// A device as the broker knows it. Everything below its root, which is called as it is, is its own.
package struct BrokerClient: Sendable, Equatable {
    package let id: CredentialID
    /// Twelve upper-case hexadecimal digits: it may announce itself below `tasmota/discovery/` by them, and nothing else.
    package let tasmotaMAC: String?
    /// mosquitto's `$7$…`; nil for a device with a certificate, which then gets in by nothing else.
    package let passwordHash: String?

    package init(id: CredentialID, tasmotaMAC: String? = nil, passwordHash: String? = nil) {
        self.id = id
        // Only checked text is written to the broker's files.
        self.tasmotaMAC = tasmotaMAC.flatMap { $0.isMAC ? $0 : nil }
        self.passwordHash = passwordHash.flatMap { $0.isHash ? $0 : nil }
    }

    var rules: [String] {
        ["topic readwrite \(id)/#"]
            + (tasmotaMAC.map { ["topic write \(BrokerAccess.tasmotaDiscovery)/\($0)/#"] } ?? [])
    }
}

extension String {
    fileprivate var isMAC: Bool {
        utf8.count == 12 && utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x46).contains($0) }
    }

    fileprivate var isHash: Bool {
        hasPrefix("$7$")
            && utf8.allSatisfy { byte in
                let character = Character(Unicode.Scalar(byte))
                return byte < 0x80 && (character.isLetter || character.isNumber || "$+/=".contains(character))
            }
    }
}
