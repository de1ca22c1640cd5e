import AuditTrail
import Concurrency
package import HomeModel
import HomeStore
import Logging

/// Erases people: what the home stores about them is deleted, and a pseudonym stands for them in the audit log.
///
/// The order is the same for all: the intent is journaled, the rights of the person end, and then the stored data is
/// deleted. A command that was not sent by then is refused at its second check; one that was sent gets its true outcome,
/// in an entry that names only the pseudonym. A read of the audit log that has begun shows only the pseudonym from its
/// next page on. Erasures run one after another.
package actor ErasureService {
    static let retryAfter = Duration.seconds(5)

    /// The part of the gateway in memory that an erasure changes.
    struct Registries: Sendable {
        let people: PeopleRegistry
        let personRemoval: PersonRemoval
        let tracker: CommandTracker
        let groupTracker: GroupCommandTracker
        let restrictions: RestrictionRecorder
        let incidents: IncidentRegistry
    }

    private let registries: Registries
    private let stores: CoreStores
    private let service: PeopleService
    private let actions: AuthorizedActions
    private let saveMessages: @Sendable () async throws -> Void
    private let logger: Logger
    /// The step that runs now, for those that are not finished.
    private var steps: [ErasureID: ErasureStep] = [:]
    /// Those whose people have no rights any more, so that the stored data can be deleted, in the order of the attempts. One
    /// that fails goes to the end.
    private var ready: [ErasureID] = []
    /// Those that were refused for the last owner and are still in the journal, from where a later start would carry them
    /// out.
    private var refused: Set<ErasureID> = []
    private var waiting: [ErasureID: [AsyncStream<Never>.Continuation]] = [:]
    private let requestLock = AsyncLock()
    private let (requests, request) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    init(
        registries: Registries, stores: CoreStores, service: PeopleService, actions: AuthorizedActions,
        saveMessages: @escaping @Sendable () async throws -> Void, logger: Logger
    ) {
        self.registries = registries
        self.stores = stores
        self.service = service
        self.actions = actions
        self.saveMessages = saveMessages
        self.logger = logger
    }

    /// All erasures, oldest first, with the step that runs now.
    package func list(as identity: Identity) async throws(ActionRefusal) -> [ErasureProgress] {
        try await actions.require(.managePeople, of: identity)
        return await stores.erasures.erasures.map { progress(of: $0.erasure) }
    }

    /// Begins the erasure of a person, or of one who was removed earlier, and waits for its end at most `limit`.
    ///
    /// `name` confirms it: the name of the person, or the id of one who was removed. Throws `.conflict` for the last
    /// owner. A repeated request gets the erasure that runs already.
    package func erase(
        _ person: PersonID, confirming name: String, waitingAtMost limit: Duration = .seconds(20),
        as identity: Identity
    ) async throws(ActionRefusal) -> ErasureProgress {
        try await requireRight(to: person, as: identity)
        try await actions.require(StepUp.wipes, of: identity)
        let known = await registries.people.person(person)
        let hash = await registries.people.hash(of: person)
        let unfinished = await stores.erasures.unfinished
        let isRunning = unfinished.contains { $0.hash == hash && !refused.contains($0.erasure.id) }
        guard isRunning || name.trimmed == known?.name.text ?? person.rawValue else {
            throw .invalid(
                field: "name", code: "notConfirmed",
                detail: known == nil
                    ? "Confirm the erasure with the id of the removed person."
                    : "Confirm the erasure with the name of the person, as the home shows it.")
        }
        let erasure = try await requestLock.withLock { () async throws(ActionRefusal) in
            try await begin(person, as: identity)
        }
        request.yield()
        await wait(for: erasure.id, atMost: limit)
        return await progress(of: stores.erasures.erasures.first { $0.erasure.id == erasure.id }?.erasure ?? erasure)
    }

    /// Carries out the erasures that were requested, until cancelled. A step that fails is repeated.
    package func run() async {
        await requestLock.withLock { await resume() }
        request.yield()
        for await _ in requests {
            await withdrawRefused()
            if !refused.isEmpty, !Task.isCancelled {
                await actions.clock.sleep(for: Self.retryAfter)
                request.yield()
            }
            while let next = await next(), !Task.isCancelled {
                do throws(ErasureFailure) {
                    try await carryOut(next)
                } catch {
                    logger.error(
                        "a step of an erasure failed; it is repeated", metadata: [LogKey.errorCode: "\(error)"])
                    postpone(next.erasure.id)
                    await actions.clock.sleep(for: Self.retryAfter)
                }
            }
            if Task.isCancelled { break }
        }
        for continuation in waiting.values.joined() { continuation.finish() }
    }

    /// Takes over the erasures whose last steps failed at the start of the gateway. Holds the lock of requests, so no
    /// request is between the journal and its decision.
    private func resume() async {
        for erasure in await stores.erasures.unfinished where !refused.contains(erasure.erasure.id) {
            steps[erasure.erasure.id] = steps[erasure.erasure.id] ?? .access
            if !ready.contains(erasure.erasure.id) { ready.append(erasure.erasure.id) }
        }
    }

    /// Lets all other erasures come first, so that one that always fails blocks none.
    private func postpone(_ id: ErasureID) {
        ready.removeAll { $0 == id }
        ready.append(id)
    }

    private func withdrawRefused() async {
        for id in refused where (try? await stores.erasures.withdraw(id)) != nil { refused.remove(id) }
    }

    private func next() async -> JournaledErasure? {
        let unfinished = await stores.erasures.unfinished
        return ready.lazy.compactMap { id in unfinished.first { $0.erasure.id == id } }.first
    }
}

// MARK: - The request

extension ErasureService {
    /// A person may erase themselves, a person who manages people those of roles that they manage, and an owner people
    /// who were removed. Children and services cannot erase themselves.
    private func requireRight(to person: PersonID, as identity: Identity) async throws(ActionRefusal) {
        if let known = await registries.people.person(person) {
            let isOwn = identity.person == person && identity.scope == nil
            if isOwn, known.role != .child, known.role != .service { return }
            return try await service.requireManaging(known.role, as: identity)
        }
        try await actions.require(.managePeople, of: identity)
        let hash = await registries.people.hash(of: person)
        if let earlier = await stores.erasures.erasures.first(where: { $0.hash == hash }) {
            guard earlier.person == nil else { return }
            throw .conflict("This person was erased already.")
        }
        guard await registries.people.isRetired(person) else { throw .notFound }
        // The role is not known any more, so it may have been any.
        try await actions.require(.ownHome, of: identity)
    }

    /// Journals the erasure and ends the rights of the person. Runs for one request at a time.
    private func begin(_ person: PersonID, as identity: Identity) async throws(ActionRefusal) -> Erasure {
        let hash = await registries.people.hash(of: person)
        await withdrawRefused()
        if let known = await stores.erasures.erasures.first(where: { $0.hash == hash }) {
            guard !refused.contains(known.erasure.id) else { throw Self.notStored }
            return known.erasure
        }
        let isThere = await registries.people.person(person) != nil
        guard await !registries.people.isLastOwner(person) else { throw Self.lastOwner }
        let id = ErasureID.random()
        let act = try await actions.writeEntry(
            .dataErase, by: identity, about: person, metadata: ["act": "begin", "erasure": id.rawValue])
        let journaled: JournaledErasure
        do {
            journaled = try await stores.erasures.begin(
                JournaledErasure(
                    erasure: Erasure(
                        id: id, pseudonym: try await stores.audit.pseudonym(of: person),
                        requestedAt: actions.clock.now()),
                    hash: hash, person: person))
        } catch {
            logger.error("an erasure could not be stored", metadata: [LogKey.errorCode: "\(error)"])
            await actions.recordFailure(of: [act], .notStored)
            throw Self.notStored
        }
        steps[id] = .access
        let hasEnded = isThere ? await endAccess(of: person) : true
        guard hasEnded else {
            steps[id] = nil
            // The journal must not keep it: at a later start the home may have another owner.
            refused.insert(id)
            await withdrawRefused()
            if !refused.isEmpty { request.yield() }
            await actions.recordFailure(of: [act], .lastOwner)
            throw Self.lastOwner
        }
        ready.append(id)
        return journaled.erasure
    }

    /// Ends the rights of the person at once, also if the database cannot store it. Returns false, and changes nothing,
    /// for the last owner.
    private func endAccess(of person: PersonID) async -> Bool {
        do throws(StorageError) {
            guard try await service.endAccess(of: person) else { return false }
        } catch {
            // The rights have ended in memory, and the step `rows` removes them from the disk.
            await registries.restrictions.record()
        }
        await registries.personRemoval.removeAll(person)
        return true
    }

    private func wait(for id: ErasureID, atMost limit: Duration) async {
        guard steps[id] != nil else { return }
        let (end, continuation) = AsyncStream.makeStream(of: Never.self)
        waiting[id, default: []].append(continuation)
        let clock = actions.clock
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in end {} }
            group.addTask { await clock.sleep(for: limit) }
            _ = await group.next()
            group.cancelAll()
        }
    }

    private func progress(of erasure: Erasure) -> ErasureProgress {
        ErasureProgress(erasure: erasure, step: erasure.finishedAt == nil ? steps[erasure.id] ?? .access : nil)
    }

    private static let notStored = ActionRefusal.conflict(
        "The erasure could not be stored, so nothing was erased; see tomte doctor.")
    private static let lastOwner = ActionRefusal.conflict(
        "This is the last owner. Make another person an owner first, or wipe the whole home with tomte wipe.")
}

// MARK: - The steps

extension ErasureService {
    private func carryOut(_ journaled: JournaledErasure) async throws(ErasureFailure) {
        guard let person = journaled.person else { return }
        let (id, stored) = (journaled.erasure.id, StoredErasure(of: stores))
        for step in ErasureStep.allCases {
            steps[id] = step
            // The restrictions that are recorded now do not name the person any more.
            if step == .restrictions { await registries.restrictions.record() }
            try await stored.run(step, of: person, in: journaled)
            switch step {
            case .access:
                await registries.personRemoval.removeAll(person)
                // Before the rows, so that no later write of other data brings the person back to the disk.
                await replace(person, by: journaled.erasure.pseudonym)
            case .rows: await registries.people.settleRemoval(of: person)
            case .messages:
                do { try await saveMessages() } catch { throw .messages(reason: "\(error)") }
            case .restrictions, .auditKey, .copies: break
            }
        }
        try await stored.finish(journaled, at: actions.clock.now())
        steps[id] = nil
        ready.removeAll { $0 == id }
        for continuation in waiting.removeValue(forKey: id) ?? [] { continuation.finish() }
    }

    /// Replaces the person by the pseudonym in what the gateway keeps in memory about other people and commands.
    private func replace(_ person: PersonID, by pseudonym: String) async {
        await registries.personRemoval.sessions.replace(approver: person, by: pseudonym)
        await registries.personRemoval.pendingPairings.replace(approver: person, by: pseudonym)
        await registries.personRemoval.invitations.replace(approver: person, by: pseudonym)
        await registries.tracker.replace(sender: person, by: pseudonym)
        await registries.groupTracker.replace(sender: person, by: pseudonym)
        await registries.incidents.replace(person, by: pseudonym)
    }
}

/// An erasure, and the step that it has reached; nil once it is finished.
package struct ErasureProgress: Sendable {
    package let erasure: Erasure
    package let step: ErasureStep?
}

extension String {
    fileprivate var trimmed: String {
        let isSpace = { (character: Character) in character.isWhitespace }
        return String(String(drop(while: isSpace).reversed()).drop(while: isSpace).reversed())
    }
}
