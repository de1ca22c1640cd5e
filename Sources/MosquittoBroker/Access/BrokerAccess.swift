package import HomeCertificates

/// Who may publish and read what: each device below its own root topic, the two lanes below those of the devices.
/// What is not written here is denied.
package struct BrokerAccess: Sendable, Equatable {
    package var devices: Set<CredentialID>

    package init(devices: Set<CredentialID> = []) { self.devices = devices }

    /// The access file. Only checked ids are in it, so nothing from outside can add a rule.
    var text: String {
        let roots = devices.sorted()
        let control = ["topic read $SYS/broker/publish/messages/dropped"] + roots.map { "topic readwrite \($0)/#" }
        let blocks =
            [
                block(Lane.telemetry.clientID, roots.map { "topic read \($0)/#" }),
                block(Lane.control.clientID, control),
            ]
            + roots.map { block($0.rawValue, ["topic readwrite \($0)/#"]) }
        return blocks.joined(separator: "\n")
    }

    private func block(_ user: String, _ rules: [String]) -> String {
        "user \(user)\n" + rules.map { "\($0)\n" }.joined()
    }
}
