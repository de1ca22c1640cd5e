import HomeCertificates

/// Who may publish and read what: each device below its own root topic, the two lanes below those of the devices.
/// What is not written here is denied.
package struct BrokerAccess: Sendable, Equatable {
    /// Where Tasmota's own discovery is, whatever the device's root.
    package static let tasmotaDiscovery = "tasmota/discovery"

    /// Ordered by id, once each.
    package let clients: [BrokerClient]

    package init(clients: [BrokerClient] = []) {
        let byID = Dictionary(clients.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        self.clients = byID.values.sorted { $0.id < $1.id }
    }

    /// The access file. Only checked ids are in it, so nothing from outside can add a rule.
    var text: String {
        let roots = clients.map(\.id)
        let control =
            [
                "topic read $SYS/broker/publish/messages/dropped", "topic read $SYS/broker/heap/current",
                "topic readwrite \(Self.tasmotaDiscovery)/#",
            ]
            + roots.map { "topic readwrite \($0)/#" }
        let suspect = ProbeRole.suspect.clientID
        let blocks =
            [
                block(Lane.telemetry.clientID, roots.map { "topic read \($0)/#" }),
                block(Lane.control.clientID, control),
                block(suspect, ["topic readwrite \(suspect)/#"]),
                // Nobody else can be it: see `HomeCertificates.issueProbe`.
                block(ProbeRole.witness.clientID, ["topic readwrite #"]),
                block(ProbeRole.cleaner.clientID, ["topic readwrite #"]),
            ]
            + clients.map { block($0.id.rawValue, $0.rules) }
        return blocks.joined(separator: "\n")
    }

    /// The password file; nil when no device has a password.
    var passwords: String? {
        let lines = clients.compactMap { client in client.passwordHash.map { "\(client.id):\($0)\n" } }
        return lines.isEmpty ? nil : lines.joined()
    }

    private func block(_ user: String, _ rules: [String]) -> String {
        "user \(user)\n" + rules.map { "\($0)\n" }.joined()
    }
}
