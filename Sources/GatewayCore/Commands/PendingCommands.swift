package import HomeModel
package import HomeStorage

/// The commands that were sent and that their devices have not answered.
///
/// A report of the wanted value confirms a command only if it cannot be a repetition from before. While an older command
/// to the same part that excludes it may still be executed, a report that fits the newer one proves nothing: the device
/// may repeat its present state and execute the older command afterwards.
package actor PendingCommands {
    /// A device executes a command within this time, or within the command's deadline if that is longer, or never.
    static let longestExecution = Duration.seconds(10)

    struct Entry {
        let id: CommandID
        /// Grows in the order of sending, over all series.
        var number = 0
        /// Whose report shows it, and which.
        let series: SeriesID
        let value: CapabilityValue
        let goals: CommandProof.Goals
        let isOrdered: Bool
        /// False where a report may only show what a bridge assumes.
        let reportsCount: Bool
        /// Whether the device was asked for its state because of this command.
        var wasAsked = false
        /// How many reports of the wanted value a bridge may have made up since this command was sent: one for each command
        /// that wanted it.
        var assumptions = 1
        /// How many reports of the wanted value came since this command was sent.
        var matches = 0
        /// Whether the device itself accepted this command after it was sent.
        var isAcknowledged = false
        /// Whether the device said since it was sent that it goes for this value, if only for an older command.
        var hasTarget = false
        /// Whether the report that proved it shows that the device has executed it.
        var isExecuted = false
        /// Whether the device has answered for good, so that it does nothing more for this command.
        var isSettled = false
        /// Whether a newer command of the series, or one that excludes this one, was sent meanwhile.
        var isOvertaken = false
        /// Whether a report fitted that did not count.
        var hasUnprovenReport = false
        /// What else the device must report, without what it has reported already.
        var companions: [SeriesID: CapabilityValue] = [:]
        /// Those of `companions` that hold now.
        var met: Set<SeriesID> = []
        /// The value that the device reported, while `companions` are waited for, or the end of its movement.
        var proven: CapabilityValue?
        var travel: CommandProof.Travel?
        /// Uptime from which on the device does not execute the command any more.
        let expires: Duration
        /// Nil for a command that has ended and that the device may still execute.
        var answers: AsyncStream<Answer>.Continuation?

        /// Whether it may still be executed and excludes `other`.
        func bars(_ other: Entry) -> Bool { !isSettled && goals.exclude(other.goals) }
    }

    /// The part of a device: its commands are executed in the order in which they were sent.
    struct PartKey: Hashable, Sendable {
        let device: DeviceID
        let part: PartID

        init(_ series: SeriesID) { (device, part) = (series.device, series.part) }
    }

    /// What a device said about one command.
    enum Answer: Sendable {
        /// The device accepted the command.
        case acknowledged
        /// A report fits that may be a repetition from before.
        case unproven
        /// No older command stands in the way of a proof any more: the device can be asked.
        case provable
        /// Its bridge reports the value, and may only assume it.
        case assumed
        /// The device says that it goes for another value.
        case declined(CapabilityValue)
        case confirmed(CapabilityValue)
        /// The device did what a newer command says, which excludes this one.
        case overtaken
        case failed(String)
        /// The device is on its way to the value. `isUntilStopped` says that it will tell when it no longer is.
        case travelling(isUntilStopped: Bool)
        /// The device says that it does not move any more.
        case standing
    }

    /// In the order in which they were sent.
    private(set) var entries: [PartKey: [Entry]] = [:]
    /// The value that each device reported last of a series; unknown after a time in which reports may have been missed.
    private(set) var lastReports: [SeriesID: CapabilityValue] = [:]
    private var commandsSent = 0
    private let uptime: @Sendable () -> Duration

    package init(uptime: @escaping @Sendable () -> Duration) { self.uptime = uptime }

    /// Begins with the commands of an earlier run that their devices may still execute.
    package init(after recent: RecentCommands, in home: HomeSnapshot, clock: HomeClock) {
        uptime = clock.uptime
        let now = clock.now()
        for command in recent.commands where command.mayHaveArrived && !command.isSettled {
            let record = command.record
            let longest = max(record.deadline, Self.longestExecution)
            // A clock that was set back says nothing of how long ago that was.
            let remaining = record.receivedAt > now ? longest : record.receivedAt + longest - now
            guard remaining > .zero else { continue }
            let (series, value, goals) = CommandProof.report(of: record, by: home[record.series.device])
            entries[PartKey(series), default: []].append(
                Entry(
                    id: record.id, series: series, value: value, goals: goals, isOrdered: false, reportsCount: true,
                    expires: clock.uptime() + remaining))
        }
    }
}

// MARK: Commands

extension PendingCommands {
    /// Begins to listen for the device's answer. Callers call it before they send the command, in the order of sending.
    /// With `isOrdered` a report never proves the command while an older one may still be executed.
    func expect(
        _ id: CommandID, _ proof: CommandProof, _ evidence: Evidence, isOrdered: Bool, within remaining: Duration
    ) -> AsyncStream<Answer> {
        let part = PartKey(proof.series)
        let (stream, answers) = AsyncStream.makeStream(of: Answer.self, bufferingPolicy: .bufferingNewest(8))
        dropExpired(of: part)
        var assumptions = 1
        for index in entries[part, default: []].indices {
            change(at: index, of: part) { entry in
                let isSameSeries = entry.series == proof.series
                guard isSameSeries || entry.goals.exclude(proof.goals) else { return }
                entry.isOvertaken = true
                // The bridge will report what it assumes of the newer command.
                if evidence == .answer { entry.wasAsked = false }
                guard isSameSeries, entry.value.isMet(by: proof.value) else { return }
                entry.assumptions += 1
                assumptions += 1
            }
        }
        commandsSent += 1
        entries[part, default: []].append(
            Entry(
                id: id, number: commandsSent, series: proof.series, value: proof.value, goals: proof.goals,
                isOrdered: isOrdered, reportsCount: evidence == .report,
                assumptions: assumptions, companions: proof.companions,
                met: Set(proof.companions.filter { isKnown($0, proof.known) }.keys),
                travel: proof.travel, expires: uptime() + max(remaining, Self.longestExecution), answers: answers))
        return stream
    }

    /// Whether the device last reported what a companion is to be.
    private func isKnown(
        _ companion: (key: SeriesID, value: CapabilityValue), _ known: [SeriesID: CapabilityValue]
    ) -> Bool {
        (lastReports[companion.key] ?? known[companion.key]).map(companion.value.isMet) ?? false
    }

    /// Stops listening. With `mayBeExecuted` the device may have the command and execute it later, although it has ended.
    /// Returns whether that is so after all that the device has said.
    func stopExpecting(_ id: CommandID, of series: SeriesID, mayBeExecuted: Bool) -> Bool {
        var isSettled = !mayBeExecuted
        change(id, of: PartKey(series)) { entry in
            entry.answers?.finish()
            entry.answers = nil
            entry.isSettled = entry.isSettled || !mayBeExecuted
            isSettled = entry.isSettled
        }
        dropExpired(of: PartKey(series))
        tellProvable(of: PartKey(series))
        return !isSettled
    }

    /// The device was asked for its state: a report that its bridge cannot have made up shows from now on what it did.
    func provesByReports(_ id: CommandID, of series: SeriesID) {
        change(id, of: PartKey(series)) { $0.wasAsked = true }
    }

    private func change(_ id: CommandID, of part: PartKey, _ body: (inout Entry) -> Void) {
        guard let index = entries[part]?.firstIndex(where: { $0.id == id }) else { return }
        change(at: index, of: part, body)
    }

    private func change(at index: Int, of part: PartKey, _ body: (inout Entry) -> Void) {
        body(&entries[part, default: []][index])
    }

    private func dropExpired(of part: PartKey) {
        let now = uptime()
        entries[part]?.removeAll { $0.answers == nil && ($0.isSettled || now >= $0.expires) }
        if entries[part]?.isEmpty == true { entries[part] = nil }
    }

    private func tellProvable(of part: PartKey) {
        guard let all = entries[part] else { return }
        for (index, entry) in all.enumerated() where entry.hasUnprovenReport {
            guard !all[..<index].contains(where: { $0.goals.exclude(entry.goals) }) else { continue }
            entries[part]?[index].hasUnprovenReport = false
            entry.answers?.yield(.provable)
        }
    }
}

// MARK: What devices say

extension PendingCommands {
    /// The device reported its state.
    package func reported(_ value: CapabilityValue, for series: SeriesID) {
        let part = PartKey(series)
        dropExpired(of: part)
        let all = entries[part] ?? []
        let isChange = lastReports[series].map { !$0.isMet(by: value) } ?? false
        // A bridge may say what it assumes of any of these.
        let mayBeAssumed = all.contains { $0.series == series && !$0.reportsCount && $0.value.isMet(by: value) }
        var isOldest = true
        for (index, entry) in all.enumerated() where entry.series == series {
            guard entry.value.isMet(by: value) else {
                // It only came by the wanted value.
                if entry.proven != nil { change(at: index, of: part) { $0.proven = nil } }
                continue
            }
            change(at: index, of: part) { $0.matches += 1 }
            if entry.answers == nil {
                // A change to what an ended command wanted is what the device made of it: of the oldest one only.
                if isChange, isOldest, !mayBeAssumed { change(at: index, of: part) { $0.isSettled = true } }
            } else if !entry.reportsCount, !entry.wasAsked || entry.matches < entry.assumptions {
                entry.answers?.yield(.assumed)
            } else if proves(value, all[index], after: all[..<index], isChange: isChange) {
                // A device that only gave its word, and repeats its old state or executes an older command for the same
                // value, has still to execute this one.
                let isExecuted = isChange && isOldest || !Self.hasConflict(with: entry, in: all[..<index])
                settle(entry, at: value, isExecuted: isExecuted)
            } else {
                change(at: index, of: part) { $0.hasUnprovenReport = true }
                entry.answers?.yield(.unproven)
            }
            if !entry.isSettled { isOldest = false }
        }
        noteTravel(value, for: series)
        // What a bridge assumes is no state of the device; from then on it is not known whether a report is a change.
        if !mayBeAssumed {
            lastReports[series] = value
        } else if isChange {
            lastReports[series] = nil
        }
        noteCompanion(value, for: series)
        dropExpired(of: part)
    }

    /// Ends a command that its report proved, once its companions hold too and its part stands still.
    private func settle(_ entry: Entry, at value: CapabilityValue, isExecuted: Bool) {
        let isDone = entry.companions.keys.allSatisfy(entry.met.contains) && !isMoving(entry)
        change(entry.id, of: PartKey(entry.series)) { entry in
            entry.proven = value
            entry.isExecuted = isExecuted
            entry.isSettled = isDone && isExecuted
        }
        entry.answers?.yield(isDone ? .confirmed(value) : .acknowledged)
        // What a stop ends has not been replaced, see `stopped(by:of:)`.
        guard isDone, !entry.goals.isStop else { return }
        for older in entries[PartKey(entry.series)] ?? [] where older.number < entry.number && older.bars(entry) {
            older.answers?.yield(.overtaken)
        }
    }

    /// Whether the part of a command says that it is on its way: a place between its ends it may only come by.
    private func isMoving(_ entry: Entry) -> Bool {
        guard case .number(let goal) = entry.value, goal > 0, goal < 100 else { return false }
        guard let movement = entry.travel?.movement, let last = lastReports[movement] else { return false }
        return last != .text("stopped")
    }

    /// What a part reports of one series may be what a command to another one still waited for.
    private func noteCompanion(_ value: CapabilityValue, for series: SeriesID) {
        let part = PartKey(series)
        for (index, entry) in (entries[part] ?? []).enumerated() where entry.series != series {
            guard entry.answers != nil, !entry.isSettled, entry.reportsCount || entry.wasAsked else { continue }
            if let wanted = entry.companions[series] {
                let isMet = wanted.isMet(by: value)
                change(at: index, of: part) { $0.met = isMet ? $0.met.union([series]) : $0.met.subtracting([series]) }
            } else if series != entry.travel?.movement {
                continue
            }
            guard let proven = entry.proven, let now = entries[part]?[index] else { continue }
            settle(now, at: proven, isExecuted: now.isExecuted)
        }
    }

    private func proves(
        _ value: CapabilityValue, _ entry: Entry, after older: ArraySlice<Entry>, isChange: Bool
    ) -> Bool {
        if entry.isAcknowledged || !Self.hasConflict(with: entry, in: older) { return true }
        // Devices execute in the order of sending: a change that no older command wanted is what the newer one did.
        return isChange && !entry.isOrdered
            && !older.contains { !$0.isSettled && $0.goals.values[entry.series].map { $0.isMet(by: value) } ?? false }
    }

    /// Whether an older command that excludes this one may still be executed.
    private static func hasConflict(with entry: Entry, in older: ArraySlice<Entry>) -> Bool {
        older.contains { $0.bars(entry) }
    }

    /// The broker kept this state: it proves nothing, but a later report of the same value is no change.
    package func remembered(_ value: CapabilityValue, for series: SeriesID) { lastReports[series] = value }

    /// Reports of these devices, or of all, may have been missed.
    package func forgetReports(of device: DeviceID? = nil) {
        if let device {
            lastReports = lastReports.filter { $0.key.device != device }
        } else {
            lastReports = [:]
        }
    }

    /// The device answered this command itself: it accepted it.
    package func acknowledged(_ id: CommandID) {
        guard let part = part(of: id) else { return }
        change(id, of: part) { entry in
            entry.isAcknowledged = true
            entry.answers?.yield(.acknowledged)
        }
    }

    /// The device goes for a value (Homie `$target`). Another value declines the newest command if all that are pending
    /// want the same.
    package func acknowledged(_ value: CapabilityValue, for series: SeriesID) {
        let part = PartKey(series)
        dropExpired(of: part)
        guard let all = entries[part] else { return }
        for (index, entry) in all.enumerated() where entry.series == series && entry.value.isMet(by: value) {
            // A device that repeats an old target has not accepted the newer command: it must have accepted the older
            // ones first.
            let isNew = all[..<index].allSatisfy { $0.isAcknowledged || !$0.bars(entry) }
            change(at: index, of: part) { entry in
                entry.hasTarget = true
                entry.isAcknowledged = entry.isAcknowledged || isNew
            }
            entry.answers?.yield(isNew ? .acknowledged : .unproven)
        }
        // A command that the device accepted, or that a newer one replaced, may have been executed before. Older ones that
        // may still be executed make no difference when they want the same.
        let own = all.filter { $0.series == series }
        guard let newest = own.last, !newest.value.isMet(by: value), !newest.isOvertaken, !newest.hasTarget,
            own.allSatisfy({ !$0.isAcknowledged && newest.value.isMet(by: $0.value) })
        else { return }
        newest.answers?.yield(.declined(value))
    }

    /// The device said that it did not do this command.
    package func failed(_ id: CommandID, _ reason: String) {
        guard let part = part(of: id) else { return }
        change(id, of: part) { entry in
            entry.isSettled = true
            entry.answers?.yield(.failed(reason))
        }
    }

    /// The device said that it did not do something. The statement counts only if one command can be meant.
    package func failed(_ reason: String, concerning concerns: (SeriesID) -> Bool) {
        for part in entries.keys { dropExpired(of: part) }
        let concerned = entries.values.flatMap { $0.filter { concerns($0.series) } }
        guard concerned.count == 1, let only = concerned.first else { return }
        failed(only.id, reason)
    }

    private func part(of id: CommandID) -> PartKey? { entries.first { $0.value.contains { $0.id == id } }?.key }
}

extension CapabilityValue {
    /// Whether a report of `other` shows this value: equal, and numbers to within rounding.
    func isMet(by other: CapabilityValue) -> Bool {
        switch (self, other) {
        case (.number(let wanted), .number(let actual)): abs(wanted - actual) <= max(1e-6, abs(wanted) * 1e-6)
        case (.color(let hue, let saturation), .color(let otherHue, let otherSaturation)):
            // Hue is a circle, and counts for as much as there is of it.
            Self.isNear(hue, saturation, otherHue, otherSaturation)
        default: self == other
        }
    }

    private static func isNear(_ hue: Double, _ saturation: Double, _ otherHue: Double, _ otherSaturation: Double)
        -> Bool
    {
        let turn = abs(hue - otherHue).truncatingRemainder(dividingBy: 360)
        let shown = min(saturation, otherSaturation) / 100
        return abs(saturation - otherSaturation) <= 1 && min(turn, 360 - turn) * shown <= 1
    }
}
