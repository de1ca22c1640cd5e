package import HomeCertificates

/// The access rules of the broker: each device may publish and read below its own root topic, and the gateway's two
/// lanes below the root topics of all devices. Everything else is denied.
package struct BrokerAccessRules: Sendable, Equatable {
    /// The devices, ordered by id; each id occurs once.
    package let clients: [BrokerClient]
    /// The topic trees outside the roots of the devices in which devices announce themselves. The gateway reads and
    /// clears them; a device writes there what its `announcementTopics` allow.
    package let discoveryTrees: [String]

    package init(clients: [BrokerClient] = [], discoveryTrees: [String] = []) {
        self.discoveryTrees = discoveryTrees.filter(\.isTopic)
        let byID = Dictionary(clients.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        self.clients = byID.values.sorted { $0.id < $1.id }
    }

    /// The content of the access file. It contains only checked ids, so outside input cannot add a rule.
    package var text: String {
        let roots = clients.map(\.id)
        let control =
            [
                "topic read $SYS/broker/publish/messages/dropped", "topic read $SYS/broker/heap/current",
            ]
            + discoveryTrees.map { "topic readwrite \($0)/#" }
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
    /// The topics outside its root below which the device may publish, to announce itself.
    package let announcementTopics: [String]
    /// The password hash of mosquitto, `$7$…`. Nil for a device with a certificate, which can then connect only with
    /// it.
    package let passwordHash: String?

    package init(id: CredentialID, announcementTopics: [String] = [], passwordHash: String? = nil) {
        self.id = id
        // Only checked text is written to the broker's files.
        self.announcementTopics = announcementTopics.filter(\.isTopic)
        self.passwordHash = passwordHash.flatMap { $0.isHash ? $0 : nil }
    }

    /// The lines of the access file for this device.
    var rules: [String] {
        ["topic readwrite \(id)/#"] + announcementTopics.map { "topic write \($0)/#" }
    }
}

extension String {
    /// Whether the text is a topic of at least two levels of ASCII letters, digits and hyphens, without wildcards.
    fileprivate var isTopic: Bool {
        let levels = utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return levels.count > 1
            && levels.allSatisfy { level in
                !level.isEmpty
                    && level.allSatisfy { byte in
                        switch byte {
                        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                            true
                        default: false
                        }
                    }
            }
    }

    fileprivate var isHash: Bool {
        hasPrefix("$7$")
            && utf8.allSatisfy { byte in
                let character = Character(Unicode.Scalar(byte))
                return byte < 0x80 && (character.isLetter || character.isNumber || "$+/=".contains(character))
            }
    }
}
