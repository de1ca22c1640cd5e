/// How long something has run since a moment, how often, and for how long that is not known. Computed from the stored
/// values of a series in the order of time.
///
/// The result depends only on the values and the rule, and not on the steps in which time advances: advancing to noon and
/// then to the evening gives the same as advancing to the evening. All times are moments in UTC, so that a change of the
/// clocks of the home makes no difference.
package struct RunCount: Hashable, Sendable, Codable {
    /// A run goes on after a time of so many milliseconds in which nothing is known.
    private static let longestGap: Int64 = 3_600_000

    /// The moment from which it counts.
    package let from: Timestamp
    /// Everything before this moment is counted.
    package private(set) var through: Timestamp
    /// In milliseconds.
    package private(set) var running: Int64 = 0
    /// The number of runs that have ended.
    package private(set) var cycles = 0
    /// The milliseconds for which it is not known whether it ran.
    package private(set) var unknown: Int64 = 0
    package private(set) var phase = RunPhase.unknown

    /// When the last value was reported.
    private var valueTime: Timestamp?
    /// The phase before the device was lost.
    private var phaseBeforeLoss: RunPhase?
    /// How long the present run has lasted without its pauses, in milliseconds; nil between runs.
    private var run: Int64?
    /// When the present pause, or the present lack of values, began.
    private var pauseStart: Timestamp?

    /// Begins to count at a moment. `before` is the last value before it, if there is one, and `isLost` says whether the
    /// device could not be reached then.
    package init(from: Timestamp, after before: RunSample? = nil, isLost: Bool = false, by rule: RunRule) {
        self.from = from
        through = from
        guard let before, before.time <= from, from.milliseconds - before.time.milliseconds < rule.longestHold else {
            return
        }
        apply(before, by: rule)
        if isLost { apply(RunSample(.lost, at: from), by: rule) }
    }

    /// Adds a value. Values before `through` are ignored: they are counted already.
    package mutating func add(_ sample: RunSample, by rule: RunRule) {
        guard sample.time >= through else { return }
        advance(to: sample.time, by: rule)
        apply(sample, by: rule)
    }

    /// Counts the time until `time`, in which no other value was stored.
    package mutating func advance(to time: Timestamp, by rule: RunRule) {
        guard time > through else { return }
        if phase != .unknown {
            let (end, overflow) = (valueTime ?? through).milliseconds.addingReportingOverflow(rule.longestHold)
            let known = overflow ? time : min(time, max(Timestamp(milliseconds: end), through))
            count(until: known, by: rule)
            if known < time { become(.unknown, at: known) }
        }
        count(until: time, by: rule)
    }

    /// Continues at another time without counting what lies between, because the clock was set back far. What is counted
    /// stays.
    package mutating func restart(at time: Timestamp, by rule: RunRule) {
        endRun(by: rule)
        (phase, phaseBeforeLoss, valueTime, through) = (.unknown, nil, nil, time)
    }

    /// Counts a time in which the phase is the same.
    private mutating func count(until time: Timestamp, by rule: RunRule) {
        let length = max(time.milliseconds - through.milliseconds, 0)
        through = max(through, time)
        switch phase {
        case .running:
            running += length
            run = (run ?? 0) + length
        case .unknown: unknown += length
        case .resting, .stopped: break
        }
        guard let pauseStart, let longest = longestPause(by: rule) else { return }
        if time.milliseconds - pauseStart.milliseconds >= longest { endRun(by: rule) }
    }

    /// The milliseconds after which the present pause ends the run; nil when only a value ends it.
    private func longestPause(by rule: RunRule) -> Int64? {
        let pause = Int64(rule.longestPauseSeconds) * 1000
        switch phase {
        case .unknown: return max(pause, Self.longestGap)
        case .resting: return rule.runsAtWatts == nil ? nil : pause
        case .running, .stopped: return nil
        }
    }

    private mutating func apply(_ sample: RunSample, by rule: RunRule) {
        switch sample.content {
        case .watts(let watts):
            valueTime = sample.time
            // A power between the thresholds says nothing when nothing was known before.
            become(rule.phase(ofWatts: watts) ?? phase, at: sample.time, by: rule)
        case .phase(let new):
            valueTime = sample.time
            phaseBeforeLoss = nil
            become(new, at: sample.time, by: rule)
        case .lost:
            if phase != .unknown { phaseBeforeLoss = phase }
            become(.unknown, at: sample.time, by: rule)
        case .found:
            guard let known = phaseBeforeLoss, rule.runsAtWatts == nil else { return }
            phaseBeforeLoss = nil
            become(known, at: sample.time, by: rule)
        }
    }

    private mutating func become(_ new: RunPhase, at time: Timestamp, by rule: RunRule) {
        if new == .stopped { endRun(by: rule) } else { become(new, at: time) }
        phase = new
    }

    private mutating func become(_ new: RunPhase, at time: Timestamp) {
        if new == .running {
            run = run ?? 0
            pauseStart = nil
        } else if run != nil {
            pauseStart = pauseStart ?? time
        }
        phase = new
    }

    private mutating func endRun(by rule: RunRule) {
        if let run, run > 0, run >= Int64(rule.shortestRunSeconds) * 1000 { cycles += 1 }
        (run, pauseStart) = (nil, nil)
    }
}
