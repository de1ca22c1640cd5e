import AuditTrail
package import HomeModel
import HomeStore

/// Where an export reads the data of a person.
package struct ExportSources: Sendable {
    /// In the order of the files in the archive. A new kind of data about people adds its source here.
    let sources: [any ExportSource]
    let readings: ExportedReadings
    let attachments: ExportedAttachments
    let people: PeopleRegistry
    let preferences: PreferencesRegistry
    let audit: AuditLog
    let actions: AuthorizedActions

    init(
        people: PeopleRegistry, registry: HomeRegistry, sessions: SessionRegistry, pins: PINRegistry,
        invitations: InvitationRegistry, layouts: LayoutRegistry, preferences: PreferencesRegistry,
        notices: NoticeRegistry, consents: ConsentRegistry, incidents: IncidentRegistry, appliances: ApplianceStore,
        services: ServiceHistoryStore, tasks: MaintenanceTaskStore, attachments: AttachmentService, audit: AuditLog,
        history: ReadingHistory, actions: AuthorizedActions
    ) {
        sources = [
            ProfileSource(pins: pins), PreferencesSource(preferences: preferences), LayoutSource(layouts: layouts),
            NoticesSource(notices: notices), ConsentsSource(consents: consents),
            ClientsSource(sessions: sessions), SessionsSource(sessions: sessions), TokensSource(sessions: sessions),
            GrantsSource(people: people, invitations: invitations), InvitationsSource(invitations: invitations),
            IncidentsSource(incidents: incidents), CommandsSource(audit: audit),
            ApplianceNotesSource(appliances: appliances), ServiceHistorySource(history: services),
            MaintenanceTasksSource(tasks: tasks),
            AttachmentsSource(attachments: ExportedAttachments(service: attachments)), AuditSource(audit: audit),
        ]
        readings = ExportedReadings(registry: registry, people: people, history: history, clock: actions.clock)
        self.attachments = ExportedAttachments(service: attachments)
        self.people = people
        self.preferences = preferences
        self.audit = audit
        self.actions = actions
    }
}

/// Exports everything that the gateway keeps about a person: for the person, and for those who manage people.
///
/// Everyone may have what is about them, whatever their role; only services, which are programs, cannot ask. Others
/// need the permissions to manage the person and to export data. Both confirm with a PIN.
package struct PersonalExportService: Sendable {
    private let sources: ExportSources
    private let sessions: SessionRegistry
    private let feed: LiveFeed
    private let quota = ExportQuota()
    private let reads = ReadQuota()

    init(sources: ExportSources, sessions: SessionRegistry, feed: LiveFeed) {
        self.sources = sources
        self.sessions = sessions
        self.feed = feed
    }

    /// The number of exports that run now.
    package var runningCount: Int { quota.count }

    /// Permits an export and records it in the audit log, where the person sees it too. `id` is nil for the asker's own
    /// data. The export begins when the caller runs it, and counts against the quota for as long as it exists.
    package func open(
        _ id: PersonID?, options: ExportOptions = ExportOptions(), as identity: Identity
    ) async throws(ActionRefusal) -> PersonalExport {
        guard let id = id ?? identity.person else {
            throw .invalid(
                field: "person", code: "missing",
                detail: "The console is no person. Name the person whose data is exported.")
        }
        try await requireRight(to: id, as: identity)
        try await sources.actions.require(.exports, of: identity)
        let permit = try quota.reserve(for: identity)
        let options = await options.inLanguage(of: sources.preferences.preferences(of: id))
        let now = sources.actions.clock.now()
        let readingsEnd = try await options.includesReadings ? sources.readings.history.end() : now
        let act = try await sources.actions.writeEntry(
            .dataExport, by: identity, about: id,
            metadata: ["what": "person", "readings": options.includesReadings ? "included" : "leftOut"])
        let (person, policy) = try await stillPermitted(id, as: identity, act: act)
        // The clients of the person ask then who exported their data.
        if identity.person != id { await feed.publish([.ownHomeChanged(id)]) }
        // The entry of the export itself is the newest one that it contains.
        let subject = ExportSubject(
            person, among: policy.people, startedAt: sources.actions.clock.now(), readingsEnd: readingsEnd,
            auditEnd: await sources.audit.end())
        let series = options.includesReadings ? await sources.readings.series(about: subject, as: identity) : []
        return PersonalExport(
            about: subject, options: options, from: sources, series: series,
            attachments: await sources.attachments.attachments(by: id), in: policy.timeZone, as: identity,
            act: act,
            permit: permit
        ) { () async throws(ActionRefusal) in
            _ = try await requireStillAllowed(to: id, as: identity)
        }
    }

    private static func missing(_ id: PersonID) -> ActionRefusal {
        .missing("There is no person “\(id)”. tomte people list shows all people.")
    }

    /// Throws a refusal, with an audit entry, unless the asker may have the data of this person. Those who may export
    /// nothing of others do not learn whether the person exists.
    private func requireRight(to id: PersonID, as identity: Identity) async throws(ActionRefusal) {
        let policy = await sources.people.policy
        if let denial = denial(of: identity, about: id, by: policy) {
            try await sources.actions.writeEntry(
                .dataExport, severity: .warning, by: identity, about: policy.people[id]?.id, success: false,
                metadata: ["what": "person", "permission": Permission.exportData.rawValue])
            throw .denied(denial)
        }
        guard policy.people[id] != nil else {
            throw Self.missing(id)
        }
    }

    /// The person may have been removed while the audit entry was written: a refusal says so more clearly than an archive
    /// that ends before its first file.
    private func stillPermitted(
        _ id: PersonID, as identity: Identity, act: AuditedAction
    ) async throws(ActionRefusal) -> (person: Person, policy: AccessPolicy) {
        do throws(ActionRefusal) {
            return try await requireStillAllowed(to: id, as: identity)
        } catch {
            await sources.actions.recordFailure(of: [act], .overtaken)
            if case .conflict = error { throw Self.missing(id) }
            throw error
        }
    }

    /// Decides before each page whether the export may go on, and returns the person as they are now. Writes no audit
    /// entry: the export has one.
    private func requireStillAllowed(
        to id: PersonID, as identity: Identity
    ) async throws(ActionRefusal) -> (person: Person, policy: AccessPolicy) {
        let policy = await sources.people.policy
        guard let person = policy.people[id] else {
            throw .conflict("The person was removed, so the export ended. The archive is not complete; delete it.")
        }
        guard await sessions.isStillValid(identity) else { throw .unauthenticated }
        if let denial = denial(of: identity, about: id, by: policy) { throw .denied(denial) }
        return (person, policy)
    }

    /// Why the asker may not have the data of a person; nil when they may. A session with a limited scope, such as a wall
    /// panel's, gets not even the data of its own person, because everybody who passes by can use it.
    private func denial(
        of identity: Identity, about id: PersonID, by policy: AccessPolicy
    ) -> AccessDecision.Denial? {
        if identity.person == id { return identity.mayStepUp ? nil : .outOfScope }
        let now = sources.actions.clock.decisionTime()
        for permission in [Permission.managePeople, .exportData] {
            if case .deny(let denial) = policy.decide(identity, permission: permission, at: now) { return denial }
        }
        guard let asker = identity.person, let role = policy.people[id]?.role else { return nil }
        guard policy.people[asker]?.role.mayManage(role) != true else { return nil }
        return .onlyRoles(Role.allCases.filter { $0.mayManage(role) })
    }
}

extension PersonalExportService {
    /// How far back the exports by others are listed.
    private static let listed = Duration.days(30)

    /// Returns who else exported the data of the asker's person in the last 30 days, newest first. Throws `.conflict` for
    /// the console itself, and `.denied` for a session with a limited scope.
    package func exportsByOthers(as identity: Identity) async throws(ActionRefusal) -> [ExportNotice] {
        guard let person = identity.person else { throw Self.consoleRefusal }
        guard identity.mayStepUp else { throw .denied(.outOfScope) }
        var filter = AuditFilter(
            since: sources.actions.clock.now() - Self.listed, event: .dataExport, severity: .security,
            target: person.rawValue, success: true, limit: AuditFilter.limitBounds.upperBound)
        filter.naming = person
        let (audit, selected) = (sources.audit, filter)
        let records = try await reads.read(for: identity) { () async throws(ActionRefusal) in
            do throws(AuditError) {
                return try await audit.records(selected)
            } catch {
                throw .notAudited
            }
        }
        let policy = await sources.people.policy
        return records.filter { $0.entry.exportedPerson == person.rawValue }.compactMap { record in
            let acting = record.entry.actingPerson
            guard acting != person.rawValue else { return nil }
            return ExportNotice(
                sequence: record.sequence, time: record.time, actor: record.entry.actor,
                name: acting.flatMap { PersonID($0) }.flatMap { policy.people[$0]?.name },
                includesReadings: record.entry.metadata["readings"] == "included")
        }
    }

    private static let consoleRefusal = ActionRefusal.conflict(
        "The gateway keeps no data about the console. Act as a person: --as NAME.")
}

/// An export of a person's data by another one, as the person sees it.
package struct ExportNotice: Hashable, Sendable {
    /// The number of the audit entry in its chain. A later export has a larger one, whatever the clock said.
    package let sequence: UInt64
    package let time: Timestamp
    /// The actor as in the audit log: `console`, `console as <person>` or a person's id.
    package let actor: String
    /// The name of the acting person; nil for the console, and for a person who was removed.
    package let name: DisplayName?
    package let includesReadings: Bool
}

extension ExportOptions {
    /// The same options in the language that the person has set, if they have set one.
    fileprivate func inLanguage(of preferences: Preferences?) -> ExportOptions {
        var options = self
        options.language = preferences?.language ?? language
        return options
    }
}
