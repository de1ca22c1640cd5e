import Attachments
import Concurrency
package import HomeModel
import HomeStore

extension AttachmentService {
    /// Permits an upload, and begins it. The caller passes the body to the result, and then commits it.
    package func open(_ request: AttachmentRequest, as identity: Identity) async throws(ActionRefusal)
        -> AttachmentOpening
    {
        try await actions.require(.manageMaintenance, of: identity)
        let title = try request.title.checked(by: AttachmentLimits.titleRule, field: "title")
        guard request.owner.accepts(request.kind) else { throw .attachment(.wrongOwner) }
        guard try await maySee(request.owner, as: identity) else { throw Self.missing(request.owner) }
        if let existing = try await existing(request, title: title, as: identity) { return .existing(existing) }
        guard request.announcedBytes ?? 0 <= AttachmentLimits.uploadBytes else {
            throw .uploadTooLarge(maximumBytes: AttachmentLimits.uploadBytes)
        }
        let permit = try quota.reserve(for: identity.person?.rawValue ?? identity.description)
        try await checkRoom(for: request.owner)
        if request.kind == .photo, await library.obstacle() != nil { throw .attachment(.photosUnavailable) }
        let (record, folder, key) = (request.record, storage.folder, AttachmentKey.random())
        let result = await BlockingExecutor.offPool {
            Result<AttachmentUpload, AttachmentFileError> { () throws(AttachmentFileError) in
                try AttachmentUpload(of: record, key: key, in: folder)
            }
        }
        do throws(AttachmentFileError) {
            return .open(
                AttachmentReception(request, title: title, key: key, upload: try result.get(), permit: permit))
        } catch {
            throw ActionRefusal(error)
        }
    }

    /// The attachment of an earlier request with the same id. Throws when it is that of another person, or differs from the
    /// request in more than its content, which the caller compares.
    private func existing(
        _ request: AttachmentRequest, title: String?, as identity: Identity
    ) async throws(ActionRefusal) -> ExistingAttachment? {
        let entry = try await actions.storing { () async throws(StorageError) in
            try await records.attachment(request.id)
        }
        guard let entry else { return nil }
        let attachment = entry.attachment
        guard attachment.record == request.record, attachment.title == title,
            attachment.addedBy == identity.description, let digest = storage.uploadDigest(of: entry)
        else { throw .attachment(.idInUse) }
        let listing = AttachmentListing(attachment: attachment, state: await storage.state(of: attachment))
        return ExistingAttachment(listing: listing, uploadDigest: digest)
    }

    /// Throws unless the owner exists and may have one more, and there is room for it, below the limit of the home and
    /// above the reserve of the disk.
    private func checkRoom(for owner: AttachmentOwner) async throws(ActionRefusal) {
        let (count, total) = try await actions.storing { () async throws(StorageError) in
            (try await records.count(of: owner), try await records.totalBytes())
        }
        guard let count else {
            throw Self.missing(owner)
        }
        guard count < AttachmentLimits.perOwner else { throw .attachment(.tooManyAttachments) }
        let running = quota.count * AttachmentLimits.uploadBytes
        guard total + running <= storage.maximumBytes else { throw .attachment(.attachmentsFull) }
        let folder = storage.folder
        let free = await BlockingExecutor.offPool { folder.freeBytes }
        // A picture needs its upload and its conversion at the same time.
        guard let free, free < AttachmentLimits.reservedBytes + 2 * Int64(running) else { return }
        throw .attachment(.littleDiskSpace)
    }

    /// Stores an upload whose body has ended, and whose digest was compared with the proof of the sender. Pictures are
    /// converted first, one at a time.
    package func commit(
        _ reception: AttachmentReception, as identity: Identity
    ) async throws(ActionRefusal) -> AttachmentListing {
        defer { reception.close() }
        let request = reception.request
        let files = try await files(of: reception)
        // The conversion took a while, and the right may have ended.
        try await actions.require(.manageMaintenance, of: identity)
        guard try await maySee(request.owner, as: identity) else { throw Self.missing(request.owner) }
        let act = try await actions.writeEntry(
            .attachmentAdd, by: identity, target: request.owner.id,
            metadata: try await metadata(of: request.id, kind: request.kind, owner: request.owner))
        let attachment = Attachment(
            id: request.id, owner: request.owner, kind: request.kind, title: reception.title,
            bytes: files.bytes, thumbnailBytes: files.thumbnailBytes, pixels: files.pixels,
            addedBy: identity.description, addedAt: actions.clock.now())
        let digest = await reception.upload.digest
        let wrapped: [UInt8]
        do throws(SealingError) {
            wrapped = try storage.wrap(reception.key, for: request.record, uploadDigest: digest)
        } catch {
            await actions.recordFailure(of: [act], .notStored)
            throw ActionRefusal(AttachmentFileError.sealing(error))
        }
        var person: PersonIDHash?
        if let id = identity.person { person = await people.hash(of: id) }
        let change = try await actions.storing(for: [act]) { [person] () async throws(StorageError) in
            try await storage.add(
                AttachmentStore.Entry(attachment, wrappedKey: wrapped), files: files.files, by: person, to: records)
        }
        guard change != .done else { return AttachmentListing(attachment: attachment, state: .intact) }
        await actions.recordFailure(of: [act], .overtaken)
        switch change {
        case .tooMany: throw .attachment(.tooManyAttachments)
        case .changedMeanwhile:
            // The client may have sent the same request again while this one was running.
            let stored = try await existing(request, title: reception.title, as: identity)
            guard let stored else { throw .attachment(.idInUse) }
            return try stored.confirm(sha256: digest)
        case .personLeft: throw .unauthenticated
        case .missing, .hasPhotographs, .done:
            throw .missing("There is no such appliance or entry “\(request.owner.id)” any more.")
        }
    }

    /// The files of an upload, which have no names yet.
    private struct NewFiles: Sendable {
        let files: [AttachmentPart: AttachmentFile]
        let bytes: Int
        var thumbnailBytes: Int?
        var pixels: PixelSize?
    }

    private func files(of reception: AttachmentReception) async throws(ActionRefusal) -> NewFiles {
        let upload = reception.upload
        guard reception.request.kind == .photo else {
            return NewFiles(files: [.content: await upload.file], bytes: await upload.bytes)
        }
        let (library, converter) = (library, storage.converter)
        return try await library.conversions.withLock { () async throws(ActionRefusal) in
            do throws(PhotoConverter.Failure) {
                let source = try await Self.reading { () async throws(AttachmentFileError) in try await upload.reader()
                }
                let (content, photo) = try await converted(
                    source, of: reception, part: .content, edge: AttachmentLimits.photoEdge, by: converter)
                // Of the converted photograph, which is small and has no surprises any more.
                let (record, key) = (reception.request.record, reception.key)
                let again = try await Self.reading { () async throws(AttachmentFileError) in
                    try SealedFileReader(content, part: .content, of: record, key: key)
                }
                let (small, thumbnail) = try await converted(
                    again, of: reception, part: .thumbnail, edge: AttachmentLimits.thumbnailEdge, by: converter)
                return NewFiles(
                    files: [.content: content, .thumbnail: small], bytes: photo.bytes,
                    thumbnailBytes: thumbnail.bytes, pixels: photo.pixels)
            } catch {
                throw ActionRefusal(error)
            }
        }
    }

    private func converted(
        _ source: SealedFileReader, of reception: AttachmentReception, part: AttachmentPart, edge: Int,
        by converter: PhotoConverter
    ) async throws(PhotoConverter.Failure) -> (AttachmentFile, PhotoConverter.Photo) {
        let (folder, record, key) = (storage.folder, reception.request.record, reception.key)
        let result = await BlockingExecutor.offPool {
            Result<SealedFileWriter, AttachmentFileError> { () throws(AttachmentFileError) -> SealedFileWriter in
                let file: AttachmentFile
                do throws(StorageError) { file = try folder.newFile() } catch { throw .storage(error) }
                return try SealedFileWriter(file, sealer: FileSealer(part, of: record, key: key))
            }
        }
        let writer = try await Self.reading { () async throws(AttachmentFileError) in try result.get() }
        return (writer.file, try await converter.convert(source, longestEdge: edge, to: writer))
    }

    private static func reading<Value: Sendable>(
        _ body: () async throws(AttachmentFileError) -> Value
    ) async throws(PhotoConverter.Failure) -> Value {
        do throws(AttachmentFileError) { return try await body() } catch { throw .file(error) }
    }
}

extension ActionRefusal {
    fileprivate init(_ failure: PhotoConverter.Failure) {
        switch failure {
        case .unreadable, .timedOut: self = .attachment(.unreadablePhoto)
        case .cancelled: self = .storage(.cancelled)
        case .unavailable: self = .attachment(.photosUnavailable)
        case .file(let error): self.init(error)
        }
    }
}
