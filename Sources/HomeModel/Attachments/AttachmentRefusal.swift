/// Why an upload is not accepted. Nothing of it is kept.
package enum AttachmentRefusal: String, Error, Sendable, CaseIterable {
    /// The content is no JPEG, PNG, WebP or HEIC picture.
    case notAPhoto
    case tooManyPixels
    /// The picture could not be decoded within the limits of time and memory, or it is damaged.
    case unreadablePhoto
    /// The content is no complete PDF file.
    case notAPDF
    /// Attachments have as many bytes as the home permits.
    case attachmentsFull
    /// With the upload, less would stay free on the disk than `AttachmentLimits.reservedBytes`.
    case littleDiskSpace
    /// The appliance or the entry has as many attachments as one may have.
    case tooManyAttachments
    /// Another attachment has the id.
    case idInUse
    /// The owner cannot have attachments of this kind.
    case wrongOwner
    /// A file of the attachment does not exist any more.
    case fileMissing
    /// A file of the attachment has other bytes than were written.
    case fileChanged
    /// Photographs cannot be converted on this machine now.
    case photosUnavailable

    /// What kind of an obstacle it is.
    package enum Reason: Sendable { case content, state, machine }

    package var reason: Reason {
        switch self {
        case .notAPhoto, .tooManyPixels, .unreadablePhoto, .notAPDF, .wrongOwner: .content
        case .attachmentsFull, .tooManyAttachments, .idInUse, .fileMissing, .fileChanged: .state
        case .littleDiskSpace, .photosUnavailable: .machine
        }
    }
}

extension AttachmentRefusal: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notAPhoto: "This is no picture that Tomte knows. Choose a JPEG, PNG, WebP or HEIC file."
        case .tooManyPixels:
            "The picture has more than \(AttachmentLimits.pixels / 1_000_000) megapixels. Choose a smaller one."
        case .unreadablePhoto:
            "The picture is damaged, or needs more memory or time than Tomte gives to one picture. Save it as JPEG, or "
                + "choose a smaller one."
        case .notAPDF: "This is no complete PDF file. Choose the PDF of the manual."
        case .attachmentsFull:
            "Photographs and manuals have reached their limit. Remove some, or raise attachments.maximumMegabytes in the "
                + "configuration."
        case .littleDiskSpace:
            "The disk of the gateway has too little free space: photographs and manuals leave "
                + "\(AttachmentLimits.reservedBytes >> 20) MB of it to readings and the audit log. Free some space there."
        case .tooManyAttachments:
            "There are \(AttachmentLimits.perOwner) photographs and manuals here already, which is the most. Remove one "
                + "first."
        case .idInUse: "Another attachment has this id. Choose a new random id."
        case .wrongOwner: "Only an appliance can have manuals; an entry of the service history has photographs."
        case .fileMissing: "The file is missing from the disk. Remove it here, and add it again."
        case .fileChanged: "The file was changed on the disk, so it is not shown. Remove it here, and add it again."
        case .photosUnavailable:
            "Photographs cannot be stored on this machine now; tomte doctor says why, and what to install."
        }
    }
}
