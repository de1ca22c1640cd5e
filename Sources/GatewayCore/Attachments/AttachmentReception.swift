import Attachments
package import HomeModel
import Synchronization

/// An upload that people ask for.
package struct AttachmentRequest: Sendable {
    /// Random, chosen by the client: a repeated request stores nothing twice.
    package let id: AttachmentID
    package let owner: AttachmentOwner
    package let kind: AttachmentKind
    package let title: String?
    /// The bytes that the client announces; nil if it does not.
    package let announcedBytes: Int?

    package init(
        id: AttachmentID, owner: AttachmentOwner, kind: AttachmentKind, title: String?, announcedBytes: Int?
    ) {
        self.id = id
        self.owner = owner
        self.kind = kind
        self.title = title
        self.announcedBytes = announcedBytes
    }

    var record: AttachmentRecord { AttachmentRecord(id: id, owner: owner, kind: kind) }
}

/// The beginning of an upload.
package enum AttachmentOpening: Sendable {
    /// An earlier request with the same id has stored one of the same kind and title. The body says whether it is the same.
    case existing(ExistingAttachment)
    case open(AttachmentReception)
}

/// An attachment that an earlier request has stored under the id of this one.
package struct ExistingAttachment: Sendable {
    let listing: AttachmentListing
    let uploadDigest: [UInt8]

    /// Returns the attachment if the earlier body had this SHA-256. Throws `idInUse`.
    package func confirm(sha256 digest: [UInt8]) throws(ActionRefusal) -> AttachmentListing {
        guard digest == uploadDigest else { throw .attachment(.idInUse) }
        return listing
    }
}

/// An upload that is permitted and runs. What arrived disappears with this object, unless the upload is committed.
package final class AttachmentReception: Sendable {
    let request: AttachmentRequest
    let title: String?
    let key: AttachmentKey
    let upload: AttachmentUpload
    private let permit: UploadPermit

    init(
        _ request: AttachmentRequest, title: String?, key: AttachmentKey, upload: AttachmentUpload,
        permit: UploadPermit
    ) {
        self.request = request
        self.title = title
        self.key = key
        self.upload = upload
        self.permit = permit
    }

    /// Takes the next bytes of the body. Throws as soon as it is certain that the upload cannot be accepted.
    package func receive(_ bytes: [UInt8]) async throws(ActionRefusal) {
        do throws(AttachmentUpload.Failure) { try await upload.receive(bytes) } catch { throw ActionRefusal(error) }
    }

    /// Ends the body, and returns SHA-256 of it. Nothing is visible before `AttachmentService.commit`.
    package func end() async throws(ActionRefusal) -> [UInt8] {
        do throws(AttachmentUpload.Failure) {
            return try await upload.finish().digest
        } catch {
            throw ActionRefusal(error)
        }
    }

    /// Frees the place for another upload; the object may live longer.
    func close() { permit.end() }
}

/// The place of an upload. It ends with `end()`, or with the last reference to this object.
final class UploadPermit: Sendable {
    private let leave: @Sendable () -> Void
    private let isOver = Atomic(false)

    init(leave: @escaping @Sendable () -> Void) { self.leave = leave }

    deinit { end() }

    func end() {
        guard !isOver.exchange(true, ordering: .acquiringAndReleasing) else { return }
        leave()
    }
}

/// Limits the uploads that run at the same time, in all and of each actor. Each one occupies the disk, and a client may
/// send as slowly as the connection permits.
final class UploadQuota: Sendable {
    /// The number of each actor.
    private let running = Mutex<[String: Int]>([:])

    /// The uploads that run now.
    var count: Int { running.withLock { $0.values.reduce(0, +) } }

    /// Reserves an upload of an actor for as long as the returned object exists. Throws `.tooManyUploads`.
    func reserve(for actor: String) throws(ActionRefusal) -> UploadPermit {
        let isFree: Bool = running.withLock { running in
            guard running.values.reduce(0, +) < AttachmentLimits.uploadsAtOnce,
                running[actor, default: 0] < AttachmentLimits.uploadsOfPerson
            else { return false }
            running[actor, default: 0] += 1
            return true
        }
        guard isFree else { throw .tooManyUploads }
        return UploadPermit { [self] in
            running.withLock { running in
                let left = running[actor, default: 0] - 1
                running[actor] = left > 0 ? left : nil
            }
        }
    }
}

extension ActionRefusal {
    init(_ failure: AttachmentUpload.Failure) {
        switch failure {
        case .refused(let refusal): self = .attachment(refusal)
        case .tooLarge: self = .uploadTooLarge(maximumBytes: AttachmentLimits.uploadBytes)
        case .empty: self = .invalid(field: "body", code: "empty", detail: "The file is empty. Choose another one.")
        case .file(let error): self.init(error)
        }
    }

    /// A file that cannot be encrypted has no better name than a failing storage.
    init(_ error: AttachmentFileError) {
        switch error {
        case .storage(let error): self = .storage(error)
        case .sealing(.damaged): self = .attachment(.fileChanged)
        case .sealing(.notEncrypted): self = .storage(.unknown(code: 0, message: "a file could not be encrypted"))
        }
    }
}
