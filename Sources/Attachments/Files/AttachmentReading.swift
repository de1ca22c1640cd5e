import Concurrency

/// Reads the content of one file on a thread of its own, because the disk blocks it.
package actor AttachmentReading {
    private let queue = BlockingExecutor(label: "tomte.attachments.reading")
    package nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    private var reader: SealedFileReader

    package init(_ reader: SealedFileReader) { self.reader = reader }

    /// Returns the next piece, which may be empty; nil at the end. Throws `.sealing` when the file was changed.
    package func next() throws(AttachmentFileError) -> [UInt8]? { try reader.next() }
}
