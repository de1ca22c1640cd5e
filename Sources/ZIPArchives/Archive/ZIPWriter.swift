/// Writes a ZIP archive file by file, as a stream: callers send the returned bytes in order, and memory holds only the
/// names of the files and the compressor.
///
/// The archive has a central directory only after `finish`. Without it, no program takes the archive for complete.
package final class ZIPWriter {
    /// The length of a file that callers must not exceed, so that its sizes fit without ZIP64, which some programs do
    /// not read from a stream. Callers divide longer files.
    package static let maximumFileBytes = 1 << 30

    private let time: ZIPTime
    private let deflate: DeflateHandle
    private var entries: [ZIPEntry] = []
    private var names: Set<String> = []
    /// The file that is being written, and its checksum.
    private var open: (entry: ZIPEntry, checksum: CRC32)?
    /// The number of bytes of the archive so far, and of those before it.
    package private(set) var bytesWritten: UInt64

    /// `time` is the time of modification of all files. The archive follows `precedingBytes` other bytes in its file.
    /// Throws `.outOfMemory`.
    package init(at time: ZIPTime, after precedingBytes: UInt64 = 0) throws(ZIPError) {
        self.time = time
        bytesWritten = precedingBytes
        deflate = try DeflateHandle()
    }

    /// The number of bytes of the open file so far, before compression.
    package var fileBytes: Int { open.map { Int($0.entry.bytes) } ?? 0 }

    /// Begins a file, after the end of the one before. A name that the archive has already gets a number; the returned
    /// name is the one of the file.
    package func begin(_ name: ZIPEntryName) throws(ZIPError) -> (name: ZIPEntryName, header: [UInt8]) {
        guard open == nil else { throw .fileIsOpen }
        var (free, number) = (name, 1)
        while !names.insert(free.key).inserted {
            number += 1
            free = name.numbered(number)
        }
        open = (ZIPEntry(free, offset: bytesWritten), CRC32())
        return (free, counted(ZIPRecord.localHeader(free, time: time)))
    }

    /// Adds bytes to the open file. Throws `.tooLarge` when the file would be longer than a file may be.
    package func append(_ bytes: [UInt8]) throws(ZIPError) -> [UInt8] {
        guard var file = open else { throw .noFileIsOpen }
        guard Int(file.entry.bytes) + bytes.count <= Self.maximumFileBytes * 2 else { throw .tooLarge }
        let compressed = try deflate.compress(bytes)
        file.checksum.add(bytes)
        file.entry.bytes += UInt32(bytes.count)
        file.entry.compressedBytes += UInt32(compressed.count)
        open = file
        return counted(compressed)
    }

    /// Ends the open file.
    package func end() throws(ZIPError) -> [UInt8] {
        guard var file = open else { throw .noFileIsOpen }
        let rest = try deflate.compress([], isLast: true)
        file.entry.compressedBytes += UInt32(rest.count)
        file.entry.checksum = file.checksum.value
        entries.append(file.entry)
        open = nil
        return counted(rest + ZIPRecord.dataDescriptor(file.entry))
    }

    /// Writes the central directory, after which the archive is complete.
    package func finish() throws(ZIPError) -> [UInt8] {
        guard open == nil else { throw .fileIsOpen }
        let directory = entries.flatMap { ZIPRecord.centralHeader($0, time: time) }
        let end = ZIPRecord.end(
            entries: entries.count, directoryAt: bytesWritten, bytes: UInt64(directory.count))
        return counted(directory + end)
    }

    private func counted(_ bytes: [UInt8]) -> [UInt8] {
        bytesWritten += UInt64(bytes.count)
        return bytes
    }
}

/// Why an archive could not be written.
package enum ZIPError: Error, Sendable {
    case outOfMemory
    case compressionFailed
    case tooLarge
    /// A file was begun, or the archive was finished, before the file before it had ended.
    case fileIsOpen
    case noFileIsOpen
}

extension ZIPError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .outOfMemory: "There is not enough memory to compress the archive."
        case .compressionFailed: "The archive could not be compressed."
        case .tooLarge: "A file of the archive is too large; divide it."
        case .fileIsOpen: "The file before it has not ended; end it first."
        case .noFileIsOpen: "No file of the archive is open; begin one first."
        }
    }
}
