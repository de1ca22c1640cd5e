import GatewayCore
import GatewayWire
import HomeModel

extension ActivityBody {
    /// The entry as the reader may see it. `now` decides whether a command is still pending.
    init(_ entry: ActivityEntry, at now: Timestamp) {
        switch entry.content {
        case .event(let event):
            self.init(
                id: entry.id, time: entry.time, category: entry.category, device: event.device,
                part: event.series?.part, capability: event.series?.capability, event: event.kind, value: event.value)
        case .act(let act, let disclosure):
            let facts = act.main.entry.metadata
            self.init(
                id: entry.id, time: entry.time, category: entry.category, device: entry.device,
                part: facts["part"].flatMap { PartID($0) },
                capability: facts["capability"].flatMap { CapabilityName($0) },
                act: ActivityActBody(act, disclosure: disclosure, at: now),
                records: disclosure == .full ? act.records : nil)
        }
    }
}

extension ActivityActBody {
    /// The facts of a command that everybody may know who sees its device.
    private static let factsOfCommand: Set<String> = ["part", "capability", "value", "parent"]

    init(_ act: Act, disclosure: ActivityEntry.Disclosure, at now: Timestamp) {
        let entry = act.main.entry
        let outcome = (act.outcome?.entry ?? entry).metadata["outcome"].flatMap { CommandOutcome(rawValue: $0) }
        let lateReport = act.lateReport.map { LateReportBody(time: $0.time, value: $0.value) }
        guard disclosure != .command else {
            self.init(
                event: entry.event, status: act.status(at: now), outcome: outcome, isStopped: act.isStopped,
                stoppedAt: act.stoppedAt, lateReport: lateReport, target: entry.target,
                metadata: entry.metadata.filter { Self.factsOfCommand.contains($0.key) })
            return
        }
        self.init(
            event: entry.event, status: act.status(at: now), outcome: outcome, isStopped: act.isStopped,
            stoppedAt: act.stoppedAt, lateReport: lateReport, actor: entry.actor, role: entry.role,
            client: disclosure == .concerned ? nil : entry.client, target: entry.target, concerned: entry.concerned,
            count: act.repetitions > 0 ? act.repetitions : nil,
            neededPIN: act.neededPIN, wrongPINs: act.wrongPINs, steps: act.steps.isEmpty ? nil : act.steps,
            isErased: act.isErased ? true : nil, metadata: entry.metadata)
    }
}
