package import HomeModel
package import HomeStorage

/// The two steps that every act shares: may they, and write it down.
package struct AuditedActs: Sendable {
    package let clock: HomeClock
    private let people: PeopleRegister
    private let audit: AuditLog
    private let restrictions: RestrictionRecorder

    package init(people: PeopleRegister, audit: AuditLog, restrictions: RestrictionRecorder, clock: HomeClock) {
        self.people = people
        self.audit = audit
        self.restrictions = restrictions
        self.clock = clock
    }

    /// Whether `identity` holds the permission. Nothing is written down.
    func may(_ permission: Permission, _ identity: Identity) async -> Bool {
        await people.policy.decide(identity, permission, at: clock.decisionTime()).isAllowed
    }

    /// Passes when `identity` holds the permission; a refusal is written down too.
    package func require(
        _ permission: Permission, of identity: Identity, on target: AccessTarget? = nil
    ) async throws(ActRefusal) {
        let decision = await people.policy.decide(identity, permission, on: target, at: clock.decisionTime())
        guard case .deny(let denial) = decision else { return }
        try await writeDown(
            permission.event, .warning, by: identity, target: target?.device.rawValue, success: false,
            metadata: ["permission": permission.rawValue])
        throw .denied(denial)
    }

    /// Passes when `identity` confirmed this purpose with a PIN just now; a refusal is written down too.
    package func require(_ stepUp: StepUp, of identity: Identity) async throws(ActRefusal) {
        guard !identity.stepUps.contains(stepUp) else { return }
        try await writeDown(
            .authStepUp, .warning, by: identity, success: false, metadata: ["purpose": stepUp.rawValue])
        throw .denied(.stepUpNeeded(stepUp))
    }

    /// Returns once the entry is on disk; throws when it is not, and then the act must not happen. What did not succeed
    /// is a refusal: repeated ones are counted. `person` is whom it concerns, besides who acts.
    ///
    /// Pass the result to `storing(for:_:)` or `noteFailure(of:_:)`, so that the log says when the act then failed.
    @discardableResult package func writeDown(
        _ event: AuditEvent, _ severity: AuditSeverity = .security, by identity: Identity, target: String? = nil,
        about person: PersonID? = nil, success: Bool = true, metadata: [String: String] = [:]
    ) async throws(ActRefusal) -> WrittenAct {
        try await append(
            AuditEntry(
                event, severity, actor: identity.description, role: await identity.role(in: people.policy),
                client: identity.credential, target: target, concerned: person, success: success,
                requestID: RequestID.current, metadata: metadata))
    }

    /// The same for somebody who is let in just now, and has no session yet.
    @discardableResult func writeDown(
        _ event: AuditEvent, by person: PersonID, at client: ClientID? = nil, target: String? = nil,
        about concerned: PersonID? = nil, metadata: [String: String] = [:]
    ) async throws(ActRefusal) -> WrittenAct {
        try await append(
            AuditEntry(
                event, .security, actor: person.rawValue, role: await people.person(person)?.role, client: client,
                target: target, concerned: concerned, requestID: RequestID.current, metadata: metadata))
    }

    /// What somebody did who is nobody here, or not yet.
    @discardableResult package func writeDownStranger(
        _ event: AuditEvent, _ severity: AuditSeverity = .warning, about person: PersonID? = nil,
        success: Bool = false, metadata: [String: String] = [:]
    ) async throws(ActRefusal) -> WrittenAct {
        try await append(
            AuditEntry(
                event, severity, actor: "stranger", concerned: person, success: success,
                requestID: RequestID.current, metadata: metadata))
    }

    /// What the gateway does by itself.
    func writeDownGateway(
        _ event: AuditEvent, about person: PersonID? = nil, metadata: [String: String] = [:]
    ) async throws(ActRefusal) -> WrittenAct {
        try await append(AuditEntry(event, .security, actor: "gateway", concerned: person, metadata: metadata))
    }

    private func append(_ entry: AuditEntry) async throws(ActRefusal) -> WrittenAct {
        do {
            if entry.success {
                _ = try await audit.append(entry)
            } else {
                try await audit.refuse(entry)
            }
        } catch {
            throw .notAudited
        }
        return WrittenAct(entry: entry)
    }

    /// Runs `work`, which stores something. When it throws, nothing of `acts` has happened, and the log says so.
    ///
    /// `acts` are those that `work` carries out. `survivingFailure` is asked after a failure: true when they hold all the
    /// same, whatever the disk says, as what takes rights away does. Then the refusal says whether they outlive a restart.
    package func storing<Result: Sendable>(
        for acts: [WrittenAct] = [], survivingFailure: () async -> Bool = { false },
        _ work: () async throws(StorageError) -> Result
    ) async throws(ActRefusal) -> Result {
        let result: Result
        do {
            result = try await work()
        } catch {
            guard await survivingFailure() else {
                await noteFailure(of: acts, .notStored)
                // A part of it may hold all the same, as a deny does in the place to which it was to move.
                await restrictions.record()
                throw .storage(error)
            }
            throw await held(acts, inSpiteOf: error)
        }
        // What was lifted must not come back from the journal.
        await restrictions.record()
        return result
    }

    /// The refusal of acts that hold though the database did not take them. The log says so when they do not outlive the
    /// gateway.
    func held(_ acts: [WrittenAct], inSpiteOf error: StorageError) async -> ActRefusal {
        let isKept = await restrictions.record()
        if !isKept { await noteFailure(of: acts, .notKept) }
        return .held(error, outlivesRestart: isKept)
    }

    /// Runs `work`, which stores something in several parts. When it throws, the log says how much of `act` was done.
    func storing<Result: Sendable>(
        partsOf act: WrittenAct, _ work: () async throws(InterruptedChange) -> Result
    ) async throws(ActRefusal) -> Result {
        do {
            return try await work()
        } catch {
            guard error.done > 0 else {
                await noteFailure(of: [act], .notStored)
                throw .storage(error.cause)
            }
            await noteFailure(of: [act], .interrupted, done: error.done)
            throw .interrupted(error.cause, done: error.done)
        }
    }

    /// Adds an entry for each of these acts, which says that it did not happen after all, or only for `done` of what it is
    /// about.
    package func noteFailure(of acts: [WrittenAct], _ cause: FailureCause, done: Int? = nil) async {
        for act in acts {
            // The act is refused in any case. A log that takes no entry now is a failing finding of its own.
            _ = try? await audit.append(act.failed(cause, done: done))
        }
    }

    /// Writes down what one request does, in order, each part with its metadata; nil is left out. Throws when an entry is
    /// not on disk; then nothing of it must happen, and the log says that the parts before did not.
    func writeAllDown(
        _ parts: [(event: AuditEvent, metadata: [String: String])?], by identity: Identity, target: String? = nil,
        about person: PersonID? = nil
    ) async throws(ActRefusal) -> [WrittenAct] {
        var written: [WrittenAct] = []
        for part in parts.compactMap(\.self) {
            do throws(ActRefusal) {
                written.append(
                    try await writeDown(
                        part.event, by: identity, target: target, about: person, metadata: part.metadata))
            } catch {
                await noteFailure(of: written, .notAudited)
                throw error
            }
        }
        return written
    }
}

extension Permission {
    /// What a refusal is written down as.
    fileprivate var event: AuditEvent {
        switch self {
        case .managePeople, .ownHome: .policyChange
        case .viewAudit, .exportData: .dataExport
        case .addDevices: .deviceAdopt
        case .controlDevices: .deviceControl
        case .modifySettings, .manageMaintenance, .viewEnergy, .viewEnvironment, .viewMetrics: .settingsChange
        }
    }
}

extension Identity {
    /// The role to write beside the actor; the console has none of its own.
    package func role(in policy: AccessPolicy) -> Role? { person.flatMap { policy.people[$0]?.role } }
}
