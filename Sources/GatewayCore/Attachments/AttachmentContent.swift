import Attachments
package import HomeModel

/// The content or the thumbnail of an attachment, which is decrypted while it is sent.
package struct AttachmentContent: Sendable {
    package let attachment: Attachment
    package let part: AttachmentPart
    private let first: [UInt8]?
    private let reading: AttachmentReading
    private let report: @Sendable (AttachmentState) async -> Void

    init(
        attachment: Attachment, part: AttachmentPart, first: [UInt8]?, reading: AttachmentReading,
        report: @escaping @Sendable (AttachmentState) async -> Void
    ) {
        self.attachment = attachment
        self.part = part
        self.first = first
        self.reading = reading
        self.report = report
    }

    package var bytes: Int { attachment.bytes(of: part) }

    /// Passes all bytes to `receive`, each piece before the next one is read. Throws what `receive` throws, and a refusal
    /// when the file is damaged after its beginning; what was passed by then is not complete.
    package func run(_ receive: ([UInt8]) async throws -> Void) async throws {
        guard let first else { return }
        if !first.isEmpty { try await receive(first) }
        do {
            while let piece = try await reading.next() {
                if !piece.isEmpty { try await receive(piece) }
            }
        } catch let error as AttachmentFileError {
            if case .sealing = error { await report(.changed) }
            throw ActionRefusal(error)
        }
    }
}
