package import HomeCertificates

/// A device as a client of the broker. It owns every topic below its root topic, which has the same name as its id.
package struct BrokerClient: Sendable, Equatable {
    package let id: CredentialID
    /// The MAC address of a Tasmota device, twelve upper-case hexadecimal digits. The device may publish below
    /// `tasmota/discovery/` with this address, and nothing else there.
    package let tasmotaMAC: String?
    /// The password hash of mosquitto, `$7$…`. Nil for a device with a certificate, which can then connect only with
    /// it.
    package let passwordHash: String?

    package init(id: CredentialID, tasmotaMAC: String? = nil, passwordHash: String? = nil) {
        self.id = id
        // Only checked text is written to the broker's files.
        self.tasmotaMAC = tasmotaMAC.flatMap { $0.isMAC ? $0 : nil }
        self.passwordHash = passwordHash.flatMap { $0.isHash ? $0 : nil }
    }

    /// The lines of the access file for this device.
    var rules: [String] {
        ["topic readwrite \(id)/#"]
            + (tasmotaMAC.map { ["topic write \(BrokerAccessRules.tasmotaDiscovery)/\($0)/#"] } ?? [])
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
