/// A photograph or a manual that belongs to an appliance, or a photograph of an entry of the service history: what the home
/// knows of it. Its content is in encrypted files.
package struct Attachment: Hashable, Sendable {
    package let id: AttachmentID
    package let owner: AttachmentOwner
    package let kind: AttachmentKind
    package let title: String?
    /// The bytes of the content, as it is served.
    package let bytes: Int
    /// The bytes of the thumbnail; nil for a manual.
    package let thumbnailBytes: Int?
    /// Nil for a manual.
    package let pixels: PixelSize?
    /// The actor who added it, as the audit log names actors, or the pseudonym of a person who was erased.
    package let addedBy: String
    package let addedAt: Timestamp

    package init(
        id: AttachmentID, owner: AttachmentOwner, kind: AttachmentKind, title: String?, bytes: Int,
        thumbnailBytes: Int? = nil, pixels: PixelSize? = nil, addedBy: String, addedAt: Timestamp
    ) {
        self.id = id
        self.owner = owner
        self.kind = kind
        self.title = title
        self.bytes = bytes
        self.thumbnailBytes = thumbnailBytes
        self.pixels = pixels
        self.addedBy = addedBy
        self.addedAt = addedAt
    }
}

package typealias AttachmentID = Identifier<Attachment>

/// What an attachment is.
package enum AttachmentKind: String, Sendable, Codable, CaseIterable {
    /// A JPEG image without metadata, with a thumbnail. The picture that was uploaded is not kept.
    case photo
    /// A PDF file as it was uploaded. Only appliances have manuals.
    case manual
}

/// One of the files of an attachment.
package enum AttachmentPart: String, Sendable, Codable, CaseIterable {
    case content, thumbnail
}

/// What an attachment belongs to.
package enum AttachmentOwner: Hashable, Sendable {
    case appliance(ApplianceID)
    case serviceEntry(ServiceEntryID)

    package var appliance: ApplianceID? { if case .appliance(let id) = self { id } else { nil } }
    package var serviceEntry: ServiceEntryID? { if case .serviceEntry(let id) = self { id } else { nil } }

    /// The id of the appliance or of the entry.
    package var id: String {
        switch self {
        case .appliance(let id): id.rawValue
        case .serviceEntry(let id): id.rawValue
        }
    }

    /// Whether it can have attachments of this kind.
    package func accepts(_ kind: AttachmentKind) -> Bool { kind == .photo || appliance != nil }
}

/// The width and height of a picture.
package struct PixelSize: Hashable, Sendable {
    package let width: Int
    package let height: Int

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The number of pixels; a number that does not fit becomes the largest one.
    package var count: Int {
        let (product, overflow) = width.multipliedReportingOverflow(by: height)
        return overflow ? .max : product
    }

    /// Whether a picture of this size may be decoded.
    package var isAccepted: Bool {
        max(width, height) <= AttachmentLimits.edge && count <= AttachmentLimits.pixels
    }
}

/// Whether the files of an attachment are as they were written.
package enum AttachmentState: String, Sendable, Codable, CaseIterable {
    case intact
    /// A file does not exist any more.
    case missing
    /// A file has other bytes than were written, or its key cannot be read.
    case changed
}

/// The limits of attachments.
package enum AttachmentLimits {
    /// The bytes of one upload.
    package static let uploadBytes = 20_000_000
    /// The pixels of an uploaded picture.
    package static let pixels = 100_000_000
    /// The pixels of an uploaded picture on one edge, which is also the limit of JPEG.
    package static let edge = 65_535
    /// The longest edge of a stored photograph, in pixels.
    package static let photoEdge = 4096
    /// The longest edge of a thumbnail, in pixels.
    package static let thumbnailEdge = 480
    /// The attachments of one appliance or one entry.
    package static let perOwner = 50
    /// The uploads that the gateway receives at the same time. Each needs room on the disk, and little memory.
    package static let uploadsAtOnce = 8
    /// Those of one person, whose slow uploads so leave places for others.
    package static let uploadsOfPerson = 2
    /// The bytes that stay free on the disk: readings and the audit log come first.
    package static let reservedBytes: Int64 = 256 << 20
    package static let defaultTotalMegabytes = 2048
    package static let totalMegabytes = 64...1_000_000
    package static let titleRule = FreeTextRule.line(100)
}
