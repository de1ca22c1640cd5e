import HomeModel

/// A bolt that takes a moment to turn. It shows its actual position, not the target.
struct DoorLock: SimulatedDevice {
    private static let turning = Duration.milliseconds(700)

    private var isLocked = true
    private var turn: (locks: Bool, left: Duration)?
    private var cellPercent: Double

    init(place: SimulatedPlacement) {
        var random = place.random
        cellPercent = random.uniform(50...98)
    }

    var stage: StepStage { .sensing }

    var parts: [Part] {
        [Part(id: .main, capabilities: [.commandable(.lock, options: ["locked", "unlocked"]), .measured(.battery)])]
    }

    var observations: [Observation] {
        [
            Observation(.lock, value: .text(isLocked ? "locked" : "unlocked")),
            Observation(.battery, value: .number(cellPercent, decimals: 0)),
        ]
    }

    mutating func advance(by step: Duration, in home: inout Surroundings) {
        cellPercent = max(0, cellPercent - step.inSeconds * 2e-6)
        guard let turn else { return }
        if turn.left <= step {
            isLocked = turn.locks
            self.turn = nil
        } else {
            self.turn?.left = turn.left - step
        }
    }

    mutating func command(_ address: ValueAddress, to value: CapabilityValue) -> DeviceResponse {
        guard address.capability.kind == .lock, value == .text("locked") || value == .text("unlocked") else {
            return .rejected
        }
        turn = (locks: value == .text("locked"), left: Self.turning)
        return .accepted(value)
    }
}
