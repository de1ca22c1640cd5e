package import HomeModel

/// Selects entries of the audit log; nil selects all.
package struct AuditQuery: Sendable {
    package var since: Timestamp?
    package var until: Timestamp?
    package var event: AuditEvent?
    package var severity: AuditSeverity?
    /// The id of a device or person, or a setting.
    package var target: String?
    /// The id of a person, `console` or `gateway`.
    package var actor: String?
    /// With false only refused and failed actions.
    package var success: Bool?

    package init() {}

    /// The parameters of the API's query.
    var parameters: [(name: String, value: String?)] {
        [
            ("since", since?.rfc3339), ("until", until?.rfc3339), ("event", event?.rawValue),
            ("severity", severity?.rawValue), ("target", target), ("actor", actor),
            ("success", success.map { $0 ? "true" : "false" }),
        ]
    }
}
