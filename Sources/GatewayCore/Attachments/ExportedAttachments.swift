import Attachments
package import HomeModel
import HomeStore

/// The photographs and manuals that a person added, for an export of the person's data.
struct ExportedAttachments: Sendable {
    let service: AttachmentService

    /// Oldest first; none when the database cannot be read now.
    func attachments(by person: PersonID) async -> [Attachment] {
        ((try? await service.records.attachments(by: person)) ?? []).map(\.attachment)
    }

    /// Passes the content to `receive`. Of an attachment that is damaged, or that was removed meanwhile, nothing, or only
    /// its beginning.
    func read(_ attachment: Attachment, receive: ([UInt8]) async throws -> Void) async throws {
        guard let entry = try? await service.records.attachment(attachment.id),
            let content = try? await service.content(.content, of: entry)
        else { return }
        do {
            try await content.run(receive)
        } catch ActionRefusal.attachment {
            return
        }
    }
}

/// The records of these attachments. Their contents are files beside.
struct AttachmentsSource: ExportSource {
    let section = ExportSection.attachments
    let attachments: ExportedAttachments

    func rows(about subject: ExportSubject) async -> any ExportRows {
        let own = await attachments.attachments(by: subject.person.id)
        return ExportPage(
            own.map { attachment in
                [
                    .text(attachment.id.rawValue), .text(attachment.kind.rawValue),
                    .text(attachment.owner.appliance == nil ? "serviceEntry" : "appliance"),
                    .text(attachment.owner.id), .text(attachment.title), .integer(attachment.bytes),
                    .integer(attachment.pixels?.width), .integer(attachment.pixels?.height),
                    .time(attachment.addedAt), .text(attachment.exportedName),
                ]
            })
    }
}

extension Attachment {
    /// The name of its file in an export.
    package var exportedName: String { "\(id).\(kind == .photo ? "jpg" : "pdf")" }
}
