import HomeModel

/// A battery sensor that says yes or no: leak, smoke, contact or motion.
struct AlarmSensor: SimulatedDevice {
    private static let motionHold = 45.0

    private let kind: CapabilityKind
    private let room: Int?
    private var random: SeededGenerator
    private var isOn = false
    /// Seconds until it falls back by itself; nil stays.
    private var left: Double?
    private var cellPercent: Double

    init(_ kind: CapabilityKind, place: DevicePlacement) {
        self.kind = kind
        room = place.room
        random = place.random
        cellPercent = random.uniform(55...99)
    }

    var stage: StepStage { .sensing }
    var parts: [Part] { [Part(id: .main, capabilities: [.measured(kind), .measured(.battery)])] }

    var observations: [Observation] {
        [Observation(kind, .boolean(isOn)), Observation(.battery, .number(cellPercent, decimals: 0))]
    }

    mutating func advance(by step: Duration, in home: inout Surroundings) {
        let seconds = step.inSeconds
        cellPercent = max(0, cellPercent - seconds * 1e-6)
        let people = room.map { home.rooms[$0].people } ?? 0
        switch kind {
        case .motion:
            if random.happens(perHour: Double(people) * 60, within: seconds) { turnOn(for: Self.motionHold) }
        case .contact:
            let opens = random.happens(perHour: Double(people) * 2, within: seconds)
            if opens && !isOn { turnOn(for: random.uniform(8...240)) }
        default: break
        }
        guard let remaining = left else { return }
        left = remaining - seconds
        guard remaining <= seconds else { return }
        isOn = false
        left = nil
    }

    /// Water on the floor, smoke in the air, a door held open: stays until it is touched again.
    mutating func touch(_ address: ValueAddress, to value: CapabilityValue) -> Bool {
        guard address.capability.kind == kind, case .boolean(let on) = value else { return false }
        isOn = on
        left = nil
        return true
    }

    private mutating func turnOn(for seconds: Double) {
        isOn = true
        left = seconds
    }
}
