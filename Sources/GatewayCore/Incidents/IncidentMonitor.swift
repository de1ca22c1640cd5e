import AuditTrail
import Foundation
package import HomeModel
package import Logging

/// Observations from parts of the gateway that write no audit entries, such as the network of the devices.
package struct IncidentFeed: Sendable {
    let observations: AsyncStream<IncidentObservation>
    /// Those of devices that connect, which anyone on the network can cause in any number. They must not push out the others.
    let connections: AsyncStream<IncidentObservation>
    private let observation: AsyncStream<IncidentObservation>.Continuation
    private let connection: AsyncStream<IncidentObservation>.Continuation

    package init() {
        (observations, observation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1024))
        (connections, connection) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1024))
    }

    /// Passes an observation on, and returns at once.
    package func send(_ observed: IncidentObservation) {
        if case .connected = observed { connection.yield(observed) } else { observation.yield(observed) }
    }
}

/// Looks for incidents in everything that the audit log records and in what the links report. It runs beside the services
/// that act, and delays none of them.
package actor IncidentMonitor {
    /// How often the findings of the links are read.
    static let findingsPeriod = Duration.seconds(5)
    /// How often the disk gets what it could not store before, and the audit log is asked for losses.
    static let slowPeriod = Duration.seconds(60)
    /// The code with which every link reports a device that acts in the name of another.
    static let impostorCode = "impostor"

    private var detector: IncidentDetector
    private let incidents: IncidentRegistry
    private let audit: AuditLog
    private let people: PeopleRegistry
    private let registry: HomeRegistry
    private let findings: LinkFindings
    private let retention: RetentionJob
    private let liveFeed: LiveFeed
    private let actions: AuthorizedActions
    private let feed: IncidentFeed
    private let logger: Logger
    /// How often each finding had been seen at the last look, by its id.
    private var findingCounts: [FindingID: Int] = [:]
    private var knownLosses: Set<String> = []

    package init(on core: CoreServices, logger: Logger) {
        detector = IncidentDetector(rules: core.incidents.rules)
        incidents = core.incidents
        audit = core.stores.audit
        people = core.people
        registry = core.registry
        findings = core.findings
        retention = core.retention
        liveFeed = core.feed
        actions = core.actions
        feed = core.incidentFeed
        self.logger = logger
    }

    /// Observes until cancelled. Supports one caller only.
    package func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { for await entry in self.audit.observed { await self.observe(entry) } }
            group.addTask { for await observation in self.feed.observations { await self.observe(observation) } }
            group.addTask { for await observation in self.feed.connections { await self.observe(observation) } }
            group.addTask { await self.repeating(every: Self.findingsPeriod) { await self.readFindings() } }
            group.addTask { await self.repeating(every: Self.slowPeriod) { await self.maintain() } }
        }
    }

    /// Passes an observation to the detector, and its signal to the incidents.
    func observe(_ observation: IncidentObservation) async {
        let now = actions.clock.now()
        guard let signal = detector.observe(observation, at: actions.clock.uptime(), time: now) else { return }
        // A person who is being erased must not come back into the database.
        if let person = signal.subject.person.flatMap({ PersonID($0) }), await !audit.hasKey(of: person) { return }
        switch await incidents.receive(signal, at: now) {
        case .opened(let incident): await announce(incident)
        case .extended: break
        case .limited:
            logger.notice("a rule has raised its incidents of the day", metadata: [LogKey.errorCode: "\(signal.rule)"])
        }
    }

    /// Writes the audit entry of an incident that a rule raised. The incident counts without it too, because it may be
    /// about the log.
    private func announce(_ incident: Incident) async {
        _ = try? await actions.writeGatewayEntry(
            .incidentOpen, target: incident.id.rawValue, metadata: ["rule": incident.rule?.rawValue ?? ""])
        await liveFeed.publish([.homeChanged])
    }

    private func repeating(every period: Duration, body: @Sendable () async -> Void) async {
        while !Task.isCancelled {
            await body()
            await actions.clock.sleep(for: period)
        }
    }

    private func maintain() async {
        await incidents.saveUnsaved()
        await incidents.removeDropped()
        for loss in audit.losses where knownLosses.insert(loss.sentence).inserted {
            // A loss is kept for ever. Only one that this start found, or that came since, is news.
            guard actions.clock.now() - loss.foundAt < .days(1) else { continue }
            await observe(.auditDamaged(code: loss.code ?? "loss"))
        }
        guard actions.clock.isSynchronised() else { return }
        let term = await retention.terms.term(of: .security)
        try? await incidents.removeClosed(before: actions.clock.now() - term)
    }

    private func readFindings() async {
        let all = await findings.all.filter { $0.finding.code == Self.impostorCode }
        for entry in all where entry.count > findingCounts[entry.id] ?? 0 {
            await observe(.spokeForOther(root: entry.finding.location.root, place: entry.finding.location.text))
        }
        findingCounts = Dictionary(all.map { ($0.id, $0.count) }, uniquingKeysWith: { $1 })
    }
}

// MARK: - Audit entries

extension IncidentMonitor {
    func observe(_ observed: ObservedEntry) async {
        let entry = observed.entry
        guard let person = entry.actingPerson.flatMap({ PersonID($0) }) else {
            // The entries name no address, so that all wrong codes and invitations count together. Signed-out phones that
            // try again are none of them.
            guard entry.actor == "stranger", entry.event == .pairingFailure else { return }
            return await observe(.refused(nil, client: nil, what: entry.wanted, entry: observed.reference))
        }
        if entry.success { return await observeAct(entry, of: person, reference: observed.reference) }
        // A device that cannot be reached, or a wrong value, says nothing about the asker. Neither does the request for
        // a PIN, which precedes each guarded action.
        guard entry.severity == .warning, !entry.asksForPIN else { return }
        await observe(.refused(person, client: entry.client, what: entry.wanted, entry: observed.reference))
        guard entry.role == .guest, let target = await target(of: entry) else { return }
        let away = await people.policy.distance(
            of: person, to: .controlDevices, on: target, at: actions.clock.decisionTime())
        guard let away else { return }
        await observe(
            .wantedFarFromWindow(
                person, client: entry.client, device: target.device.rawValue, away: away, entry: observed.reference))
    }

    private func observeAct(_ entry: AuditEntry, of person: PersonID, reference: AuditReference?) async {
        switch entry.event {
        // The client that was paired writes its own entry; the approval before it is another one. What the console lets
        // in is known to a person at the machine, such as the first owner of a home.
        case .pairingSuccess where entry.metadata["act"] == "paired" && entry.metadata["approvedAs"] != "console":
            guard let client = entry.client else { return }
            let hour = await hourOfHome()
            await observe(.paired(person, client: client, hour: hour, entry: reference))
        // The commands of a group have one entry for all of them.
        case .groupControl,
            .deviceControl where entry.metadata[CommandMetadataKey.parent] == nil:
            await observe(.commanded(person, client: entry.client, entry: reference))
        default: break
        }
    }

    private func hourOfHome() async -> Int {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = await people.policy.timeZone
        return calendar.component(.hour, from: actions.clock.now().date)
    }

    /// Returns the target of a refused command; nil for other entries, and for devices that are not adopted.
    private func target(of entry: AuditEntry) async -> AccessTarget? {
        guard entry.event == .deviceControl, let id = entry.target.flatMap({ DeviceID($0) }),
            let device = await registry.snapshot[id]
        else { return nil }
        let capability = entry.metadata[CommandMetadataKey.capability].flatMap { CapabilityName($0) }
        return AccessTarget(device: id, room: device.room, capability: capability?.kind)
    }
}

extension AuditEntry {
    /// The details that say what was wanted, by ids and codes.
    private static let wantedDetails: Set<String> = [
        "act", "managed", "permission", CommandMetadataKey.capability, CommandMetadataKey.outcome,
        CommandMetadataKey.part, CommandMetadataKey.reason, CommandMetadataKey.value,
    ]

    /// What was refused, for the evidence of an incident. Only a device is named, because a target may be another person.
    fileprivate var wanted: [String: SentenceValue] {
        var wanted = metadata.filter { Self.wantedDetails.contains($0.key) }.mapValues { SentenceValue.text($0) }
        wanted["event"] = .text(event.rawValue)
        if event == .deviceControl, let target { wanted["target"] = .text(target) }
        return wanted
    }
}
