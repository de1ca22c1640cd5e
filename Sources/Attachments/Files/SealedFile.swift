package import HomeModel

/// Why the content of a file could not be written or read.
package enum AttachmentFileError: Error, Hashable, Sendable {
    case storage(StorageError)
    case sealing(SealingError)

    /// Calls `body`, and wraps its error.
    static func wrapping<Value>(_ body: () throws(StorageError) -> Value) throws(AttachmentFileError) -> Value {
        do throws(StorageError) { return try body() } catch { throw .storage(error) }
    }
}

/// Writes the content of one file, encrypted. Every call blocks the calling thread for as long as the disk takes.
package struct SealedFileWriter: Sendable {
    package let file: AttachmentFile
    /// The bytes of the content so far.
    package private(set) var bytes = 0
    private var sealer: FileSealer

    package init(_ file: AttachmentFile, sealer: FileSealer) throws(AttachmentFileError) {
        self.file = file
        self.sealer = sealer
        try append(sealer.header)
    }

    package mutating func write(_ content: [UInt8]) throws(AttachmentFileError) {
        let sealed: [UInt8]
        do throws(SealingError) { sealed = try sealer.update(content) } catch { throw .sealing(error) }
        bytes += content.count
        try append(sealed)
    }

    /// Writes the last bytes of the file.
    package mutating func finish() throws(AttachmentFileError) {
        let sealed: [UInt8]
        do throws(SealingError) { sealed = try sealer.finish() } catch { throw .sealing(error) }
        try append(sealed)
    }

    private func append(_ sealed: [UInt8]) throws(AttachmentFileError) {
        guard !sealed.isEmpty else { return }
        try AttachmentFileError.wrapping { () throws(StorageError) in try file.append(sealed) }
    }
}

/// Reads the content of one file, piece by piece. Every call blocks the calling thread for as long as the disk takes.
package struct SealedFileReader: Sendable {
    private static let pieceBytes = SealedFormat.chunkBytes

    private let file: AttachmentFile
    private var opener: FileOpener
    private var offset = SealedFormat.headerBytes
    private var isAtEnd = false

    package init(
        _ file: AttachmentFile, part: AttachmentPart, of record: AttachmentRecord, key: AttachmentKey
    ) throws(AttachmentFileError) {
        self.file = file
        let header = try AttachmentFileError.wrapping { () throws(StorageError) in
            try file.read(at: 0, count: SealedFormat.headerBytes)
        }
        do throws(SealingError) {
            opener = try FileOpener(header: header, part: part, of: record, key: key)
        } catch {
            throw .sealing(error)
        }
    }

    /// Returns the next piece of the content, which may be empty; nil at the end. Throws `.sealing` when the file was
    /// changed, also when it was cut.
    package mutating func next() throws(AttachmentFileError) -> [UInt8]? {
        guard !isAtEnd else { return nil }
        let (file, offset) = (file, offset)
        let sealed = try AttachmentFileError.wrapping { () throws(StorageError) in
            try file.read(at: offset, count: Self.pieceBytes)
        }
        self.offset += sealed.count
        do throws(SealingError) {
            guard sealed.isEmpty else { return try opener.update(sealed) }
            isAtEnd = true
            return try opener.finish()
        } catch {
            throw .sealing(error)
        }
    }
}
