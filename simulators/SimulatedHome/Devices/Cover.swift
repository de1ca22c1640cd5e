import HomeModel

/// A blind or garage door that moves: 0 % is closed, 100 % is open.
struct Cover: SimulatedDevice {
    private static let reportedEvery = 5.0

    private let purpose: Purpose?
    private let percentPerSecond: Double
    private let place: SimulatedPlacement
    private var position: Double
    private var goal: Double

    init(position: Double, travel: Duration, purpose: Purpose?, place: SimulatedPlacement) {
        self.position = position
        goal = position
        percentPerSecond = 100 / max(1, travel.inSeconds)
        self.purpose = purpose
        self.place = place
    }

    var stage: StepStage { .sensing }

    var parts: [Part] {
        [
            Part(
                id: .main, capabilities: [.commandable(.position, range: 0...100, step: 1), .commandable(.movement)],
                purpose: purpose)
        ]
    }

    /// While it moves, the position is reported in steps of 5 %, so that a full movement is twenty messages and not a
    /// hundred.
    var observations: [Observation] {
        let shown = position == goal ? position : (position / Self.reportedEvery).rounded() * Self.reportedEvery
        let movement = position == goal ? "stopped" : goal > position ? "opening" : "closing"
        return [
            Observation(.movement, value: .text(movement)), Observation(.position, value: .number(shown, decimals: 0)),
        ]
    }

    mutating func advance(by step: Duration, in home: inout Surroundings) {
        let reach = percentPerSecond * step.inSeconds
        position = abs(goal - position) <= reach ? goal : position + (goal > position ? reach : -reach)
        guard let room = place.room, purpose != .garage, purpose != .gate else { return }
        home.rooms[room].openCoverPercent = position
    }

    mutating func command(_ address: ValueAddress, to value: CapabilityValue) -> DeviceResponse {
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
