/// Whether a record was changed, or why not. In all cases but the first, nothing was.
package enum RecordChange: Hashable, Sendable {
    case done
    /// The record, or the thing that it is about, does not exist.
    case missing
    /// The record has another revision than the change is based on.
    case changedMeanwhile
    /// The home has the maximum number of such records.
    case tooMany
    /// A person whom the record names has left the home.
    case personLeft
    /// The entry that the change deletes has photographs, which would be lost with it.
    case hasPhotographs
}
