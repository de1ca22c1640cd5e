package import HomeModel
import AuditTrail

/// Finds the commands to move a part that a person stopped on its way.
///
/// The audit log has the outcome `failed` or `superseded` for such a command, because the part did not reach its
/// target. For people nothing went wrong.
enum StoppedMovements {
    private static let unreached: Set<CommandOutcome> = [.failed, .superseded]

    /// The part of a device that commands move.
    private struct MovedPart: Hashable {
        let device: String
        let part: String
    }

    /// Returns the acts, which are in the order of time, with a mark at each movement that the next command to the same
    /// part stopped, and at each group command of which nothing else failed.
    static func mark(_ acts: [Act]) -> [Act] {
        var marked = acts
        var next: [MovedPart: Act] = [:]
        for index in acts.indices.reversed() {
            guard let part = part(movedBy: acts[index].main.entry) else { continue }
            if let later = next[part] { marked[index].isStopped = wasStopped(acts[index], by: later) }
            next[part] = acts[index]
        }
        return markGroups(marked)
    }

    /// Nil for an entry that is no command to move or to stop a part, or that was refused.
    private static func part(movedBy entry: AuditEntry) -> MovedPart? {
        guard entry.event == .deviceControl, entry.success, let device = entry.target,
            let part = entry.metadata[CommandMetadataKey.part], let kind = kind(of: entry),
            kind.travels || isStop(entry)
        else { return nil }
        return MovedPart(device: device, part: part)
    }

    private static func kind(of entry: AuditEntry) -> CapabilityKind? {
        entry.metadata[CommandMetadataKey.capability].flatMap { CapabilityName($0) }?.kind
    }

    private static func isStop(_ entry: AuditEntry) -> Bool { entry.metadata[CommandMetadataKey.value] == "stopped" }

    /// Whether the stop was sent before the movement ended, and did not fail itself.
    private static func wasStopped(_ movement: Act, by stop: Act) -> Bool {
        guard !isStop(movement.main.entry), isStop(stop.main.entry), let end = movement.outcome,
            movement.commandOutcome.map(unreached.contains) ?? false
        else { return false }
        let stopSucceeded = stop.commandOutcome.map { $0 == .confirmed || $0 == .sent } ?? true
        return stopSucceeded && stop.time <= end.time
    }

    /// A group command whose parts all succeeded or were stopped has not failed.
    private static func markGroups(_ acts: [Act]) -> [Act] {
        let children = Dictionary(grouping: acts) { $0.main.entry.metadata[CommandMetadataKey.parent] }
        return acts.map { act in
            guard act.main.entry.event == .groupControl, let own = children[act.main.entry.command ?? ""],
                own.contains(where: \.isStopped), own.allSatisfy(\.succeeded)
            else { return act }
            var act = act
            act.isStopped = true
            return act
        }
    }
}

extension Act {
    /// The position in percent at which a person stopped the movement; nil where the device did not report it.
    package var stoppedAt: Double? {
        guard isStopped, let text = outcome?.entry.metadata[CommandMetadataKey.reported], let position = Double(text)
        else { return nil }
        return (0...100).contains(position) ? position : nil
    }

    /// How the command ended; nil for an act that is no command, and while it has not ended.
    var commandOutcome: CommandOutcome? {
        outcome?.entry.metadata[CommandMetadataKey.outcome].flatMap { CommandOutcome(rawValue: $0) }
    }

    /// Whether a command reached what its person wanted, as far as the devices report it.
    fileprivate var succeeded: Bool {
        isStopped || commandOutcome.map { [.confirmed, .sent, .superseded].contains($0) } ?? false
    }
}
