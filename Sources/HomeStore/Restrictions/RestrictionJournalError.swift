package import SegmentedLog

/// The reasons for which restrictions could not be written to their journal.
package enum RestrictionJournalError: Error, Hashable, Sendable {
    case file(FileFault)
    case tooLarge(bytes: Int, maximumBytes: Int)
    case encryptionFailed
}

extension RestrictionJournalError: FileFailure {
    package init(_ fault: FileFault) { self = .file(fault) }
}
