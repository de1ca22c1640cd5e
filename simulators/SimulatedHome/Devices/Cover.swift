import HomeModel

/// A blind or door that travels: 0 % closed, 100 % open.
struct Cover: SimulatedDevice {
    private static let reportedEvery = 5.0

    private let purpose: Purpose?
    private let percentPerSecond: Double
    private let place: DevicePlacement
    private var position: Double
    private var goal: Double

    init(position: Double, travel: Duration, purpose: Purpose?, place: DevicePlacement) {
        self.position = position
        goal = position
        percentPerSecond = 100 / max(1, travel.inSeconds)
        self.purpose = purpose
        self.place = place
    }

    var stage: StepStage { .sensing }

    var parts: [Part] {
        [Part(id: .main, capabilities: [.told(.position, 0...100, step: 1), .told(.movement)], purpose: purpose)]
    }

    /// On its way it speaks in steps, so that a journey is twenty messages and not a hundred.
    var observations: [Observation] {
        let shown = position == goal ? position : (position / Self.reportedEvery).rounded() * Self.reportedEvery
        let movement = position == goal ? "stopped" : goal > position ? "opening" : "closing"
        return [Observation(.movement, .text(movement)), Observation(.position, .number(shown, decimals: 0))]
    }

    mutating func advance(by step: Duration, in home: inout Surroundings) {
        let reach = percentPerSecond * step.inSeconds
        position = abs(goal - position) <= reach ? goal : position + (goal > position ? reach : -reach)
        guard let room = place.room, purpose != .garage, purpose != .gate else { return }
        home.rooms[room].openCoverPercent = position
    }

    mutating func command(_ address: ValueAddress, to value: CapabilityValue) -> CommandAnswer {
        if address.capability.kind == .movement {
            guard value == .text("stopped") else { return .rejected }
            position = position.rounded()
            goal = position
            return .accepted(value)
        }
        guard address.capability.kind == .position, case .number(let percent) = value, (0...100).contains(percent)
        else { return .rejected }
        goal = percent.rounded()
        return .accepted(.number(goal))
    }
}
