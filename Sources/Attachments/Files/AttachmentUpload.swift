import Concurrency
import Crypto
import Foundation
package import HomeModel

/// Receives the content of one upload: checks it while it arrives, and writes it to a temporary file, encrypted. The bytes
/// that people send are never on the disk as they are: a manual is encrypted with the key of its record, and a picture,
/// which is only converted, with a key that ends with this object.
package actor AttachmentUpload {
    /// Why the upload ended.
    package enum Failure: Error, Sendable {
        case refused(AttachmentRefusal)
        case tooLarge
        case empty
        case file(AttachmentFileError)
    }

    /// What arrived.
    package struct Received: Sendable {
        /// SHA-256 of all bytes, which the proof of the sender names.
        package let digest: [UInt8]
        package let bytes: Int
        /// Of a picture.
        package let header: ImageHeader?
    }

    private let queue = BlockingExecutor(label: "tomte.attachments.upload")
    package nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    private let record: AttachmentRecord
    private let key: AttachmentKey
    private let maximumBytes: Int
    private var writer: SealedFileWriter
    private var hash = SHA256()
    /// The SHA-256 of all bytes; empty before `finish`.
    package private(set) var digest: [UInt8] = []
    private var image = ImageHeaderScanner()
    private var document = DocumentScanner()

    /// `key` is that of the record, for a manual. Blocks the calling thread for a moment.
    package init(
        of record: AttachmentRecord, key: AttachmentKey, in folder: AttachmentFolder,
        maximumBytes: Int = AttachmentLimits.uploadBytes
    ) throws(AttachmentFileError) {
        self.record = record
        self.maximumBytes = maximumBytes
        let own = record.kind == .manual ? key : .random()
        self.key = own
        let file = try AttachmentFileError.wrapping { () throws(StorageError) in try folder.newFile() }
        writer = try SealedFileWriter(file, sealer: FileSealer(.content, of: record, key: own))
    }

    /// Takes the next bytes. Throws as soon as it is certain that the upload cannot be accepted.
    package func receive(_ bytes: [UInt8]) throws(Failure) {
        guard writer.bytes + bytes.count <= maximumBytes else { throw .tooLarge }
        hash.update(data: bytes)
        switch record.kind {
        case .photo:
            image.add(bytes)
            try check(image.finding)
        case .manual:
            document.add(bytes)
            guard document.canBePDF else { throw .refused(.notAPDF) }
        }
        do throws(AttachmentFileError) { try writer.write(bytes) } catch { throw .file(error) }
    }

    /// Ends the upload after its last bytes.
    package func finish() throws(Failure) -> Received {
        guard writer.bytes > 0 else { throw .empty }
        var header: ImageHeader?
        switch record.kind {
        case .photo:
            guard case .image(let found) = image.finding else { throw .refused(.notAPhoto) }
            header = found
        case .manual: guard document.isPDF else { throw .refused(.notAPDF) }
        }
        do throws(AttachmentFileError) { try writer.finish() } catch { throw .file(error) }
        digest = Array(hash.finalize())
        return Received(digest: digest, bytes: writer.bytes, header: header)
    }

    /// The temporary file; for a manual, it is the file of the attachment.
    package var file: AttachmentFile { writer.file }

    /// The bytes that arrived.
    package var bytes: Int { writer.bytes }

    /// A reader of what arrived.
    package func reader() throws(AttachmentFileError) -> SealedFileReader {
        try SealedFileReader(writer.file, part: .content, of: record, key: key)
    }

    private func check(_ finding: ImageHeaderScanner.Finding) throws(Failure) {
        switch finding {
        case .undecided: break
        case .none: throw .refused(.notAPhoto)
        case .image(let header): guard header.pixels.isAccepted else { throw .refused(.tooManyPixels) }
        }
    }
}
