import HomeModel

/// Commands to parts that take time to move: covers, their slats, garage doors, gates and valves.
extension PendingCommands {
    /// Reports to the newest command of each series that its part moves, and to all commands that the part stands
    /// still. An older command is no longer the destination of the part.
    func recordMovement(_ value: CapabilityValue, for series: SeriesID) {
        let part = PartKey(series)
        var newest: [SeriesID: Int] = [:]
        let all = entries[part] ?? []
        for (index, entry) in all.enumerated() { newest[entry.series] = index }
        for (index, entry) in all.enumerated() {
            guard let answers = entry.answers, let travel = entry.travel, !entry.isSettled else { continue }
            let own = entry.series
            let answer: DeviceResponse
            let isOther = travel.movements.contains(series)
            if isOther && !value.isMovement || series == own && value == .text("stopped") {
                answer = .standing(certainFrom: entry.hasMoved ? .zero : entry.expires)
            } else if series == own, entry.isStanding, entry.hasMoved, !travel.movements.isEmpty {
                // The part stands still and reports its position.
                answer = .standing(certainFrom: .zero)
            } else if newest[own] != index {
                continue
            } else if isOther {
                answer = .travelling(isUntilStopped: true)
            } else if series == own, isApproaching(value, entry: entry, last: lastReports[own]) {
                answer = .travelling(isUntilStopped: entry.value.isMovementTowards(value))
            } else {
                continue
            }
            // The movement counts for this command only if it cannot be that of an older one.
            let isOwn =
                isMovementOf(value, series: series, entry: entry)
                && !all[..<index].contains { $0.mayUndo(entry) && isMovementOf(value, series: series, entry: $0) }
            change(at: index, of: part) { entry in
                if case .standing = answer { entry.isStanding = true } else { entry.isStanding = false }
                entry.hasMoved = entry.hasMoved || !entry.isStanding && isOwn
            }
            answers.yield(answer)
        }
    }

    /// Whether the report of `value` for `series` may show that the part moves as `entry` wants.
    private func isMovementOf(_ value: CapabilityValue, series: SeriesID, entry: Entry) -> Bool {
        guard entry.goals.travels else { return false }
        let last = lastReports[entry.series]
        if series == entry.series { return last != nil && isApproaching(value, entry: entry, last: last) }
        guard value.isMovement else { return isApproaching(value, entry: entry, last: last) }
        guard case .number(let goal) = entry.value else { return entry.value.isMovementTowards(value) }
        guard case .number(let percent)? = last else { return true }
        return value == .text("opening") ? goal > percent : goal < percent
    }

    private func isApproaching(_ value: CapabilityValue, entry: Entry, last: CapabilityValue?) -> Bool {
        switch (entry.value, value, last) {
        case (.number(let goal), .number(let now), .number(let before)): abs(goal - now) < abs(goal - before)
        case (.number(let goal), .number(let now), nil): abs(goal - now) > 1e-6
        default: entry.value.isMovementTowards(value)
        }
    }

    /// Records that a stop was executed. The commands that moved the part before do not reach their values, unless the
    /// part had reached them already and is about to report that. Callers call it while the stop is still expected.
    /// Commands that were sent after the stop move the part again. With `isCertain`, the device itself reported that it
    /// stands still.
    func stopped(by id: CommandID, of stop: SeriesID, isCertain: Bool) {
        let part = PartKey(stop)
        let all = entries[part] ?? []
        guard let number = all.first(where: { $0.id == id })?.number else { return }
        for (index, entry) in all.enumerated()
        where entry.number < number && entry.goals.travels && entry.answers != nil && !entry.isSettled {
            change(at: index, of: part) { entry in
                entry.isHalted = true
                entry.isSettled = isCertain
                entry.hasNewerTravel = entry.hasNewerTravel || !isCertain
            }
            entry.answers?.yield(.halted)
        }
    }

    /// Returns the result of a command whose value was not reported in time, from the other reports of the device; nil
    /// where those do not decide.
    func fallbackResult(of id: CommandID, in series: SeriesID, at uptime: Duration) -> CommandResult? {
        guard let all = entries[PartKey(series)], let index = all.firstIndex(where: { $0.id == id }) else { return nil }
        let (entry, noun) = (all[index], Self.noun(of: series))
        // The position says nothing about this command where a bridge only assumes it, or where a newer command may
        // have moved the part.
        let isOwn = entry.reportsCount && !entry.hasNewerTravel
        guard entry.travel != nil, let position = isOwn ? entry.position : nil else {
            return entry.isHalted ? .halted : nil
        }
        if entry.value.isMet(by: position) || entry.isNear(position) {
            if isMoving(entry) {
                return entry.isHalted
                    ? .halted
                    : CommandResult(.timedOut, detail: "\(noun) is at its target, but still reports that it moves.")
            }
            return entry.isHalted ? .halted : nil
        }
        if entry.isHalted {
            return CommandResult(.failed, detail: "\(noun) was stopped\(Self.text("at", position: position)).")
        }
        if entry.isStanding, !Self.hasConflict(with: entry, in: all[..<index]) {
            if entry.hasMoved {
                return CommandResult(.failed, detail: "\(noun) stopped\(Self.text("at", position: position)).")
            }
            // A command that the device accepted may still be executed.
            if uptime >= entry.expires, !entry.isAcknowledged, !entry.hasTarget {
                return CommandResult(.failed, detail: "\(noun) did not move\(Self.text("from", position: position)).")
            }
        }
        return CommandResult(
            .timedOut,
            detail: "The device did not report the new state in time. It last reported \(Self.text(position)).")
    }

    /// Confirms a command whose part stands still at the wanted position and has not reported another one. Returns
    /// false otherwise.
    func arrive(_ id: CommandID, in series: SeriesID) -> Bool {
        guard let entry = entries[PartKey(series)]?.first(where: { $0.id == id }), entry.travel != nil,
            entry.isStanding, let position = entry.proven, !isMoving(entry)
        else { return false }
        settle(entry, at: position, isExecuted: entry.isExecuted)
        return true
    }

    private static func noun(of series: SeriesID) -> String {
        switch series.capability.kind {
        case .position: "The cover"
        case .tilt: "The slat"
        case .valve: "The valve"
        default: "The door"
        }
    }

    /// For example ` at 43 %`; empty where the position is not a number.
    private static func text(_ preposition: String, position: CapabilityValue) -> String {
        guard case .number = position else { return "" }
        return " \(preposition) \(text(position))"
    }

    private static func text(_ position: CapabilityValue) -> String {
        guard case .number(let percent) = position else { return "“\(position)”" }
        return "\(CapabilityValue.number(percent.rounded())) %"
    }
}

extension CapabilityValue {
    /// Whether a report of this value says that a part moves.
    var isMovement: Bool { self == .text("opening") || self == .text("closing") }

    /// Whether `value` is the movement of a door or valve towards this value.
    fileprivate func isMovementTowards(_ value: CapabilityValue) -> Bool {
        self == .text("open") && value == .text("opening") || self == .text("closed") && value == .text("closing")
    }
}
