import HomeModel

/// Commands to what takes its time: covers, their slats, garage doors, gates and valves.
extension PendingCommands {
    /// Tells the newest command of each series that its device is on its way, or stands. An older one is no longer where
    /// the device goes.
    func noteTravel(_ value: CapabilityValue, for series: SeriesID) {
        var newest: [SeriesID: Entry] = [:]
        for entry in entries[PartKey(series)] ?? [] { newest[entry.series] = entry }
        for (own, entry) in newest {
            guard let answers = entry.answers, let travel = entry.travel, !entry.isSettled else { continue }
            if series == travel.movement {
                answers.yield(value == .text("stopped") ? .standing : .travelling(isUntilStopped: true))
            } else if series == own, isApproaching(value, entry, last: lastReports[own]) {
                answers.yield(.travelling(isUntilStopped: entry.value.isWay(value)))
            }
        }
    }

    private func isApproaching(_ value: CapabilityValue, _ entry: Entry, last: CapabilityValue?) -> Bool {
        switch (entry.value, value, last) {
        case (.number(let goal), .number(let now), .number(let before)): abs(goal - now) < abs(goal - before)
        case (.number(let goal), .number(let now), nil): abs(goal - now) > 1e-6
        default: entry.value.isWay(value)
        }
    }

    /// A stop was done: what its part had in motion before does not reach its value. Callers call it while the stop is
    /// still expected. What was sent after the stop sets the part in motion again.
    func stopped(by id: CommandID, of stop: SeriesID) {
        let all = entries[PartKey(stop)] ?? []
        guard let number = all.first(where: { $0.id == id })?.number else { return }
        for entry in all where entry.number < number && entry.goals.travels && entry.answers != nil && !entry.isSettled
        {
            // A door is stopped by a word of its own series.
            let last = entry.series == stop ? nil : lastReports[entry.series]
            failed(entry.id, Self.detail(of: entry.series, last))
        }
    }

    private static func detail(of series: SeriesID, _ last: CapabilityValue?) -> String {
        let thing =
            switch series.capability.kind {
            case .position: "The cover was stopped"
            case .tilt: "The slats were stopped"
            case .valve: "The valve was stopped"
            default: "The door was stopped"
            }
        guard case .number(let percent)? = last else { return thing + "." }
        return "\(thing) at \(CapabilityValue.number(percent.rounded())) %."
    }
}

extension CapabilityValue {
    /// Whether a door or valve that is to become this is on its way there.
    fileprivate func isWay(_ value: CapabilityValue) -> Bool {
        self == .text("open") && value == .text("opening") || self == .text("closed") && value == .text("closing")
    }
}
