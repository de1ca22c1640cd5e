/// A run count that is stored: a settled part that never changes, and the latest result beyond it.
///
/// Values may arrive late, for example those that a broker kept while the gateway did not run. So each update counts the
/// last days again, from the settled part on. When values of these days are missing that were counted before, because
/// they were deleted meanwhile, the earlier result becomes the settled part: a count never loses what it has counted.
package struct RunCounter: Hashable, Sendable, Codable {
    /// Values that arrive later than this are not counted any more.
    package static let settlingTime = Duration.hours(48)
    /// A clock that was set back by more than this makes the count go on at the new time.
    private static let longestStepBack = Duration.hours(1)

    package private(set) var settled: RunCount
    package private(set) var latest: RunCount
    /// The number of values from the end of the settled part to that of the latest result.
    private var lateValues = 0

    /// Begins to count; see `RunCount`.
    package init(from: Timestamp, after before: RunSample? = nil, isLost: Bool = false, by rule: RunRule) {
        settled = RunCount(from: from, after: before, isLost: isLost, by: rule)
        latest = settled
    }

    /// The moment from which the next update needs all values.
    package var start: Timestamp { settled.through }

    /// Counts until `now`. `samples` are all stored values from `start` on and before `now`, in the order of time.
    /// Everything before `settling` is settled; later values may still arrive between that moment and now. Returns whether
    /// the stored values no longer give what was counted before: from then on, only the counter knows it, and callers
    /// store the counter at once.
    package mutating func update(
        with samples: [RunSample], by rule: RunRule, settling: Timestamp, now: Timestamp
    ) -> Bool {
        if latest.through > now + Self.longestStepBack {
            restart(at: now, by: rule)
            return true
        }
        guard now > latest.through else { return false }
        let samples = samples.filter { $0.time >= settled.through && $0.time < now }
        var rest = samples[...]
        let areValuesMissing = samples.count(where: { $0.time < latest.through }) < lateValues
        if areValuesMissing {
            settled = latest
            rest = samples.drop { $0.time < latest.through }
        }
        let edge = min(settling, now)
        for sample in rest.prefix(while: { $0.time < edge }) { settled.add(sample, by: rule) }
        settled.advance(to: edge, by: rule)
        let late = rest.drop { $0.time < edge }
        latest = settled
        for sample in late { latest.add(sample, by: rule) }
        latest.advance(to: now, by: rule)
        lateValues = late.count
        return areValuesMissing
    }

    /// Counts the values before `end` for good. For a long time with more values than one update takes.
    package mutating func settle(with samples: [RunSample], by rule: RunRule, through end: Timestamp) {
        for sample in samples where sample.time < end { settled.add(sample, by: rule) }
        settled.advance(to: end, by: rule)
        guard latest.through <= end else { return }
        latest = settled
        lateValues = 0
    }

    private mutating func restart(at now: Timestamp, by rule: RunRule) {
        latest.restart(at: now, by: rule)
        settled = latest
        lateValues = 0
    }
}
