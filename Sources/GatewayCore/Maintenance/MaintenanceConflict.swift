/// Why a task cannot be changed as a person asks. The raw value is the code of the API.
package enum MaintenanceConflict: String, Error, Sendable, CaseIterable {
    /// The task is done already, on this day or a later one.
    case alreadyDone
    /// The task was not marked as done, or was changed since.
    case nothingToUndo
    /// The entry that the undoing of a “done” deletes has photographs.
    case hasPhotographs
}
