package import HomeModel

/// `GET /attachments`: a photograph or a manual.
package struct AttachmentBody: Codable, Sendable {
    package let id: AttachmentID
    /// The appliance to which it belongs; nil for an attachment of a service entry.
    package let appliance: ApplianceID?
    package let serviceEntry: ServiceEntryID?
    package let kind: AttachmentKind
    package let title: String?
    /// The bytes of the content.
    package let bytes: Int
    /// In pixels; nil for a manual.
    package let width: Int?
    package let height: Int?
    package let state: AttachmentState
    /// The actor who added it, as the audit log names actors.
    package let addedBy: String
    package let addedAt: Timestamp

    package init(_ attachment: Attachment, state: AttachmentState) {
        id = attachment.id
        appliance = attachment.owner.appliance
        serviceEntry = attachment.owner.serviceEntry
        kind = attachment.kind
        title = attachment.title
        bytes = attachment.bytes
        width = attachment.pixels?.width
        height = attachment.pixels?.height
        self.state = state
        addedBy = attachment.addedBy
        addedAt = attachment.addedAt
    }
}
