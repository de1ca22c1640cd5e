import Concurrency
package import HomeModel
import HomeStore
package import Logging
import TimeSeriesStore

/// Shows the consents of the home, takes the answers of its owners, and deletes what a withdrawn consent allowed.
///
/// An answer is in the audit log first, then on the disk, then in force, and then the deletion begins. A gateway that is
/// killed in between finds the pending deletion at the next start and finishes it.
package struct ConsentService: Sendable {
    /// A consent as it is shown to one identity.
    package struct Status: Sendable {
        package let id: ConsentID
        package let record: ConsentRecord
        /// The person who answered, for those who may know.
        package let answeredBy: Person?
        /// Whether the identity may answer.
        package let mayAnswer: Bool
        /// What a withdrawal would delete now; nil for an identity that may not answer.
        package let surplus: Surplus?
    }

    /// What a withdrawal deletes.
    package struct Surplus: Hashable, Sendable {
        package let records: Int
        /// The time of the oldest record; nil when there is none, or when it is not known.
        package let oldest: Timestamp?
        /// The number of series with a hold, of which nothing is deleted.
        package let heldSeries: Int

        package init(records: Int, oldest: Timestamp? = nil, heldSeries: Int = 0) {
            self.records = records
            self.oldest = oldest
            self.heldSeries = heldSeries
        }
    }

    private static let retryInterval = Duration.seconds(60)

    let consents: ConsentRegistry
    let database: HomeDatabase
    let retention: RetentionJob
    let crashReports: CrashReportService
    let people: PeopleRegistry
    let feed: LiveFeed
    let actions: AuthorizedActions
    let logger: Logger

    // MARK: - Showing

    /// Returns all consents. Everybody who is let in may see them, because they are about everybody in the home. Only
    /// owners see what a withdrawal would delete.
    package func list(as identity: Identity) async throws(ActionRefusal) -> [Status] {
        var all: [Status] = []
        for id in ConsentID.allCases { all.append(try await status(of: id, for: identity)) }
        return all
    }

    /// Returns one consent.
    package func status(of id: ConsentID, for identity: Identity) async throws(ActionRefusal) -> Status {
        let (record, policy) = await (consents.record(of: id), people.policy)
        let mayAnswer = await actions.isAllowed(.ownHome, identity: identity)
        let managesPeople = await actions.isAllowed(.managePeople, identity: identity)
        let answerer = record.answer?.person.flatMap { person in
            managesPeople || identity.person == person ? policy.people[person] : nil
        }
        return Status(
            id: id, record: record, answeredBy: answerer, mayAnswer: mayAnswer,
            surplus: mayAnswer ? try await surplus(of: id) : nil)
    }

    /// The consents that an owner should answer.
    package func awaited() async -> [ConsentID] {
        var awaited: [ConsentID] = []
        for id in ConsentID.allCases where await consents.record(of: id).awaitsAnswer(toVersion: id.textVersion) {
            awaited.append(id)
        }
        return awaited
    }

    /// The consents that this identity should answer; nil when there are none.
    package func open(for identity: Identity) async -> [ConsentID]? {
        let awaited = await awaited()
        guard !awaited.isEmpty, identity.person != nil, await actions.isAllowed(.ownHome, identity: identity) else {
            return nil
        }
        return awaited
    }

    /// The withdrawn consents whose data is not deleted yet.
    package func pendingDeletions() async -> [ConsentID] {
        var pending: [ConsentID] = []
        for id in ConsentID.allCases where await consents.record(of: id).isDeletionPending { pending.append(id) }
        return pending
    }

    private func surplus(of id: ConsentID) async throws(ActionRefusal) -> Surplus {
        try await actions.storing { () async throws(StorageError) in
            switch id {
            case .crashReports: return Surplus(records: try crashReports.count())
            case .presenceHistory:
                let surplus = try await retention.presenceSurplus()
                return Surplus(records: surplus.records, oldest: surplus.oldest, heldSeries: surplus.heldSeries)
            }
        }
    }

    // MARK: - Answering

    /// Gives a consent. `version` is that of the text that the owner read. Throws `.conflict` when it is not the present
    /// one.
    package func give(_ id: ConsentID, version: Int, as identity: Identity) async throws(ActionRefusal) {
        try await actions.require(.ownHome, of: identity)
        try await actions.require(StepUp.people, of: identity)
        guard (1...1_000_000).contains(version) else {
            throw .invalid(field: "version", code: "outOfRange", detail: "A version is 1 to 1 000 000.")
        }
        guard version == id.textVersion else {
            throw .conflict("The text of this consent has changed. Read the present one, and answer again.")
        }
        let isChanged = try await consents.answers.withLock { () async throws(ActionRefusal) in
            let record = await consents.record(of: id)
            guard !record.isGiven || record.awaitsAnswer(toVersion: version) else { return false }
            let act = try await actions.writeEntry(
                .consentGive, by: identity, target: id.rawValue,
                metadata: ["what": id.rawValue, "version": "\(version)"])
            let given = record.given(answer(of: identity, version: version))
            try await actions.storing(for: [act]) { () async throws(StorageError) in
                try await save(given, of: id)
            }
            switch id {
            case .crashReports: crashReports.startRecording()
            case .presenceHistory: await retention.limitPresence(false)
            }
            return true
        }
        if isChanged { await feed.publish([.homeChanged]) }
    }

    /// Withdraws or refuses a consent, and deletes what only it allowed. Returns how many records were deleted; nil when
    /// the deletion could not end yet, and is repeated until it has.
    package func withdraw(_ id: ConsentID, as identity: Identity) async throws(ActionRefusal) -> Int? {
        try await actions.require(.ownHome, of: identity)
        try await actions.require(StepUp.wipes, of: identity)
        return try await consents.answers.withLock { () async throws(ActionRefusal) in
            let record = await consents.record(of: id)
            if record.state != .notGiven {
                let act = try await actions.writeEntry(
                    .consentWithdraw, by: identity, target: id.rawValue,
                    metadata: ["what": id.rawValue, "version": "\(id.textVersion)"])
                let withdrawn = record.withdrawn(answer(of: identity, version: id.textVersion))
                try await actions.storing(for: [act]) { () async throws(StorageError) in
                    try await save(withdrawn, of: id)
                }
                if id == .presenceHistory { await retention.limitPresence(true) }
                await feed.publish([.homeChanged])
            }
            return await finishDeletion(of: id, accepting: .synchronised)
        }
    }

    private func answer(of identity: Identity, version: Int) -> ConsentRecord.Answer {
        ConsentRecord.Answer(
            version: version, time: actions.clock.now(), person: identity.person, isFromConsole: identity.isAtConsole)
    }

    /// Stores a record. Callers hold `answers`, which a removal of the person who answered does not wait for: the registry
    /// forgets a person who left meanwhile, as the disk does.
    private func save(_ record: ConsentRecord, of id: ConsentID) async throws(StorageError) {
        try await consents.save(record, of: id)
        guard let person = record.answer?.person, await people.person(person) == nil else { return }
        await consents.forget(person)
    }

    // MARK: - Deletion

    /// Finishes the deletions of withdrawn consents: those of an earlier run, those that waited for a synchronised clock,
    /// and those that failed. Runs until cancelled.
    package func run() async {
        while !Task.isCancelled {
            await finishDeletions()
            await actions.clock.sleep(for: Self.retryInterval)
        }
    }

    /// Tries once to finish all pending deletions.
    func finishDeletions(accepting clock: AcceptedClock = .plausible) async {
        for id in await pendingDeletions() {
            _ = await consents.answers.withLock { () async in await finishDeletion(of: id, accepting: clock) }
        }
    }

    /// Deletes what the consent allowed, if a deletion is pending. Callers hold `answers`.
    private func finishDeletion(of id: ConsentID, accepting clock: AcceptedClock) async -> Int? {
        let record = await consents.record(of: id)
        guard record.isDeletionPending else { return 0 }
        do throws(ActionRefusal) {
            guard let count = try await delete(id, accepting: clock) else { return nil }
            try await actions.storing { () async throws(StorageError) in
                try await save(record.afterDeletion, of: id)
            }
            await feed.publish([.homeChanged])
            return count
        } catch {
            logger.error(
                "the data of a withdrawn consent could not be deleted", metadata: [LogKey.errorCode: "\(error)"])
            return nil
        }
    }

    /// Returns nil when the deletion has to wait for the clock.
    private func delete(_ id: ConsentID, accepting clock: AcceptedClock) async throws(ActionRefusal) -> Int? {
        switch id {
        case .presenceHistory:
            return try await retention.purgePresence(accepting: clock) { () async throws(StorageError) in
                try await database.removeOldCopies()
            }
        case .crashReports:
            let count = try await actions.storing { () async throws(StorageError) in try crashReports.stopRecording() }
            _ = try await actions.writeGatewayEntry(
                .retentionPurge, target: id.rawValue,
                metadata: ["act": "withdrawnConsent", "records": "\(count)", "consent": id.rawValue])
            return count
        }
    }
}

extension ConsentService {
    package init(on core: CoreServices, logger: Logger) {
        self.init(
            consents: core.consents, database: core.stores.database, retention: core.retention,
            crashReports: core.crashReports, people: core.people, feed: core.feed, actions: core.actions,
            logger: logger)
    }
}
