package import HomeModel
package import AuditTrail

/// The commands that were sent and that their devices have not answered.
///
/// A report of the wanted value confirms a command only if it cannot repeat an earlier state. While an older command to
/// the same part that excludes it may still be executed, a report that matches the newer one proves nothing: the device
/// may repeat its present state and execute the older command afterwards.
package actor PendingCommands {
    /// The gateway assumes that a device executes a command within this time, or within the command's deadline if that
    /// is longer, or never.
    static let longestExecution = Duration.seconds(10)
    /// The same time for a command that the device has accepted.
    static let longestAccepted = CommandConfirmation.longestMovement
    /// The shortest time in which a gateway can die and start again.
    private static let shortestRestart = Duration.milliseconds(500)
    /// A cover that was sent to a position between its ends stops within this distance of it, in per cent.
    static let motorTolerance = 2.0

    /// The pending commands of each part, in the order in which they were sent.
    private(set) var entries: [PartKey: [Entry]] = [:]
    /// The value that each device reported last for a series; none after a time in which reports may have been missed.
    private(set) var lastReports: [SeriesID: CapabilityValue] = [:]
    private var commandsSent = 0
    let uptime: @Sendable () -> Duration

    package init(uptime: @escaping @Sendable () -> Duration) { self.uptime = uptime }

    /// Starts with the commands of an earlier run that their devices may still execute.
    package init(after recent: RecentCommands, in home: HomeSnapshot, clock: HomeClock) {
        uptime = clock.uptime
        for command in recent.commands where command.mayHaveArrived && !command.isSettled {
            let record = command.record
            // If a command was open when the gateway died, it is not known whether the device accepted it.
            let longest = max(record.deadline, Self.longestAccepted)
            let remaining = command.executableFor ?? longest - command.age
            guard remaining > .zero else { continue }
            let (series, value, goals) = ExpectedEffect.report(of: record, by: home[record.series.device])
            var entry = Entry(
                id: record.id, series: series, value: value,
                target: ExpectedEffect.Target(series: record.series, value: record.value), goals: goals,
                isOrdered: false, reportsCount: true, expires: clock.uptime() + remaining)
            entry.isAcknowledged = command.isAccepted
            entries[PartKey(series), default: []].append(entry)
        }
    }
}

// MARK: Commands

extension PendingCommands {
    /// Starts to wait for the answers of the device. Callers call it before they send the command, in the order of
    /// sending. With `isOrdered`, a report never proves the command while an older one may still be executed.
    func expect(
        _ id: CommandID, expectedEffect: ExpectedEffect, isOrdered: Bool, within remaining: Duration
    ) -> AsyncStream<DeviceResponse> {
        let part = PartKey(expectedEffect.series)
        let (stream, answers) = AsyncStream.makeStream(of: DeviceResponse.self, bufferingPolicy: .bufferingNewest(8))
        dropExpired(of: part)
        let isAssumed = expectedEffect.confirmationMode != .report
        var assumptions = expectedEffect.shown.mapValues { _ in 1 }
        for index in entries[part, default: []].indices {
            change(at: index, of: part) { entry in
                entry.hasNewerTravel = entry.hasNewerTravel || expectedEffect.goals.travels
                entry.isOvertaken =
                    entry.isOvertaken || entry.series == expectedEffect.series
                    || entry.goals.excludes(expectedEffect.goals)
                let common = entry.shown.filter { expectedEffect.shown[$0.key] != nil }
                // The bridge will report what it assumes of the newer command.
                if isAssumed, entry.isOvertaken || !common.isEmpty { entry.wasAsked = false }
                for (series, value) in common where expectedEffect.shown[series].map(value.isMet) ?? false {
                    entry.assumptions[series, default: 1] += 1
                    assumptions[series, default: 1] += 1
                }
            }
        }
        commandsSent += 1
        entries[part, default: []].append(
            Entry(
                id: id, number: commandsSent, series: expectedEffect.series, value: expectedEffect.value,
                tolerance: expectedEffect.tolerance, target: expectedEffect.target,
                goals: expectedEffect.goals, isOrdered: isOrdered, reportsCount: !isAssumed, assumptions: assumptions,
                companions: expectedEffect.companions,
                // A value that a bridge reported before may only be assumed.
                met: isAssumed
                    ? [] : Set(expectedEffect.companions.filter { isKnown($0, known: expectedEffect.known) }.keys),
                travel: expectedEffect.travel, expires: uptime() + max(remaining, Self.longestExecution),
                answers: answers))
        return stream
    }

    /// Whether the last report of a companion has the wanted value.
    private func isKnown(
        _ companion: (key: SeriesID, value: CapabilityValue), known: [SeriesID: CapabilityValue]
    ) -> Bool {
        (lastReports[companion.key] ?? known[companion.key]).map(companion.value.isMet) ?? false
    }

    /// Stops waiting for answers. With `mayBeExecuted`, the device may have received the command and may execute it
    /// later, although it has ended. Returns how long that is possible after all reports of the device (nil where that
    /// is not certain), and whether the device accepted the command.
    func stopExpecting(
        _ id: CommandID, of series: SeriesID, mayBeExecuted: Bool
    ) -> (executableFor: Duration?, isAccepted: Bool) {
        var result: (executableFor: Duration?, isAccepted: Bool) = (.zero, false)
        change(id, of: PartKey(series)) { entry in
            entry.answers?.finish()
            entry.answers = nil
            entry.isSettled = entry.isSettled || !mayBeExecuted
            result.isAccepted = entry.isAcknowledged
            if !entry.isSettled { result.executableFor = executableFor(entry) }
        }
        dropExpired(of: PartKey(series))
        notifyProvable(of: PartKey(series))
        return result
    }

    /// Returns how long a command may still be executed, also by a device that accepts it while the gateway does not
    /// run. Returns nil while there is time left for such an acceptance.
    private func executableFor(_ entry: Entry) -> Duration? {
        let remaining = max(entry.expires - uptime(), .zero)
        return entry.isAcknowledged || remaining < Self.shortestRestart ? remaining : nil
    }

    /// Returns the answer that ends a command; nil while there is none.
    func conclusion(of id: CommandID, in series: SeriesID) -> DeviceResponse? {
        entries[PartKey(series)]?.first { $0.id == id }?.conclusion
    }

    /// Records that the device was asked for its state: from now on, a report that its bridge cannot have assumed shows
    /// what the device did.
    func acceptReportsAsProof(_ id: CommandID, of series: SeriesID) {
        change(id, of: PartKey(series)) { $0.wasAsked = true }
    }

    func change(_ id: CommandID, of part: PartKey, body: (inout Entry) -> Void) {
        guard let index = entries[part]?.firstIndex(where: { $0.id == id }) else { return }
        change(at: index, of: part, body)
    }

    func change(at index: Int, of part: PartKey, _ body: (inout Entry) -> Void) {
        body(&entries[part, default: []][index])
    }

    func dropExpired(of part: PartKey) {
        let now = uptime()
        entries[part]?.removeAll { $0.answers == nil && ($0.isSettled || now >= $0.expires) }
        if entries[part]?.isEmpty == true { entries[part] = nil }
    }

    private func notifyProvable(of part: PartKey) {
        guard let all = entries[part] else { return }
        for (index, entry) in all.enumerated() where entry.hasUnprovenReport {
            guard !all[..<index].contains(where: { $0.goals.undoes(entry.goals) }) else { continue }
            entries[part]?[index].hasUnprovenReport = false
            entry.answers?.yield(.provable)
        }
    }
}

// MARK: Reports of devices

extension PendingCommands {
    /// Processes a report of a device's state.
    package func reported(_ value: CapabilityValue, for series: SeriesID) {
        let part = PartKey(series)
        dropExpired(of: part)
        let all = entries[part] ?? []
        let isChange = lastReports[series].map { !$0.isMet(by: value) } ?? false
        // The value may be the assumption of a bridge for any of these commands.
        let mayBeAssumed = all.contains { !$0.reportsCount && $0.shown[series].map { $0.isMet(by: value) } ?? false }
        var isOldest = true
        for (index, entry) in all.enumerated() where entry.series == series {
            if !mayBeAssumed { change(at: index, of: part) { $0.position = value } }
            // Commands that this report has settled already no longer conflict.
            let hasConflict = Self.hasConflict(with: entry, in: (entries[part] ?? [])[..<index])
            let isNear =
                entry.isNear(value) && entry.reportsCount && !hasConflict && !entry.isHalted && !entry.hasNewerTravel
            guard entry.isMet(by: value) || isNear else {
                // The part only passed the wanted value.
                if entry.proven != nil { change(at: index, of: part) { $0.proven = nil } }
                continue
            }
            change(at: index, of: part) { $0.matches[series, default: 0] += 1 }
            let isFirst = isChange && isOldest && !(entry.isBetweenEnds && hasConflict)
            if entry.answers == nil {
                // A change to the value of an ended command shows that the device executed it, and counts for the
                // oldest such command only.
                if isFirst, !mayBeAssumed { change(at: index, of: part) { $0.isSettled = true } }
            } else if entry.mayBeAssumed(series) {
                entry.answers?.yield(.assumed)
            } else if hasConflict, !proves(value, entry: entry, after: all[..<index], isChange: isChange) {
                change(at: index, of: part) { $0.hasUnprovenReport = true }
                entry.answers?.yield(.unproven)
            } else if hasConflict, entry.isBetweenEnds, !entry.isAcknowledged {
                // On the way of an older command the part may only pass this position. The report counts once the part
                // stands still, see `arrive`.
                change(at: index, of: part) { $0.proven = value }
                entry.answers?.yield(entry.isStanding && !isMoving(entry) ? .arrived : .unproven)
            } else {
                // A device that only accepted the command, and repeats its old state or executes an older command for
                // the same value, has still to execute this one.
                settle(entry, at: value, isExecuted: isFirst || !hasConflict)
            }
            if !entry.isSettled { isOldest = false }
        }
        recordMovement(value, for: series)
        // A value that a bridge assumes is not the state of the device. From then on it is not known whether a report
        // is a change.
        if !mayBeAssumed {
            lastReports[series] = value
        } else if isChange {
            lastReports[series] = nil
        }
        noteCompanion(value, for: series)
        dropExpired(of: part)
    }

    /// Records that the device reported a number that is not possible: from then on its value is not known.
    package func reportedBeyondRange(of series: SeriesID) {
        lastReports[series] = nil
        let part = PartKey(series)
        for index in (entries[part] ?? []).indices where entries[part]?[index].series == series {
            change(at: index, of: part) { entry in (entry.proven, entry.position) = (nil, nil) }
        }
    }

    /// Ends a command that its report proved, once its companions have their values and its part stands still.
    func settle(_ entry: Entry, at value: CapabilityValue, isExecuted: Bool) {
        let isDone = entry.companions.keys.allSatisfy(entry.met.contains) && !isMoving(entry)
        change(entry.id, of: PartKey(entry.series)) { entry in
            entry.proven = value
            entry.isExecuted = isExecuted
            entry.isSettled = isDone && isExecuted
            // The bridge may have assumed its other reports: it is asked once more.
            entry.deliver(isDone ? .confirmed(value) : entry.reportsCount ? .acknowledged : .assumed)
        }
        // A stop does not replace the commands that it ends, see `stopped(by:of:isCertain:)`.
        guard isDone, !entry.goals.isStop else { return }
        for (index, older) in (entries[PartKey(entry.series)] ?? []).enumerated()
        where older.number < entry.number && !older.isSettled && older.goals.excludes(entry.goals) {
            change(at: index, of: PartKey(entry.series)) { older in
                older.deliver(.overtaken)
                // Devices execute in the order of sending: the older command was executed before, or never will be.
                if isExecuted { older.isSettled = true }
            }
        }
    }

    /// Whether the part reports that it moves, or that it is closed, while the command wants a position between its
    /// ends: the part may only pass that position.
    func isMoving(_ entry: Entry) -> Bool {
        guard entry.isBetweenEnds else { return false }
        return entry.travel?.movements.contains { series in
            lastReports[series].map { $0.isMovement || $0 == .text("closed") } ?? false
        } ?? false
    }

    /// Processes a report of one series for the commands to other series of the part that still wait for it.
    private func noteCompanion(_ value: CapabilityValue, for series: SeriesID) {
        let part = PartKey(series)
        for (index, entry) in (entries[part] ?? []).enumerated() where entry.series != series {
            guard entry.answers != nil, !entry.isSettled else { continue }
            if let wanted = entry.companions[series] {
                let isMet = wanted.isMet(by: value)
                change(at: index, of: part) { now in
                    now.met.remove(series)
                    if isMet, !entry.mayBeAssumed(series) { now.met.insert(series) }
                    if isMet { now.matches[series, default: 0] += 1 }
                }
            } else if entry.travel?.movements.contains(series) != true {
                continue
            }
            guard let proven = entry.proven, let now = entries[part]?[index] else { continue }
            if entry.travel != nil, Self.hasConflict(with: now, in: (entries[part] ?? [])[..<index]) {
                // On the way of an older command the part may report that it stands still before it reports its
                // position.
                if !isMoving(now) { now.answers?.yield(.arrived) }
                continue
            }
            settle(now, at: proven, isExecuted: now.isExecuted)
        }
    }

    private func proves(
        _ value: CapabilityValue, entry: Entry, after older: ArraySlice<Entry>, isChange: Bool
    ) -> Bool {
        if entry.isAcknowledged || !Self.hasConflict(with: entry, in: older) { return true }
        // On the way of an older command the part may only pass a position between its ends.
        if entry.isBetweenEnds, entry.travel?.movements.isEmpty == true { return false }
        // A part that stands still may have arrived, and an older command may move it again.
        if entry.series.capability.kind == .movement, older.contains(where: { $0.mayUndo(entry) && !$0.hasMoved }) {
            return false
        }
        // Devices execute in the order of sending: a change that no older command wanted is the effect of the newer
        // one.
        return isChange && !entry.isOrdered
            && !older.contains { !$0.isSettled && $0.goals.values[entry.series].map { $0.isMet(by: value) } ?? false }
    }

    /// Whether an older command that excludes this one may still be executed.
    static func hasConflict(with entry: Entry, in older: ArraySlice<Entry>) -> Bool {
        older.contains { $0.mayUndo(entry) }
    }

    /// Records a state that the network retained: it proves nothing, but a later report of the same value is no change.
    package func retained(_ value: CapabilityValue, for series: SeriesID) { lastReports[series] = value }

    /// Forgets the last reports of devices, because reports may have been missed.
    package func forgetReports(of devices: Set<DeviceID>) {
        lastReports = lastReports.filter { !devices.contains($0.key.device) }
    }
}

extension CapabilityValue {
    /// Whether a report of `other` confirms this value: both are equal, numbers to within rounding.
    func isMet(by other: CapabilityValue) -> Bool {
        switch (self, other) {
        case (.number(let wanted), .number(let actual)): abs(wanted - actual) <= max(1e-6, abs(wanted) * 1e-6)
        case (.color(let hue, let saturation), .color(let otherHue, let otherSaturation)):
            // Hue is an angle, and matters less at a low saturation.
            Self.isNear(hue, saturation: saturation, otherHue: otherHue, otherSaturation: otherSaturation)
        default: self == other
        }
    }

    private static func isNear(_ hue: Double, saturation: Double, otherHue: Double, otherSaturation: Double)
        -> Bool
    {
        let turn = abs(hue - otherHue).truncatingRemainder(dividingBy: 360)
        let shown = min(saturation, otherSaturation) / 100
        return abs(saturation - otherSaturation) <= 1 && min(turn, 360 - turn) * shown <= 1
    }
}
