package import Attachments
import Concurrency
package import HomeModel
import HomeStore
package import Logging

/// An attachment as a list shows it.
package struct AttachmentListing: Sendable {
    package let attachment: Attachment
    package let state: AttachmentState
}

/// The photographs and manuals of appliances and of the service history. Each act requires the right to manage
/// maintenance. Photographs of an entry about a device that the asker may not see do not exist for them.
package struct AttachmentService: Sendable {
    private static let verificationInterval = Duration.hours(24)
    private static let cleaningInterval = Duration.hours(1)

    let records: AttachmentStore
    let storage: AttachmentStorage
    let library: AttachmentLibrary
    let quota: UploadQuota
    let people: PeopleRegistry
    private let state: HomeState
    private let history: ServiceHistoryStore
    let actions: AuthorizedActions
    let logger: Logger

    package init(on core: CoreServices, logger: Logger) {
        records = core.stores.database.attachments
        storage = core.stores.attachments
        library = AttachmentLibrary(converter: core.stores.attachments.converter, uptime: core.clock.uptime)
        quota = UploadQuota()
        people = core.people
        state = HomeState(
            registry: core.registry, people: core.people, deviceStates: core.deviceStates, clock: core.clock)
        history = core.stores.database.serviceHistory
        actions = core.actions
        self.logger = logger
    }

    // MARK: - Showing

    /// The attachments of an owner, oldest first. One whose file is missing or changed says so.
    package func list(
        of owner: AttachmentOwner, as identity: Identity
    ) async throws(ActionRefusal) -> [AttachmentListing] {
        try await actions.require(.manageMaintenance, of: identity)
        guard try await maySee(owner, as: identity) else { throw Self.missing(owner) }
        let entries = try await actions.storing { () async throws(StorageError) -> [AttachmentStore.Entry]? in
            guard try await records.count(of: owner) != nil else { return nil }
            return try await records.attachments(of: owner)
        }
        guard let entries else { throw Self.missing(owner) }
        return await listings(of: entries)
    }

    /// Opens the content or the thumbnail. Throws `.notFound`, or a refusal when the file is missing or changed.
    package func open(
        _ id: AttachmentID, part: AttachmentPart, as identity: Identity
    ) async throws(ActionRefusal) -> AttachmentContent {
        try await actions.require(.manageMaintenance, of: identity)
        guard let entry = try await entry(id), entry.attachment.parts.contains(part),
            try await maySee(entry.attachment.owner, as: identity)
        else { throw .notFound }
        return try await content(part, of: entry)
    }

    func content(
        _ part: AttachmentPart, of entry: AttachmentStore.Entry
    ) async throws(ActionRefusal) -> AttachmentContent {
        let (attachment, library) = (entry.attachment, library)
        switch await storage.state(of: attachment) {
        case .missing: throw .attachment(.fileMissing)
        case .changed: throw .attachment(.fileChanged)
        case .intact: break
        }
        do throws(AttachmentFileError) {
            let reading = try await storage.read(part, of: entry)
            // A file that was changed at its beginning is refused before anything is sent. Of a file with one chunk only the
            // end says so.
            var first = try await reading.next()
            while let piece = first, piece.isEmpty { first = try await reading.next() }
            return AttachmentContent(
                attachment: attachment, part: part, first: first, reading: reading
            ) { state in await library.record(state, of: attachment.id) }
        } catch {
            if case .sealing = error { await library.record(.changed, of: attachment.id) }
            throw ActionRefusal(error)
        }
    }

    private func listings(of entries: [AttachmentStore.Entry]) async -> [AttachmentListing] {
        let attachments = entries.map(\.attachment)
        let damaged = await library.damaged
        return zip(attachments, await storage.states(of: attachments)).map { attachment, state in
            AttachmentListing(
                attachment: attachment, state: state == .intact ? damaged[attachment.id] ?? .intact : state)
        }
    }

    private func entry(_ id: AttachmentID) async throws(ActionRefusal) -> AttachmentStore.Entry? {
        try await actions.storing { () async throws(StorageError) in try await records.attachment(id) }
    }

    /// Whether the owner is not an entry of the service history about a device that is hidden from the asker.
    func maySee(_ owner: AttachmentOwner, as identity: Identity) async throws(ActionRefusal) -> Bool {
        guard let id = owner.serviceEntry else { return true }
        let entry = try await actions.storing { () async throws(StorageError) in try await history.entry(id) }
        guard let device = entry?.subject.device else { return true }
        return await !state.hiddenDevices(for: identity).contains(device)
    }

    static func missing(_ owner: AttachmentOwner) -> ActionRefusal {
        switch owner {
        case .appliance(let id): .missing("There is no appliance “\(id)”, or you may not see it.")
        case .serviceEntry(let id): .missing("The service history has no entry “\(id)”, or you may not see it.")
        }
    }

    // MARK: - Removing

    /// Removes an attachment: first its key, so that no copy of its files can be read, then its files.
    package func remove(_ id: AttachmentID, as identity: Identity) async throws(ActionRefusal) {
        try await actions.require(.manageMaintenance, of: identity)
        guard let attachment = try await entry(id)?.attachment, try await maySee(attachment.owner, as: identity)
        else { throw .notFound }
        let act = try await actions.writeEntry(
            .attachmentRemove, by: identity, target: attachment.owner.id,
            metadata: try await metadata(of: id, kind: attachment.kind, owner: attachment.owner))
        let change = try await actions.storing(for: [act]) { () async throws(StorageError) in
            try await storage.remove(id, from: records)
        }
        await library.record(.intact, of: id)
        guard change == .done else {
            await actions.recordFailure(of: [act], .overtaken)
            throw .notFound
        }
    }

    /// What the audit log says of an attachment, with the name of what it belongs to.
    func metadata(
        of id: AttachmentID, kind: AttachmentKind, owner: AttachmentOwner
    ) async throws(ActionRefusal) -> [String: String] {
        let name = try await actions.storing { () async throws(StorageError) in try await records.name(of: owner) }
        var metadata = ["what": kind.rawValue, "attachment": id.rawValue]
        metadata["name"] = name?.text
        return metadata
    }

    /// Sets the files of records aside that do not exist any more, for example because their appliance was removed.
    package func setOrphansAside() async {
        do throws(StorageError) {
            let (now, isKnown) = (actions.clock.now(), actions.clock.isSynchronised())
            let count = try await storage.setOrphansAside(besides: records, at: now, isClockKnown: isKnown)
            guard count > 0 else { return }
            logger.notice("files without a record are set aside for 30 days", metadata: [LogKey.count: "\(count)"])
        } catch {
            logger.error("files without a record could not be set aside", metadata: [LogKey.errorCode: "\(error)"])
        }
    }

    // MARK: - Background

    /// Sets files without a record aside each hour, and verifies all files each day, until cancelled.
    package func run() async {
        var untilVerification = Duration.zero
        while !Task.isCancelled {
            await setOrphansAside()
            if untilVerification <= .zero {
                await verify()
                untilVerification = Self.verificationInterval
            }
            await actions.clock.sleep(for: Self.cleaningInterval)
            untilVerification -= Self.cleaningInterval
        }
    }

    /// Reads every file to its end, and remembers those that are not as they were written.
    func verify() async {
        guard let entries = try? await records.all() else { return }
        var damaged: [AttachmentID: AttachmentState] = [:]
        for entry in entries where !Task.isCancelled {
            let state = await verifiedState(of: entry)
            // An attachment that was removed meanwhile is no damage.
            if state != .intact, (try? await records.attachment(entry.attachment.id)) != nil {
                damaged[entry.attachment.id] = state
            }
        }
        guard !Task.isCancelled else { return }
        await library.replaceDamaged(damaged)
        guard !damaged.isEmpty else { return }
        logger.error("photographs or manuals are damaged", metadata: [LogKey.count: "\(damaged.count)"])
    }

    private func verifiedState(of entry: AttachmentStore.Entry) async -> AttachmentState {
        let state = await storage.state(of: entry.attachment)
        guard state == .intact else { return state }
        for part in entry.attachment.parts {
            do throws(AttachmentFileError) {
                let reading = try await storage.read(part, of: entry)
                while try await reading.next() != nil, !Task.isCancelled {}
            } catch {
                // A disk that cannot be read now says nothing about the file.
                if case .sealing = error { return .changed }
            }
        }
        return .intact
    }

    // MARK: - Health

    /// The state of all attachments, for the health of the gateway.
    package func health() async -> AttachmentHealth {
        let entries = (try? await records.all()) ?? []
        var states: [AttachmentState: Int] = [:]
        for listing in await listings(of: entries) { states[listing.state, default: 0] += 1 }
        return AttachmentHealth(
            count: entries.count, bytes: entries.reduce(0) { $0 + $1.attachment.totalBytes },
            maximumBytes: storage.maximumBytes, missing: states[.missing] ?? 0, changed: states[.changed] ?? 0,
            obstacle: await library.obstacle())
    }
}

/// How many attachments the home has, how many of them are damaged, and whether photographs can be added.
package struct AttachmentHealth: Hashable, Sendable {
    package let count: Int
    package let bytes: Int
    package let maximumBytes: Int
    package let missing: Int
    package let changed: Int
    package let obstacle: ConverterObstacle?

    package init(
        count: Int, bytes: Int, maximumBytes: Int, missing: Int = 0, changed: Int = 0,
        obstacle: ConverterObstacle? = nil
    ) {
        self.count = count
        self.bytes = bytes
        self.maximumBytes = maximumBytes
        self.missing = missing
        self.changed = changed
        self.obstacle = obstacle
    }
}

extension Attachment {
    var totalBytes: Int { bytes + (thumbnailBytes ?? 0) }
}
