/// How the values of a series say whether something runs.
package struct RunRule: Hashable, Sendable, Codable {
    /// A power at or above this many watts says that it runs. Nil for a series of states.
    package let runsAtWatts: Double?
    /// A power below this many watts says that it does not run. Between the two, it stays as it was: a power that varies
    /// around one threshold would otherwise count as many runs.
    package let restsBelowWatts: Double?
    /// A rest of at least so many seconds ends a run. A washer soaks between two heatings.
    package let longestPauseSeconds: Int
    /// A run of fewer seconds is no cycle.
    package let shortestRunSeconds: Int

    package static let watts = 0.1...100_000.0
    package static let pauseSeconds = 0...86_400
    package static let runSeconds = 0...86_400
    /// The pause and the run that are assumed for a power when a person states none.
    package static let usualPauseSeconds = 600
    package static let usualRunSeconds = 300
    /// The share of the upper threshold that is assumed for the lower one.
    package static let usualRestShare = 0.8

    package init(
        runsAtWatts: Double?, restsBelowWatts: Double? = nil, longestPauseSeconds: Int = 0, shortestRunSeconds: Int = 0
    ) {
        self.runsAtWatts = runsAtWatts
        self.restsBelowWatts = restsBelowWatts
        self.longestPauseSeconds = longestPauseSeconds
        self.shortestRunSeconds = shortestRunSeconds
    }

    /// The rule of a series of states, of which each one says whether it runs.
    package static let states = RunRule(runsAtWatts: nil)

    /// How long a value applies while no later one is stored, in milliseconds. A power that was not reported for an hour
    /// is not known any more, as in the roll-ups. A state applies until it changes.
    var longestHold: Int64 { runsAtWatts == nil ? .max : 3_600_000 }

    /// What this number of watts says. Nil when it stays as it was.
    func phase(ofWatts watts: Double) -> RunPhase? {
        guard let runsAtWatts else { return nil }
        if watts >= runsAtWatts { return .running }
        return watts < restsBelowWatts ?? runsAtWatts * Self.usualRestShare ? .resting : nil
    }
}

/// What is known of something that runs from time to time.
package enum RunPhase: String, Sendable, Codable {
    case running
    /// It may go on with the same run.
    case resting
    /// The run is over.
    case stopped
    /// There was no value for too long, or the device could not be reached.
    case unknown
}

/// A stored value, as far as it says whether something runs.
package struct RunSample: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        case watts(Double)
        case phase(RunPhase)
        /// The device could not be reached from here on.
        case lost
        /// The device can be reached again. A state is what it was; a power is not known before it is reported.
        case found
    }

    package let time: Timestamp
    package let content: Content

    package init(_ content: Content, at time: Timestamp) {
        self.content = content
        self.time = time
    }

    /// What a state says. Nil for a state that says nothing about runs.
    package init?(_ change: StateChange) {
        switch (change.series.capability.kind, change.value) {
        case (.switch, .boolean(let isOn)): self.init(.phase(isOn ? .running : .stopped), at: change.time)
        case (.appliance, .text("running")), (.vacuum, .text("cleaning")): self.init(.phase(.running), at: change.time)
        case (.appliance, .text("paused")), (.vacuum, .text("paused")): self.init(.phase(.resting), at: change.time)
        case (.appliance, .text("stopped")), (.appliance, .text("finished")), (.vacuum, .text("docked")),
            (.vacuum, .text("returning")):
            self.init(.phase(.stopped), at: change.time)
        default: return nil
        }
    }
}

extension CapabilityKind {
    /// Whether runs can be counted from values of this kind.
    package var saysWhetherItRuns: Bool { self == .power || isRunState }

    /// Whether each value of this kind says by itself whether something runs.
    package var isRunState: Bool { [.switch, .appliance, .vacuum].contains(self) }
}
