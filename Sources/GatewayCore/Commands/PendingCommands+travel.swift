import HomeModel

/// Commands to what takes its time: covers, their slats, garage doors, gates and valves.
extension PendingCommands {
    /// Tells the newest command of each series that its device is on its way, and all that it stands. An older one is no
    /// longer where the device goes.
    func noteTravel(_ value: CapabilityValue, for series: SeriesID) {
        let part = PartKey(series)
        var newest: [SeriesID: Int] = [:]
        let all = entries[part] ?? []
        for (index, entry) in all.enumerated() { newest[entry.series] = index }
        for (index, entry) in all.enumerated() {
            guard let answers = entry.answers, let travel = entry.travel, !entry.isSettled else { continue }
            let own = entry.series
            let answer: Answer
            let isOther = travel.movements.contains(series)
            if isOther && !value.isMovement || series == own && value == .text("stopped") {
                answer = .standing(certainFrom: entry.hasMoved ? .zero : entry.expires)
            } else if series == own, entry.isStanding, entry.hasMoved, !travel.movements.isEmpty {
                // It says where it stands.
                answer = .standing(certainFrom: .zero)
            } else if newest[own] != index {
                continue
            } else if isOther {
                answer = .travelling(isUntilStopped: true)
            } else if series == own, isApproaching(value, entry, last: lastReports[own]) {
                answer = .travelling(isUntilStopped: entry.value.isWay(value))
            } else {
                continue
            }
            // Not the way of an older one.
            let isOwn =
                isOnWay(value, series, entry)
                && !all[..<index].contains { $0.bars(entry) && isOnWay(value, series, $0) }
            change(at: index, of: part) { entry in
                if case .standing = answer { entry.isStanding = true } else { entry.isStanding = false }
                entry.hasMoved = entry.hasMoved || !entry.isStanding && isOwn
            }
            answers.yield(answer)
        }
    }

    /// Whether the report of `value` for `series` may say that the part is on the way of `entry`.
    private func isOnWay(_ value: CapabilityValue, _ series: SeriesID, _ entry: Entry) -> Bool {
        guard entry.goals.travels else { return false }
        let last = lastReports[entry.series]
        if series == entry.series { return last != nil && isApproaching(value, entry, last: last) }
        guard value.isMovement else { return isApproaching(value, entry, last: last) }
        guard case .number(let goal) = entry.value else { return entry.value.isWay(value) }
        guard case .number(let percent)? = last else { return true }
        return value == .text("opening") ? goal > percent : goal < percent
    }

    private func isApproaching(_ value: CapabilityValue, _ entry: Entry, last: CapabilityValue?) -> Bool {
        switch (entry.value, value, last) {
        case (.number(let goal), .number(let now), .number(let before)): abs(goal - now) < abs(goal - before)
        case (.number(let goal), .number(let now), nil): abs(goal - now) > 1e-6
        default: entry.value.isWay(value)
        }
    }

    /// A stop was done: what its part had in motion before does not reach its value, unless it had reached it already and
    /// is about to say so. Callers call it while the stop is still expected. What was sent after the stop sets the part in
    /// motion again. With `isCertain` the device itself said that it stands.
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

    /// How a command ends whose device did not report the value in time, from what it did report; nil where that says
    /// nothing.
    func rest(of id: CommandID, in series: SeriesID, at uptime: Duration) -> CommandEnding? {
        guard let all = entries[PartKey(series)], let index = all.firstIndex(where: { $0.id == id }) else { return nil }
        let (entry, thing) = (all[index], Self.thing(of: series))
        // A bridge reports what it assumes; what comes after that may be from before.
        let isOwn = entry.reportsCount && !entry.hasNewerTravel
        guard entry.travel != nil, let place = isOwn ? entry.place : nil else {
            return entry.isHalted ? .halted : nil
        }
        if entry.value.isMet(by: place) || entry.isNear(place) {
            if isMoving(entry) {
                return entry.isHalted
                    ? .halted : CommandEnding(.timedOut, "\(thing) is there, but still says that it moves.")
            }
            return entry.isHalted ? .halted : nil
        }
        if entry.isHalted {
            return CommandEnding(.failed, "\(thing) was stopped\(Self.text("at", place)).")
        }
        if entry.isStanding, !Self.hasConflict(with: entry, in: all[..<index]) {
            if entry.hasMoved { return CommandEnding(.failed, "\(thing) stopped\(Self.text("at", place)).") }
            // What the device accepted it may still do.
            if uptime >= entry.expires, !entry.isAcknowledged, !entry.hasTarget {
                return CommandEnding(.failed, "\(thing) did not move\(Self.text("from", place)).")
            }
        }
        return CommandEnding(
            .timedOut, "The device did not report the new state in time. It last reported \(Self.text(place)).")
    }

    /// Confirms a command whose part stands where it is to be, and has not said that it stands elsewhere. False where that
    /// is not so.
    func arrive(_ id: CommandID, in series: SeriesID) -> Bool {
        guard let entry = entries[PartKey(series)]?.first(where: { $0.id == id }), entry.travel != nil,
            entry.isStanding, let place = entry.proven, !isMoving(entry)
        else { return false }
        settle(entry, at: place, isExecuted: entry.isExecuted)
        return true
    }

    private static func thing(of series: SeriesID) -> String {
        switch series.capability.kind {
        case .position: "The cover"
        case .tilt: "The slat"
        case .valve: "The valve"
        default: "The door"
        }
    }

    /// ` at 43 %`; empty where the place is no number.
    private static func text(_ preposition: String, _ place: CapabilityValue) -> String {
        guard case .number = place else { return "" }
        return " \(preposition) \(text(place))"
    }

    private static func text(_ place: CapabilityValue) -> String {
        guard case .number(let percent) = place else { return "“\(place)”" }
        return "\(CapabilityValue.number(percent.rounded())) %"
    }
}

extension CapabilityValue {
    /// Whether a report of it says that a part is on its way.
    var isMovement: Bool { self == .text("opening") || self == .text("closing") }

    /// Whether a door or valve that is to become this is on its way there.
    fileprivate func isWay(_ value: CapabilityValue) -> Bool {
        self == .text("open") && value == .text("opening") || self == .text("closed") && value == .text("closing")
    }
}
