import SeededRandom
import HomeModel

/// A battery sensor with a yes or no value: leak, smoke, contact or motion.
struct AlarmSensor: SimulatedDevice {
    private static let motionHold = 45.0

    private let kind: CapabilityKind
    private let room: Int?
    private var random: SeededGenerator
    /// The sensor reports an event: motion, water, smoke, or an open door.
    private var isAlarmed = false
    /// Seconds until the event ends by itself; nil never ends.
    private var left: Double?
    private var cellPercent: Double

    init(_ kind: CapabilityKind, place: SimulatedPlacement) {
        self.kind = kind
        room = place.room
        random = place.random
        cellPercent = random.uniform(55...99)
    }

    var stage: StepStage { .sensing }
    var parts: [Part] { [Part(id: .main, capabilities: [.measured(kind), .measured(.battery)])] }

    var observations: [Observation] {
        [
            Observation(kind, value: .boolean(isAlarmed != isInverse)),
            Observation(.battery, value: .number(cellPercent, decimals: 0)),
        ]
    }

    mutating func advance(by step: Duration, in home: inout Surroundings) {
        let seconds = step.inSeconds
        cellPercent = max(0, cellPercent - seconds * 1e-6)
        let people = room.map { home.rooms[$0].people } ?? 0
        switch kind {
        case .motion:
            if random.happens(perHour: Double(people) * 60, within: seconds) { alarm(for: Self.motionHold) }
        case .contact:
            let opens = random.happens(perHour: Double(people) * 2, within: seconds)
            if opens && !isAlarmed { alarm(for: random.uniform(8...240)) }
        default: break
        }
        guard let remaining = left else { return }
        left = remaining - seconds
        guard remaining <= seconds else { return }
        isAlarmed = false
        left = nil
    }

    /// A closed contact means a closed door, so the value of a contact is inverted.
    private var isInverse: Bool { kind == .contact }

    /// Sets or ends the event by hand: water on the floor, smoke in the air, an open door. It stays until the next
    /// call.
    mutating func touch(_ address: ValueAddress, to value: CapabilityValue) -> Bool {
        guard address.capability.kind == kind, case .boolean(let on) = value else { return false }
        isAlarmed = on != isInverse
        left = nil
        return true
    }

    private mutating func alarm(for seconds: Double) {
        isAlarmed = true
        left = seconds
    }
}
