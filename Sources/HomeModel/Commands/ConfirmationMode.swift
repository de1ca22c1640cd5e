/// What confirms that a device carried out a command.
package enum ConfirmationMode: Hashable, Sendable {
    /// The device reports the new state.
    case report
    /// The device reports the new state after a query. A bridge may report the state that it assumes, so a report counts
    /// only after the device was queried.
    case reportAfterQuery
    /// Nothing, because the device never reports.
    case none
}
