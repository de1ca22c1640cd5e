/// Who let a client in: who approved its key, or made the code that needed no approval.
package struct ClientApproval: Hashable, Sendable {
    /// As the audit log writes it: `console`, `console as <person>` or a person's id.
    package let approver: String
    /// The approver's role at that time; nil for the console.
    package let role: Role?

    /// At the gateway itself.
    package static let console = ClientApproval(approver: "console", role: nil)

    package init(approver: String, role: Role?) {
        self.approver = approver
        self.role = role
    }

    /// Whether the approver could let in a client of a person with this role.
    package func covers(_ other: Role) -> Bool { role?.mayManage(other) ?? (approver == Self.console.approver) }
}
