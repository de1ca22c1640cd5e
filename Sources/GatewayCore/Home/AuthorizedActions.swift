package import HomeModel
package import AuditTrail
import TimeSeriesStore

/// The two steps that all acts share: the check of the permission, and the audit entry.
package struct AuthorizedActions: Sendable {
    package let clock: HomeClock
    private let people: PeopleRegistry
    private let audit: AuditLog
    private let restrictions: RestrictionRecorder

    package init(people: PeopleRegistry, audit: AuditLog, restrictions: RestrictionRecorder, clock: HomeClock) {
        self.people = people
        self.audit = audit
        self.restrictions = restrictions
        self.clock = clock
    }

    /// Returns whether `identity` has the permission. Writes no audit entry.
    func isAllowed(_ permission: Permission, identity: Identity) async -> Bool {
        await people.policy.decide(identity, permission: permission, at: clock.decisionTime()).isAllowed
    }

    /// The devices that `identity` may not know. Everyone may know one without capabilities.
    func hidden(of devices: [Device], from identity: Identity) async -> Set<DeviceID> {
        let (policy, now) = (await people.policy, clock.decisionTime())
        let hidden = devices.filter { device in
            device.description.parts.contains { !$0.capabilities.isEmpty }
                && !policy.maySee(identity, device: device, at: now)
        }
        return Set(hidden.map(\.id))
    }

    /// Throws `.denied` unless `identity` has the permission. A refusal gets an audit entry too: by default that of the
    /// permission, or `event` about `subject`.
    package func require(
        _ permission: Permission, of identity: Identity, on target: AccessTarget? = nil, for event: AuditEvent? = nil,
        about subject: String? = nil
    ) async throws(ActionRefusal) {
        let decision = await people.policy.decide(
            identity, permission: permission, on: target, at: clock.decisionTime())
        guard case .deny(let denial) = decision else { return }
        try await writeEntry(
            event ?? permission.event, severity: .warning, by: identity, target: subject ?? target?.device.rawValue,
            success: false,
            metadata: ["permission": permission.rawValue])
        throw .denied(denial)
    }

    /// Throws `.denied` unless `identity` confirmed this purpose with a PIN just now. A refusal gets an audit entry
    /// too.
    package func require(_ stepUp: StepUp, of identity: Identity) async throws(ActionRefusal) {
        guard !identity.stepUps.contains(stepUp) else { return }
        try await writeEntry(
            .authStepUp, severity: .warning, by: identity, success: false, metadata: ["purpose": stepUp.rawValue])
        throw .denied(.stepUpNeeded(stepUp))
    }

    /// Writes an audit entry and returns once it is on disk. Throws `.notAudited` when it is not; then the act must not
    /// happen. An entry without `success` is a refusal: repeated refusals are counted. `person` is the person whom the
    /// act concerns, besides the actor.
    ///
    /// Callers pass the result to `storing(for:_:)` or `recordFailure(of:_:)`, so that the log records when the act then
    /// failed.
    @discardableResult package func writeEntry(
        _ event: AuditEvent, severity: AuditSeverity = .security, by identity: Identity, target: String? = nil,
        about person: PersonID? = nil, success: Bool = true, metadata: [String: String] = [:]
    ) async throws(ActionRefusal) -> AuditedAction {
        try await append(
            AuditEntry(
                event, severity: severity, actor: identity.description, role: await identity.role(in: people.policy),
                client: identity.credential, target: target, concerned: person, success: success,
                requestID: RequestID.current, metadata: metadata))
    }

    /// Writes an audit entry for a person who is being let in and has no session yet.
    @discardableResult func writeEntry(
        _ event: AuditEvent, by person: PersonID, at client: ClientID? = nil, target: String? = nil,
        about concerned: PersonID? = nil, metadata: [String: String] = [:]
    ) async throws(ActionRefusal) -> AuditedAction {
        try await append(
            AuditEntry(
                event, severity: .security, actor: person.rawValue, role: await people.person(person)?.role,
                client: client,
                target: target, concerned: concerned, requestID: RequestID.current, metadata: metadata))
    }

    /// Writes an audit entry for an act of an actor who is not a person of the home, or not yet.
    @discardableResult package func writeStrangerEntry(
        _ event: AuditEvent, severity: AuditSeverity = .warning, about person: PersonID? = nil,
        success: Bool = false, metadata: [String: String] = [:]
    ) async throws(ActionRefusal) -> AuditedAction {
        try await append(
            AuditEntry(
                event, severity: severity, actor: "stranger", concerned: person, success: success,
                requestID: RequestID.current, metadata: metadata))
    }

    /// Writes an audit entry for an act of the gateway itself.
    func writeGatewayEntry(
        _ event: AuditEvent, target: String? = nil, about person: PersonID? = nil, metadata: [String: String] = [:]
    ) async throws(ActionRefusal) -> AuditedAction {
        try await append(
            AuditEntry(
                event, severity: .security, actor: "gateway", target: target, concerned: person, metadata: metadata))
    }

    private func append(_ entry: AuditEntry) async throws(ActionRefusal) -> AuditedAction {
        do {
            if entry.success {
                _ = try await audit.append(entry)
            } else {
                try await audit.appendRefusal(entry)
            }
        } catch {
            throw .notAudited
        }
        return AuditedAction(entry: entry)
    }

    /// Runs `work`, which stores something. When it throws, nothing of `acts` has happened, and the log records that.
    ///
    /// `acts` are the acts that `work` carries out. `survivingFailure` is called after a failure: it returns true when
    /// the acts are in force although they could not be stored, like acts that remove rights. Then the refusal says
    /// whether they outlive a restart.
    func storing<Result: Sendable>(
        for actions: [AuditedAction] = [], survivingFailure: () async -> Bool = { false },
        _ work: () async throws(StorageError) -> Result
    ) async throws(ActionRefusal) -> Result {
        let result: Result
        do {
            result = try await work()
        } catch {
            guard await survivingFailure() else {
                await recordFailure(of: actions, .notStored)
                // A part of it may be in force all the same, for example a changed deny for its new devices.
                await restrictions.record()
                throw .storage(error)
            }
            throw await unsaved(actions, inSpiteOf: error)
        }
        // The journal must not restore a restriction that was lifted.
        await restrictions.record()
        return result
    }

    /// Returns the refusal of acts that are in force although the database did not store them. The log records when
    /// they do not outlive the gateway.
    func unsaved(_ actions: [AuditedAction], inSpiteOf error: StorageError) async -> ActionRefusal {
        let isKept = await restrictions.record()
        if !isKept { await recordFailure(of: actions, .notKept) }
        return .held(error, outlivesRestart: isKept)
    }

    /// Keeps the restrictions that the database has not stored in the journal.
    func recordRestrictions() async { await restrictions.record() }

    /// Runs `work`, which stores something in several parts. When it throws, the log records how much of `act` was
    /// done.
    func storing<Result: Sendable>(
        partsOf act: AuditedAction, _ work: () async throws(PartialChangeError) -> Result
    ) async throws(ActionRefusal) -> Result {
        do {
            return try await work()
        } catch {
            guard error.done > 0 else {
                await recordFailure(of: [act], .notStored)
                throw .storage(error.cause)
            }
            await recordFailure(of: [act], .interrupted, done: error.done)
            throw .interrupted(error.cause, done: error.done)
        }
    }

    /// Adds an entry for each of these acts: the act did not happen after all, or only for `done` of its objects.
    package func recordFailure(of actions: [AuditedAction], _ cause: ActionFailureCause, done: Int? = nil) async {
        for act in actions {
            // The act is refused in any case. A log that accepts no entries now is a failing finding of its own.
            _ = try? await audit.append(act.failed(cause, done: done))
        }
    }

    /// Writes an audit entry for each part of a request, in order; nil parts are left out. Throws when an entry is not
    /// on disk. Then no part may happen, and the log records that the parts before did not.
    func writeEntries(
        _ parts: [(event: AuditEvent, metadata: [String: String])?], by identity: Identity, target: String? = nil,
        about person: PersonID? = nil
    ) async throws(ActionRefusal) -> [AuditedAction] {
        var written: [AuditedAction] = []
        for part in parts.compactMap(\.self) {
            do throws(ActionRefusal) {
                written.append(
                    try await writeEntry(
                        part.event, by: identity, target: target, about: person, metadata: part.metadata))
            } catch {
                await recordFailure(of: written, .notAudited)
                throw error
            }
        }
        return written
    }
}

extension Permission {
    /// The event of the audit entry for a refusal.
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
    /// The role to record beside the actor; the console has none of its own.
    package func role(in policy: AccessPolicy) -> Role? { person.flatMap { policy.people[$0]?.role } }
}
