package import HomeCertificates

/// The access rules of the broker: each device may publish and read below its own root topic, and the gateway's two
/// lanes below the root topics of all devices. Everything else is denied.
package struct BrokerAccessRules: Sendable, Equatable {
    /// The topic tree of the discovery of Tasmota, which does not depend on the root of a device.
    package static let tasmotaDiscovery = "tasmota/discovery"

    /// The devices, ordered by id; each id occurs once.
    package let clients: [BrokerClient]

    package init(clients: [BrokerClient] = []) {
        let byID = Dictionary(clients.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        self.clients = byID.values.sorted { $0.id < $1.id }
    }

    /// The content of the access file. It contains only checked ids, so outside input cannot add a rule.
    var text: String {
        let roots = clients.map(\.id)
        let control =
            [
                "topic read $SYS/broker/publish/messages/dropped", "topic read $SYS/broker/heap/current",
                "topic readwrite \(Self.tasmotaDiscovery)/#",
            ]
            + roots.map { "topic readwrite \($0)/#" }
        let subject = ProbeRole.subject.clientID
        let blocks =
            [
                block(GatewayConnection.telemetry.clientID, rules: roots.map { "topic read \($0)/#" }),
                block(GatewayConnection.control.clientID, rules: control),
                block(subject, rules: ["topic readwrite \(subject)/#"]),
                // No other client can have these two names: see `HomeCertificates.issueProbe`.
                block(ProbeRole.observer.clientID, rules: ["topic readwrite #"]),
                block(ProbeRole.cleaner.clientID, rules: ["topic readwrite #"]),
            ]
            + clients.map { block($0.id.rawValue, rules: $0.rules) }
        return blocks.joined(separator: "\n")
    }

    /// The content of the password file; nil when no device has a password.
    var passwords: String? {
        let lines = clients.compactMap { client in client.passwordHash.map { "\(client.id):\($0)\n" } }
        return lines.isEmpty ? nil : lines.joined()
    }

    private func block(_ user: String, rules: [String]) -> String {
        "user \(user)\n" + rules.map { "\($0)\n" }.joined()
    }
}

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
