package import HomeModel

extension PendingCommands {
    /// A command that was sent, and the reports that came for it.
    struct Entry {
        let id: CommandID
        /// The position in the order of sending, over all series.
        var number = 0
        /// The series whose report confirms the command, and the value that it must have.
        let series: SeriesID
        let value: CapabilityValue
        var tolerance = ConfirmationTolerance.exact
        let target: ExpectedEffect.Target
        let goals: ExpectedEffect.Goals
        let isOrdered: Bool
        /// False where a report may show only what a bridge assumes.
        let reportsCount: Bool
        /// Whether the device was asked for its state because of this command.
        var wasAsked = false
        /// How many reports of each wanted value may be assumptions of a bridge since this command was sent: one for
        /// each command that wanted it.
        var assumptions: [SeriesID: Int] = [:]
        /// How many reports of each wanted value came since this command was sent.
        var matches: [SeriesID: Int] = [:]
        /// Whether the device itself accepted this command after it was sent.
        var isAcknowledged = false
        /// Whether the device reported since then that it goes for this value, if only for an older command.
        var hasTarget = false
        /// Whether the report that proved the command shows that the device has executed it.
        var isExecuted = false
        /// Whether the answer of the device is final: it does nothing more for this command.
        var isSettled = false
        /// Whether a newer command of the series, or one that excludes this one, was sent meanwhile.
        var isOvertaken = false
        /// Whether a matching report came that proves nothing.
        var hasUnprovenReport = false
        /// The other values that the device must report.
        var companions: [SeriesID: CapabilityValue] = [:]
        /// The series of `companions` that have their values now.
        var met: Set<SeriesID> = []
        /// The reported value that proves the command, while `companions` or the end of the movement are still missing.
        var proven: CapabilityValue?
        var travel: ExpectedEffect.Travel?
        /// The last report of the series since this command was sent.
        var position: CapabilityValue?
        /// Whether the device reported since then that its part moves, while no older command could be the reason.
        var hasMoved = false
        /// Whether the last report says that the part stands still.
        var isStanding = false
        /// Whether a stop was executed since then.
        var isHalted = false
        /// Whether a newer command may have moved the part since then.
        var hasNewerTravel = false
        /// The uptime from which on the device does not execute the command any more.
        var expires: Duration
        /// Nil for a command that has ended and that the device may still execute.
        var answers: AsyncStream<DeviceResponse>.Continuation?
        /// The first answer that ends the command. Its sender may not have received it from `answers` yet.
        private(set) var conclusion: DeviceResponse?

        mutating func deliver(_ answer: DeviceResponse) {
            if conclusion == nil, answer.isFinal { conclusion = answer }
            answers?.yield(answer)
        }

        /// All values that the reports must show together to prove the command.
        var shown: [SeriesID: CapabilityValue] { companions.merging([series: value]) { $1 } }

        /// Whether a report of the wanted value of `series` may show only what its bridge assumes. Callers call it
        /// before they count the report.
        func mayBeAssumed(_ series: SeriesID) -> Bool {
            !reportsCount && (!wasAsked || matches[series, default: 0] < assumptions[series, default: 1])
        }

        /// Whether the command wants a position that its part may also pass on its way to another one.
        var isBetweenEnds: Bool {
            guard travel != nil, case .number(let goal) = value else { return false }
            return goal > 0 && goal < 100
        }

        /// Whether a report of `reported` shows the wanted value.
        func isMet(by reported: CapabilityValue) -> Bool {
            value.isMet(by: reported) || tolerance.accepts(reported, for: value)
        }

        /// Whether `position` is as near to a position between the ends as a motor stops, for a part that reports its
        /// movement.
        func isNear(_ position: CapabilityValue) -> Bool {
            guard isBetweenEnds, travel?.movements.isEmpty == false,
                case (.number(let goal), .number(let now)) = (value, position)
            else { return false }
            return abs(goal - now) <= PendingCommands.motorTolerance
        }

        /// Whether the device may still execute this command, and thereby undo `newer`.
        func mayUndo(_ newer: Entry) -> Bool { !isSettled && goals.undoes(newer.goals) }
    }

    /// A part of a device. It executes its commands in the order in which they were sent.
    struct PartKey: Hashable, Sendable {
        let device: DeviceID
        let part: PartID

        init(_ series: SeriesID) { (device, part) = (series.device, series.part) }
    }

    /// A report of a device about one command.
    enum DeviceResponse: Sendable {
        /// The device accepted the command.
        case acknowledged
        /// A matching report that may repeat an earlier one.
        case unproven
        /// No older command prevents a proof any more: the device can be asked.
        case provable
        /// Its bridge reports the value, but may only assume it.
        case assumed
        /// The device goes for another value. From the uptime `certainFrom` on it does not execute this command any
        /// more.
        case declined(CapabilityValue, wasAccepted: Bool, certainFrom: Duration)
        /// The device's bridge does not know whether the command reached it.
        case unanswered(String)
        case confirmed(CapabilityValue)
        /// The device executed a newer command that excludes this one.
        case overtaken
        case failed(String)
        /// The part moves towards the value. With `isUntilStopped`, it will report the end of its movement.
        case travelling(isUntilStopped: Bool)
        /// The part does not move. From the uptime `certainFrom` on it does not begin to move.
        case standing(certainFrom: Duration)
        /// The part has the value and stands still, unless it is about to report another position.
        case arrived
        /// A newer command stopped the movement.
        case halted

        var isFinal: Bool {
            switch self {
            case .confirmed, .overtaken, .failed: true
            default: false
            }
        }
    }
}

/// Reports of devices that accept or reject commands.
extension PendingCommands {
    /// Records that the device itself accepted this command.
    package func acknowledged(_ id: CommandID) {
        guard let part = part(of: id) else { return }
        let expires = uptime() + Self.longestAccepted
        change(id, of: part) { entry in
            entry.isAcknowledged = true
            entry.expires = max(entry.expires, expires)
            entry.answers?.yield(.acknowledged)
        }
    }

    /// Records that the device goes for a value (Homie `$target`). Another value declines the newest command if all
    /// pending commands of the series want the same value.
    package func acknowledged(_ value: CapabilityValue, for series: SeriesID) {
        let part = PartKey(series)
        dropExpired(of: part)
        guard let all = entries[part] else { return }
        for (index, entry) in all.enumerated()
        where entry.target.series == series && entry.target.value.isMet(by: value) {
            // A device may repeat the target of an older command. So it has accepted this command only if it accepted
            // the older ones first, and its target shows that only for the same capability.
            let isNew = all[..<index].allSatisfy { older in
                !older.mayUndo(entry) || older.isAcknowledged && older.target.series == series
            }
            change(at: index, of: part) { entry in
                entry.hasTarget = true
                entry.expires = max(entry.expires, uptime() + Self.longestAccepted)
                entry.isAcknowledged = entry.isAcknowledged || isNew
            }
            entry.answers?.yield(isNew ? .acknowledged : .unproven)
        }
        // A command that a newer one replaced, or whose value was reported, may have been executed already. Older
        // commands that may still be executed make no difference when they want the same value.
        let own = all.indices.filter { all[$0].target.series == series }
        guard let last = own.last, !all[last].isOvertaken, all[last].matches[all[last].series] == nil else { return }
        let newest = all[last]
        let wasAccepted = own.contains { all[$0].isAcknowledged || all[$0].hasTarget }
        guard !newest.target.value.isMet(by: value),
            own.allSatisfy({ newest.target.value.isMet(by: all[$0].target.value) })
        else { return }
        for index in own {
            change(at: index, of: part) { entry in
                entry.isAcknowledged = false
                entry.hasTarget = false
            }
        }
        newest.answers?.yield(
            .declined(value, wasAccepted: wasAccepted, certainFrom: wasAccepted ? .zero : newest.expires))
    }

    /// Records that the device did not execute this command. Without `isCertain`, only its bridge got no answer from
    /// the device: then the device may have executed the command, and may report that later.
    package func failed(_ id: CommandID, reason: String, isCertain: Bool = true) {
        guard let part = part(of: id) else { return }
        change(id, of: part) { entry in
            if isCertain { entry.isSettled = true }
            entry.deliver(isCertain ? .failed(reason) : .unanswered(reason))
        }
    }

    /// Records that the device did not execute some command. The report counts only if exactly one pending command can
    /// be meant.
    package func failed(_ reason: String, isCertain: Bool = true, concerning concerns: (SeriesID) -> Bool) {
        for part in entries.keys { dropExpired(of: part) }
        let concerned = entries.values.flatMap { $0.filter { concerns($0.target.series) } }
        guard concerned.count == 1, let only = concerned.first else { return }
        failed(only.id, reason: reason, isCertain: isCertain)
    }

    private func part(of id: CommandID) -> PartKey? { entries.first { $0.value.contains { $0.id == id } }?.key }
}

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

    /// Confirms a command whose part stands still at the wanted position and has not reported another one. Returns
    /// false otherwise.
    func arrive(_ id: CommandID, in series: SeriesID) -> Bool {
        guard let entry = entries[PartKey(series)]?.first(where: { $0.id == id }), entry.travel != nil,
            entry.isStanding, let position = entry.proven, !isMoving(entry)
        else { return false }
        settle(entry, at: position, isExecuted: entry.isExecuted)
        return true
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
