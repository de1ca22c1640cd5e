import HomeModel

@testable import GatewayCore

/// Compares the responses of the gateway with the actions of the device.
struct ScheduleCheck {
    private(set) var violations: [String] = []
    /// How many confirmations were wrong only because a person moved the device during an older command.
    private(set) var excusedCount = 0
    /// The events of the schedule in their order, for the message of a failed test.
    let timeline: String

    init(_ schedule: CommandSchedule, records: [CommandID: CommandRecord]) {
        let device = schedule.device
        timeline = Self.timeline(schedule)
        for response in schedule.responses {
            let record = response.record
            let index = device.sentCommands.firstIndex { $0.id == record.id }
            switch record.outcome {
            case .confirmed: check(confirmed: response, index: index, schedule: schedule)
            case .failed where record.code != CommandRefusal.notSent.code:
                if let index, let executedAt = device.sentCommands[index].executedAt,
                    !device.handTimes.contains(where: { $0 >= executedAt })
                {
                    violations.append("\(record.id) failed, but the device executed it at \(executedAt).")
                }
            case .superseded:
                // Either the command was not sent, or a conflicting newer command was sent.
                if let index,
                    !device.sentCommands[(index + 1)...].contains(where: { device.isReplaced(index, by: $0) })
                {
                    violations.append("\(record.id) was superseded, but no newer command was sent.")
                }
            case .unreachable, .refused, .invalid, .failed:
                if index != nil { violations.append("\(record.id) ended as \(record.code ?? ""), but it was sent.") }
            case .timedOut, .sent, nil: break
            }
            // After a restart the gateway finds the command with the same outcome.
            let isWritten = index != nil || record.outcome == .confirmed
            if isWritten, records[record.id]?.outcome != record.outcome {
                let later = records[record.id]?.outcome?.rawValue ?? "unknown"
                violations.append(
                    "\(record.id) had the outcome \(record.outcome?.rawValue ?? ""), and \(later) after the restart.")
            }
        }
        for sent in device.sentCommands where records[sent.id]?.outcome == nil {
            violations.append("\(sent.id) was sent, but has no outcome after the restart.")
        }
        for (key, sent) in Dictionary(grouping: device.sentCommands, by: { schedule.keys[$0.id] ?? "" })
        where sent.count > 1 {
            violations.append("The key \(key) was sent \(sent.count) times: \(sent.map(\.id.rawValue)).")
        }
        if schedule.isFaultless { checkFaultless(schedule) }
    }

    private mutating func check(confirmed response: CommandSchedule.Response, index: Int?, schedule: CommandSchedule) {
        let (record, device) = (response.record, schedule.device)
        guard let index else { return violations.append("\(record.id) was confirmed, but never sent.") }
        let sent = device.sentCommands[index]
        let goal = device.part.goal(of: sent.command)
        guard let known = Self.confirmingReports(of: goal, from: sent.sentAt, until: response.time, schedule: schedule)
        else {
            return violations.append("\(record.id) was confirmed, but the last reports of the device do not match it.")
        }
        let confirmedAt = known.map(\.sentAt).max() ?? 0
        for older in device.sentCommands[..<index] {
            let end = device.endedValues(of: goal, by: older.id).first { end in
                known.contains { $0.kind == end.kind && $0.sentAt < end.time }
            }
            guard let end else { continue }
            // The device had accepted a command with this goal, and executed it after the older command.
            let isAccepted = device.sentCommands.contains { same in
                guard let acceptedAt = same.acceptedAt else { return false }
                // The execution may also come after the end of the schedule.
                return goal.holds(in: device.part.goal(of: same.command)) && acceptedAt <= confirmedAt
                    && same.executedAt.map { $0 > end.time } ?? true
            }
            if isAccepted { continue }
            if Self.isDisturbedByHand(device, before: index, until: end.time) {
                excusedCount += 1
            } else {
                violations.append("\(record.id) was confirmed, but \(older.id) changed its \(end.kind) at \(end.time).")
            }
        }
    }

    /// The last reports by which all of `goal` held at one moment; nil if there are none.
    private static func confirmingReports(
        of goal: ModelledPart.State, from start: Int, until end: Int, schedule: CommandSchedule
    ) -> [CommandSchedule.Report]? {
        let relevant = schedule.reports.filter { goal[$0.kind] != nil && $0.receivedAt <= end }
        for index in relevant.indices.reversed() where relevant[index].receivedAt >= start {
            // The gateway receives one report after the other.
            let known = goal.compactMap { kind, value in
                relevant[...index].last { $0.kind == kind }.flatMap {
                    ModelledPart.reaches(value, value: $0.value, kind: kind) ? $0 : nil
                }
            }
            if known.count == goal.count { return known }
        }
        return nil
    }

    /// Whether the device was moved by hand while a command was under way. The cause of a later change is then unknown,
    /// because the hand may have set or changed the value of that command.
    private static func isDisturbedByHand(_ device: ModelledDevice, before index: Int, until end: Int) -> Bool {
        device.handTimes.contains { hand in
            guard hand <= end else { return false }
            return device.sentCommands[..<index].contains { sent in
                sent.sentAt <= hand && (sent.executedAt ?? sent.receivedAt).map { $0 >= hand } ?? false
            }
        }
    }

    /// Checks a schedule in which no command was lost, late or ignored: every sender got an outcome, and the last command
    /// was executed and confirmed.
    private mutating func checkFaultless(_ schedule: CommandSchedule) {
        let device = schedule.device
        if schedule.responses.count < schedule.plannedCommands.count {
            violations.append("Some senders got no outcome.")
        }
        guard let last = device.sentCommands.last,
            let response = schedule.responses.first(where: { $0.record.id == last.id })
        else { return violations.append("No command was sent.") }
        guard let planned = schedule.plannedCommands.last else { return }
        // A device that does not move does not stop. After a stop the gateway cannot exclude that an older command follows.
        let isStopped = device.sentCommands.contains(where: \.isLost)
        let isDone = device.part.goal(of: planned.command).holds(in: device.state)
        let isIdle = device.part.isStop(planned.command) && !isDone
        if response.record.outcome != .confirmed, !isIdle, !isStopped {
            violations.append("The last command ended as \(response.record.outcome?.rawValue ?? "unknown").")
        }
        if !isDone, !isIdle { violations.append("The newest command was not executed last.") }
    }

    private static func timeline(_ schedule: CommandSchedule) -> String {
        let device = schedule.device
        var lines: [(Int, String)] = device.sentCommands.flatMap { sent in
            [
                (
                    sent.sentAt,
                    "sent \(sent.id) \(sent.command.kind) \(sent.command.value)\(sent.isLost ? " (lost)" : "")"
                ),
                (sent.acceptedAt ?? -1, "accepted \(sent.id)"), (sent.executedAt ?? -1, "executed \(sent.id)"),
            ]
        }
        lines += device.stateHistory.map { ($0.time, "\($0.cause?.rawValue ?? "hand") moves to \(text($0.state))") }
        lines += schedule.reports.map { ($0.receivedAt, "received \($0.kind) \($0.value), sent at \($0.sentAt)") }
        lines += schedule.responses.map {
            ($0.time, "response \($0.record.id) \($0.record.code ?? "") \($0.record.detail ?? "")")
        }
        let end = max(
            schedule.responses.map(\.time).max() ?? 0, device.sentCommands.compactMap(\.executedAt).max() ?? 0)
        let shown = lines.filter { (0...end).contains($0.0) }.sorted { $0.0 < $1.0 }.suffix(120)
            .map { "  \($0.0) \($0.1)" }
        return "\(device.part.device): \(device.behaviour)\n" + shown.joined(separator: "\n")
    }

    private static func text(_ state: ModelledPart.State) -> String {
        state.map { "\($0.key) \($0.value)" }.sorted().joined(separator: ", ")
    }
}

extension ModelledDevice {
    /// Whether `newer` conflicts with the sent command at `index`, and so replaces it.
    fileprivate func isReplaced(_ index: Int, by newer: SentCommand) -> Bool {
        let old = sentCommands[index].command
        return old.kind == newer.command.kind && old.value != newer.command.value
            || !part.kindsUndone(of: old, by: newer.command).isEmpty
            || part.isStop(newer.command) && part.isMovement(old)
    }
}
