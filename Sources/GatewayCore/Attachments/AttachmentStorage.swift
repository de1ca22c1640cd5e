package import Attachments
import Concurrency
import Crypto
package import HomeCertificates
package import HomeModel
import HomeStore

/// The encrypted files of attachments, and the key that wraps their keys. Records and files change only together: a file is
/// complete before its record exists, and a record with its key is destroyed before its file.
package struct AttachmentStorage: Sendable {
    private static let keyName = "attachments"
    /// How long a file without a record is kept.
    static let keptWithoutRecord = Duration.days(30)

    package let converter: PhotoConverter
    /// The bytes that all contents and thumbnails may have together.
    package let maximumBytes: Int
    let folder: AttachmentFolder
    private let wrappingKey: SymmetricKey
    private let changes = AsyncLock()

    /// Reads the key, or creates it if there is none.
    package init(
        folder path: String, secrets: SecretStore, converter: PhotoConverter = PhotoConverter(.child),
        maximumBytes: Int = AttachmentLimits.defaultTotalMegabytes * 1_000_000
    ) throws(CertificateError) {
        folder = AttachmentFolder(path: path)
        wrappingKey = try secrets.readOrCreateKey(Self.keyName)
        self.converter = converter
        self.maximumBytes = maximumBytes
    }

    func wrap(
        _ key: AttachmentKey, for record: AttachmentRecord, uploadDigest: [UInt8]
    ) throws(SealingError) -> [UInt8] {
        try key.wrapped(for: record, with: wrappingKey, uploadDigest: uploadDigest)
    }

    /// The SHA-256 of what was uploaded as this attachment; nil when its key cannot be read.
    func uploadDigest(of entry: AttachmentStore.Entry) -> [UInt8]? {
        try? AttachmentKey.uploadDigest(unwrapping: entry.wrappedKey, of: entry.attachment.record, with: wrappingKey)
    }

    /// Creates the folder, and removes what interrupted uploads left.
    func prepare() async throws(StorageError) {
        try await blocking { () throws(StorageError) in try folder.prepare() }
    }

    /// Gives the files their names, and adds the record. When the record cannot be added, the files are removed.
    func add(
        _ entry: AttachmentStore.Entry, files: [AttachmentPart: AttachmentFile], by person: PersonIDHash?,
        to records: AttachmentStore
    ) async throws(StorageError) -> RecordChange {
        let id = entry.attachment.id
        return try await changes.withLock { () async throws(StorageError) in
            // A record of the same id keeps its files.
            if try await records.attachment(id) != nil { return .changedMeanwhile }
            do throws(StorageError) {
                try await blocking { () throws(StorageError) in
                    for (part, file) in files {
                        try folder.keep(file, as: AttachmentFolder.name(of: part, id: id))
                    }
                }
                let change = try await records.add(entry, by: person)
                if change != .done { await removeFiles(of: id) }
                return change
            } catch {
                await removeFiles(of: id)
                throw error
            }
        }
    }

    /// Destroys the key with the record, and then removes the files.
    func remove(_ id: AttachmentID, from records: AttachmentStore) async throws(StorageError) -> RecordChange {
        try await changes.withLock { () async throws(StorageError) in
            let change = try await records.remove(id)
            if change == .done { await removeFiles(of: id) }
            return change
        }
    }

    /// Sets the files without a record aside, and takes back those that have a record again: an older database may have
    /// been restored alone, and then a newer one. Files that are set aside are removed 30 days later, by a clock that
    /// is known; their keys are destroyed at once. Returns how many were set aside.
    @discardableResult
    func setOrphansAside(
        besides records: AttachmentStore, at now: Timestamp, isClockKnown: Bool
    ) async throws(StorageError) -> Int {
        try await changes.withLock { () async throws(StorageError) in
            let known = Set(try await records.all().flatMap { $0.attachment.fileNames })
            let count = try await blocking { () throws(StorageError) -> Int in
                for name in known { try folder.takeBack(name) }
                let orphans = try folder.names().filter { !known.contains($0) }
                for name in orphans { try folder.setAside(name, at: now) }
                if isClockKnown { try folder.removeAside(before: now - Self.keptWithoutRecord) }
                return orphans.count
            }
            if count > 0 { try await records.destroyRemovedKeys() }
            return count
        }
    }

    /// Runs `work`, which removes records, and then removes their files and destroys their keys at once.
    func removingFiles(
        of records: AttachmentStore, while work: @Sendable () async throws(StorageError) -> Void
    ) async throws(StorageError) {
        try await changes.withLock { () async throws(StorageError) in
            let before = Set(try await records.all().flatMap { $0.attachment.fileNames })
            try await work()
            let removed = before.subtracting(try await records.all().flatMap { $0.attachment.fileNames })
            guard !removed.isEmpty else { return }
            try await blocking { () throws(StorageError) in
                for name in removed { try folder.removeEverywhere(name) }
                try folder.synchronise()
            }
            try await records.destroyRemovedKeys()
        }
    }

    /// Whether the files exist with their sizes. Reads no content.
    func state(of attachment: Attachment) async -> AttachmentState {
        await BlockingExecutor.offPool { [folder] in attachment.state(in: folder) }
    }

    /// The states of several attachments, in the same order. A home may have thousands, so they share one thread.
    func states(of attachments: [Attachment]) async -> [AttachmentState] {
        await BlockingExecutor.offPool { [folder] in attachments.map { $0.state(in: folder) } }
    }

    /// Opens a file. Throws `.sealing` when its key cannot be read, or when it does not begin as it should.
    func read(_ part: AttachmentPart, of entry: AttachmentStore.Entry) async throws(AttachmentFileError)
        -> AttachmentReading
    {
        let (folder, wrappingKey) = (folder, wrappingKey)
        let result = await BlockingExecutor.offPool {
            Result<SealedFileReader, AttachmentFileError> { () throws(AttachmentFileError) -> SealedFileReader in
                let record = entry.attachment.record
                let key: AttachmentKey
                do throws(SealingError) {
                    key = try AttachmentKey(unwrapping: entry.wrappedKey, of: record, with: wrappingKey)
                } catch {
                    throw .sealing(error)
                }
                let file = try folder.file(AttachmentFolder.name(of: part, id: entry.attachment.id))
                return try SealedFileReader(file, part: part, of: record, key: key)
            }
        }
        return AttachmentReading(try result.get())
    }

    /// A file that stays all the same is removed at the next look for files without a record.
    private func removeFiles(of id: AttachmentID) async {
        try? await blocking { () throws(StorageError) in
            for part in AttachmentPart.allCases { try folder.removeEverywhere(AttachmentFolder.name(of: part, id: id)) }
            try folder.synchronise()
        }
    }

    private func blocking<Value: Sendable>(
        _ work: @escaping @Sendable () throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        try await BlockingExecutor.offPool { Result { () throws(StorageError) in try work() } }.get()
    }
}

extension Attachment {
    var parts: [AttachmentPart] { thumbnailBytes == nil ? [.content] : [.content, .thumbnail] }

    fileprivate func state(in folder: AttachmentFolder) -> AttachmentState {
        for part in parts {
            guard let bytes = folder.bytes(of: AttachmentFolder.name(of: part, id: id)) else { return .missing }
            guard bytes == SealedFormat.fileBytes(for: self.bytes(of: part)) else { return .changed }
        }
        return .intact
    }

    fileprivate var fileNames: [String] { parts.map { AttachmentFolder.name(of: $0, id: id) } }

    /// The bytes of a file without its encryption.
    package func bytes(of part: AttachmentPart) -> Int { part == .content ? bytes : thumbnailBytes ?? 0 }
}
