/// The approval of a client, by the person who approved its key or who made the pairing code that needed no approval.
package struct ClientApproval: Hashable, Sendable {
    /// The approver as in the audit log: `console`, `console as <person>` or a person's id.
    package let approver: String
    /// The approver's role at that time; nil for the console.
    package let role: Role?

    /// An approval at the gateway's own console.
    package static let console = ClientApproval(approver: "console", role: nil)

    package init(approver: String, role: Role?) {
        self.approver = approver
        self.role = role
    }

    /// Whether the approver may approve a client of a person with this role.
    package func covers(_ other: Role) -> Bool { role?.mayManage(other) ?? (approver == Self.console.approver) }
}
