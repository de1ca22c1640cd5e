import HomeModel

@testable import GatewayCore

/// Compares what was told with what the device did.
struct ScheduleVerdict {
    private(set) var lies: [String] = []
    /// A confirmation became wrong because a person moved the device while an older command was under way.
    private(set) var excused = 0
    let story: String

    init(_ schedule: CommandSchedule, records: [CommandID: CommandRecord]) {
        let device = schedule.device
        story = Self.story(schedule)
        for told in schedule.outcomes {
            let record = told.record
            let order = device.orders.firstIndex { $0.id == record.id }
            switch record.outcome {
            case .confirmed: check(confirmed: told, order, schedule: schedule)
            case .failed where record.code != CommandRefusal.notSent.code:
                if let order, let executedAt = device.orders[order].executedAt,
                    !device.handTimes.contains(where: { $0 >= executedAt })
                {
                    lies.append("\(record.id) failed, but the device executed it at \(executedAt)")
                }
            case .superseded:
                // It was not sent, or a newer one was that it cannot be done with.
                if let order, !device.orders[(order + 1)...].contains(where: { device.replaces($0, index: order) }) {
                    lies.append("\(record.id) was superseded, and no newer command was sent")
                }
            case .unreachable, .refused, .invalid, .failed:
                if order != nil { lies.append("\(record.id) ended as \(record.code ?? ""), but it was sent") }
            case .timedOut, .sent, nil: break
            }
            // Also after a restart the same is told, and it is found.
            let isWritten = order != nil || record.outcome == .confirmed
            if isWritten, records[record.id]?.outcome != record.outcome {
                let later = records[record.id]?.outcome?.rawValue ?? "nothing"
                lies.append("\(record.id) was told as \(record.outcome?.rawValue ?? ""), and later as \(later)")
            }
        }
        for order in device.orders where records[order.id]?.outcome == nil {
            lies.append("\(order.id) was sent, and nothing is known of it after a restart")
        }
        for (key, orders) in Dictionary(grouping: device.orders, by: { schedule.keys[$0.id] ?? "" })
        where orders.count > 1 {
            lies.append("the key \(key) was sent \(orders.count) times: \(orders.map(\.id.rawValue))")
        }
        if schedule.isTame { checkTame(schedule) }
    }

    private mutating func check(confirmed told: CommandSchedule.Told, _ index: Int?, schedule: CommandSchedule) {
        let (record, device) = (told.record, schedule.device)
        guard let index else { return lies.append("\(record.id) was confirmed, but never sent") }
        let order = device.orders[index]
        let goal = device.part.goal(of: order.command)
        guard let known = Self.proof(of: goal, from: order.sentAt, until: told.time, schedule) else {
            return lies.append("\(record.id) was confirmed while its device last reported otherwise, or nothing")
        }
        let provenAt = known.map(\.emittedAt).max() ?? 0
        for older in device.orders[..<index] {
            let end = device.ended(goal, by: older.id).first { end in
                known.contains { $0.kind == end.kind && $0.emittedAt < end.time }
            }
            guard let end else { continue }
            // The device had accepted to go to this value after the older command, and did.
            let isUndertaken = device.orders.contains { same in
                guard let acceptedAt = same.acceptedAt else { return false }
                // It keeps its word, if only after the end of the schedule.
                return goal.holds(in: device.part.goal(of: same.command)) && acceptedAt <= provenAt
                    && same.executedAt.map { $0 > end.time } ?? true
            }
            if isUndertaken { continue }
            if Self.isDisturbedByHand(device, before: index, until: end.time) {
                excused += 1
            } else {
                lies.append("\(record.id) was confirmed, and \(older.id) ended its \(end.kind) at \(end.time)")
            }
        }
    }

    /// The last reports by which all of `goal` held at one moment; nil if there is none.
    private static func proof(
        of goal: ModelledPart.State, from start: Int, until end: Int, _ schedule: CommandSchedule
    ) -> [CommandSchedule.Report]? {
        let own = schedule.reports.filter { goal[$0.kind] != nil && $0.heardAt <= end }
        for index in own.indices.reversed() where own[index].heardAt >= start {
            // One report is heard after the other.
            let known = goal.compactMap { kind, value in
                own[...index].last { $0.kind == kind }.flatMap {
                    ModelledPart.reaches(value, value: $0.value, kind: kind) ? $0 : nil
                }
            }
            if known.count == goal.count { return known }
        }
        return nil
    }

    /// A hand gave the device the value of a command that was under way, or took it away: whose doing a later change is
    /// cannot be known then.
    private static func isDisturbedByHand(_ device: ModelledDevice, before index: Int, until end: Int) -> Bool {
        device.handTimes.contains { hand in
            guard hand <= end else { return false }
            return device.orders[..<index].contains { order in
                order.sentAt <= hand && (order.executedAt ?? order.receivedAt).map { $0 >= hand } ?? false
            }
        }
    }

    /// Nothing was lost, late or ignored: the last command is done, and each is told.
    private mutating func checkTame(_ schedule: CommandSchedule) {
        let device = schedule.device
        if schedule.outcomes.count < schedule.wishes.count { lies.append("not every sender was told an outcome") }
        guard let last = device.orders.last, let told = schedule.outcomes.first(where: { $0.record.id == last.id })
        else { return lies.append("nothing was sent") }
        guard let wish = schedule.wishes.last else { return }
        // What stands still does not stop; and what a stop ended may still come, for all that the gateway knows.
        let isStopped = device.orders.contains(where: \.isLost)
        let isIdle = device.part.isStop(wish.command) && !device.part.goal(of: wish.command).holds(in: device.state)
        if told.record.outcome != .confirmed, !isIdle, !isStopped {
            lies.append("the last command ended as \(told.record.outcome?.rawValue ?? "nothing")")
        }
        if !device.part.goal(of: wish.command).holds(in: device.state), !isIdle {
            lies.append("the newest command was not done last")
        }
    }

    private static func story(_ schedule: CommandSchedule) -> String {
        let device = schedule.device
        var lines: [(Int, String)] = device.orders.flatMap { order in
            [
                (
                    order.sentAt,
                    "sent \(order.id) \(order.command.kind) \(order.command.value)\(order.isLost ? " (lost)" : "")"
                ),
                (order.acceptedAt ?? -1, "accepted \(order.id)"), (order.executedAt ?? -1, "executed \(order.id)"),
            ]
        }
        lines += device.states.map { ($0.time, "\($0.cause?.rawValue ?? "hand") moves to \(text($0.state))") }
        lines += schedule.reports.map { ($0.heardAt, "heard \($0.kind) \($0.value) of \($0.emittedAt)") }
        lines += schedule.outcomes.map {
            ($0.time, "told \($0.record.id) \($0.record.code ?? "") \($0.record.detail ?? "")")
        }
        let end = max(schedule.outcomes.map(\.time).max() ?? 0, device.orders.compactMap(\.executedAt).max() ?? 0)
        let course = lines.filter { (0...end).contains($0.0) }.sorted { $0.0 < $1.0 }.suffix(120)
            .map { "  \($0.0) \($0.1)" }
        return "\(device.part.device): \(device.manners)\n" + course.joined(separator: "\n")
    }

    private static func text(_ state: ModelledPart.State) -> String {
        state.map { "\($0.key) \($0.value)" }.sorted().joined(separator: ", ")
    }
}

extension ModelledDevice {
    /// Whether `newer` took the place of the order at `index`.
    fileprivate func replaces(_ newer: Order, index: Int) -> Bool {
        let old = orders[index].command
        return old.kind == newer.command.kind && old.value != newer.command.value
            || !part.broken(of: old, by: newer.command).isEmpty || part.isStop(newer.command) && part.travels(old)
    }
}
