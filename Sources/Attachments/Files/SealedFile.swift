package import HomeModel

/// Why the content of a file could not be written or read.
package enum AttachmentFileError: Error, Hashable, Sendable {
    case storage(StorageError)
    case sealing(SealingError)

    /// Calls `body`, and wraps its error.
    static func sealing<Value>(_ body: () throws(SealingError) -> Value) throws(AttachmentFileError) -> Value {
        do throws(SealingError) { return try body() } catch { throw .sealing(error) }
    }

    static func storage<Value>(_ body: () throws(StorageError) -> Value) throws(AttachmentFileError) -> Value {
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
        try AttachmentFileError.storage { () throws(StorageError) in try file.append(sealer.header) }
    }

    package mutating func write(_ content: [UInt8]) throws(AttachmentFileError) {
        bytes += content.count
        try append(try Self.sealing(&sealer) { sealer throws(SealingError) in try sealer.update(content) })
    }

    package mutating func finish() throws(AttachmentFileError) {
        try append(try Self.sealing(&sealer) { sealer throws(SealingError) in try sealer.finish() })
    }

    private func append(_ sealed: [UInt8]) throws(AttachmentFileError) {
        guard !sealed.isEmpty else { return }
        try AttachmentFileError.storage { () throws(StorageError) in try file.append(sealed) }
    }

    private static func sealing(
        _ sealer: inout FileSealer, body: (inout FileSealer) throws(SealingError) -> [UInt8]
    ) throws(AttachmentFileError) -> [UInt8] {
        do throws(SealingError) { return try body(&sealer) } catch { throw .sealing(error) }
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
        let header = try AttachmentFileError.storage { () throws(StorageError) in
            try file.read(at: 0, count: SealedFormat.headerBytes)
        }
        opener = try AttachmentFileError.sealing { () throws(SealingError) in
            try FileOpener(header: header, part: part, of: record, key: key)
        }
    }

    /// Returns the next piece of the content, which may be empty; nil at the end. Throws `.sealing` when the file was
    /// changed, also when it was cut.
    package mutating func next() throws(AttachmentFileError) -> [UInt8]? {
        guard !isAtEnd else { return nil }
        let (file, offset) = (file, offset)
        let sealed = try AttachmentFileError.storage { () throws(StorageError) in
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
