import HomeModel
import Logging
import TestSupport

@testable import GatewayCore

extension CoreHome {
    /// The service for incidents, with a rotation of keys of its own.
    func makeIncidents(rotator: any KeyRotator = UnmanagedKeys()) -> IncidentService {
        let diagnostics = Diagnostics(
            version: "test", startedAt: clock.now(), checks: HealthChecks([]), uptime: clock.uptime, counters: { [:] })
        let keys = KeyRotationService(
            rotator: rotator, registry: registry, sessions: sessions, pairings: { [] },
            rotatePairings: { _ in }, actions: actions)
        let sources = EvidenceSources(
            configuration: { ["mqtt.port": "8883"] }, diagnostics: diagnostics, log: { _ in ["a line"] })
        return IncidentService(
            incidents: core.incidents, people: people, feed: feed, actions: actions,
            steps: ContainmentSteps(
                clients: clients, tokens: tokens, invitations: residents.invitations, pairing: pairing,
                credentials: residents.credentials, lockdown: lockdown, sessions: sessions, keys: keys),
            evidence: EvidenceCollector(audit: audit, actions: actions, sources: sources))
    }

    /// Runs the monitor of incidents while `body` runs.
    func withMonitor(_ body: (IncidentMonitor) async throws -> Void) async throws {
        let monitor = IncidentMonitor(on: core, logger: Logger(label: "core") { _ in SwiftLogNoOpLogHandler() })
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await monitor.run() }
            try await body(monitor)
            group.cancelAll()
        }
    }

    func incidents(of rule: IncidentRule, about person: PersonID? = nil) async -> [Incident] {
        await core.incidents.all.filter { $0.rule == rule && (person == nil || $0.subject.person == person?.rawValue) }
    }
}
