/// One command that a cluster accepts.
package struct CommandTemplate: Hashable, Sendable {
    package let id: UInt32
    /// The command with which the node answers; nil if it answers with a status alone.
    package let response: UInt32?
    package let privilege: AccessPrivilege
    /// Whether the command needs a timed request.
    package let isTimed: Bool

    package init(
        _ id: UInt32, response: UInt32? = nil, privilege: AccessPrivilege = .operate, isTimed: Bool = false
    ) {
        self.id = id
        self.response = response
        self.privilege = privilege
        self.isTimed = isTimed
    }
}
