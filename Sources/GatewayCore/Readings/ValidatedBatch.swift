import HomeModel

/// The valid contents of a batch of reports: what is stored of it, and what is shown of it.
struct ValidatedBatch {
    /// The readings and changes to store with their times.
    var readings: [ValidReading] = []
    var changes: [StateChange] = []
    /// The records to store without a time.
    private(set) var unclocked: [UnclockedRecord] = []
    /// The same records with the times with which they are shown.
    private var unclockedReadings: [(series: SeriesID, reading: Reading)] = []
    private(set) var unclockedChanges: [StateChange] = []
    /// The changes that have not been shown yet.
    var news: [StateChange] = []
    private var retained: [(series: SeriesID, value: CapabilityValue)] = []
    /// For a series with a live value: how many of `retained` arrived before it.
    private var replaced: [SeriesID: Int] = [:]

    /// The readings to show.
    var shownReadings: [(series: SeriesID, reading: Reading)] {
        readings.map { ($0.series, $0.reading) } + unclockedReadings
    }

    /// Remembered values that no later live value of their series replaced: present states, but no new events.
    var remembered: [(series: SeriesID, value: CapabilityValue)] {
        retained.enumerated().filter { $0.offset >= replaced[$0.element.series] ?? 0 }.map(\.element)
    }

    var events: [LiveEvent] { shownReadings.map { .reading($0.series, $0.reading) } + news.map { .state($0) } }

    /// The same contents without the readings and changes of `series` that have a time.
    func without(_ series: Set<SeriesID>) -> ValidatedBatch {
        var batch = self
        batch.readings.removeAll { series.contains($0.series) }
        batch.changes.removeAll { series.contains($0.series) }
        return batch
    }

    /// Returns true for a report of a value that the link remembered, which only counts for `remembered`. A live value
    /// replaces the remembered ones of its series that arrived before.
    mutating func remember(_ value: CapabilityValue, of series: SeriesID, from report: TimedReport) -> Bool {
        if report.isRetained {
            retained.append((series, value))
        } else if !retained.isEmpty {
            replaced[series] = retained.count
        }
        return report.isRetained
    }

    /// Adds a reading whose time is not known.
    mutating func addUnclocked(_ reading: Reading, of series: SeriesID, time: ReportTime) {
        unclockedReadings.append((series, reading))
        unclocked.append(UnclockedRecord(series: series, value: .number(reading.value), time: time))
    }

    /// Adds changes of which `time` is the time.
    mutating func add(_ changes: [StateChange], time: ReportTime) {
        switch time {
        case .known: self.changes += changes
        case .unchecked, .provisional:
            unclockedChanges += changes
            unclocked += changes.map { UnclockedRecord(series: $0.series, value: $0.value, time: time) }
        }
    }
}

extension UnclockedRecord {
    fileprivate init(series: SeriesID, value: CapabilityValue, time: ReportTime) {
        let ownTime: Timestamp? = if case .unchecked(let own) = time { own } else { nil }
        self.init(series: series, value: value, ownTime: ownTime)
    }
}
