import AuditTrail
import HomeModel
import HomeStore
import Logging

/// Why a step of an erasure failed. The step is repeated, so the erasure is late and not lost.
enum ErasureFailure: Error, Sendable, CustomStringConvertible {
    case storage(StorageError)
    case journal(RestrictionJournalError)
    case audit(AuditError)
    case messages(reason: String)

    var description: String {
        switch self {
        case .storage(let error): error.description
        case .audit(let error): error.description
        case .messages(let reason): "The messages that wait for devices could not be stored again: \(reason)"
        case .journal(.encryptionFailed): "A journal could not be encrypted."
        case .journal(.tooLarge(let bytes, let maximumBytes)):
            "A journal would have \(bytes) bytes; at most \(maximumBytes) fit."
        case .journal(.file(let fault)): "A journal could not be written: \(fault)."
        }
    }
}

/// The part of an erasure that concerns stored data: while the gateway runs, and at the start after an interruption.
struct StoredErasure: Sendable {
    private let stores: CoreStores

    init(of stores: CoreStores) { self.stores = stores }

    /// Carries out a step; it may be repeated. Steps that concern no stored data do nothing.
    func run(
        _ step: ErasureStep, of person: PersonID, in erasure: JournaledErasure
    ) async throws(ErasureFailure) {
        switch step {
        case .access, .messages: break
        case .rows:
            try await storing { () async throws(StorageError) in
                // The keys of the photographs are deleted with their rows. Files that an interruption leaves cannot be
                // read any more, and are removed later like others without a record.
                try await stores.attachments.removingFiles(of: stores.database.attachments) {
                    () async throws(StorageError) in
                    try await stores.database.people.erase(
                        person, retiring: erasure.hash, pseudonym: erasure.erasure.pseudonym)
                }
                try await stores.incidents.erase(person, pseudonym: erasure.erasure.pseudonym)
            }
        case .restrictions:
            do throws(RestrictionJournalError) { try await stores.restrictions.erase(person) } catch {
                throw .journal(error)
            }
        case .auditKey:
            do throws(AuditError) { try await stores.audit.destroyKey(of: person) } catch { throw .audit(error) }
        case .copies:
            try await storing { () async throws(StorageError) in try await stores.database.removeOldCopies() }
        }
    }

    /// Records the end of an erasure in the audit log and in the journal, which then names the person no more. Returns
    /// the erasure; nil when the journal does not contain it. A repeated call after a failure of the journal writes no
    /// second audit entry.
    @discardableResult func finish(
        _ erasure: JournaledErasure, at time: Timestamp
    ) async throws(ErasureFailure) -> Erasure? {
        try await recordEnd(of: erasure)
        do throws(RestrictionJournalError) {
            return try await stores.erasures.finish(erasure.erasure.id, at: time)
        } catch {
            throw .journal(error)
        }
    }

    private func recordEnd(of erasure: JournaledErasure) async throws(ErasureFailure) {
        guard await !stores.erasures.isEndRecorded(erasure.erasure.id) else { return }
        do throws(AuditError) {
            _ = try await stores.audit.append(
                AuditEntry(
                    .dataErase, severity: .security, actor: "gateway", role: nil, client: nil,
                    target: erasure.erasure.pseudonym, concernedText: erasure.erasure.pseudonym, success: true,
                    count: nil, requestID: nil,
                    metadata: ["act": "end", "erasure": erasure.erasure.id.rawValue]))
        } catch {
            throw .audit(error)
        }
        await stores.erasures.recordEnd(erasure.erasure.id)
    }

    /// Finishes the erasures that an earlier run began. Call it before anything of the home is loaded.
    ///
    /// Throws when the rows of a person cannot be deleted, because the person would have rights again. If a later step
    /// fails, the home starts all the same, and `ErasureService` repeats the steps.
    ///
    /// The devices' network is not connected yet, so the messages that wait in it are not stored again here. They name no
    /// person, and the network stores them again before long.
    func finishInterrupted(at time: Timestamp, logger: Logger) async throws(ErasureFailure) {
        for erasure in await stores.erasures.unfinished {
            guard let person = erasure.person else { continue }
            // An erasure is journaled before the rights of the person end, and that is refused for the last owner.
            if try await isLastOwner(person) {
                do throws(RestrictionJournalError) { try await stores.erasures.withdraw(erasure.erasure.id) } catch {
                    throw .journal(error)
                }
                continue
            }
            try await run(.rows, of: person, in: erasure)
            do throws(ErasureFailure) {
                for step in ErasureStep.allCases where step != .rows { try await run(step, of: person, in: erasure) }
                try await finish(erasure, at: time)
            } catch {
                logger.error(
                    "an interrupted erasure is not finished yet; it is repeated",
                    metadata: [LogKey.errorCode: "\(error)"])
            }
        }
    }

    private func isLastOwner(_ person: PersonID) async throws(ErasureFailure) -> Bool {
        let people = try await storing { () async throws(StorageError) in
            try await stores.database.people.load().people
        }
        return people.filter { $0.role == .owner }.map(\.id) == [person]
    }

    private func storing<Value: Sendable>(
        _ work: () async throws(StorageError) -> Value
    ) async throws(ErasureFailure) -> Value {
        do throws(StorageError) { return try await work() } catch { throw .storage(error) }
    }
}
