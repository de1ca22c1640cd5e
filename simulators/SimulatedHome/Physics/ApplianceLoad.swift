package import SeededRandom

/// An appliance that is connected to a plug.
package enum ApplianceKind: String, Sendable, CaseIterable {
    case fridge, washer, dishwasher, television, router, kettle, charger, lamp, heater, pump
}

/// The power that an appliance draws while its plug is on.
package struct ApplianceLoad: Sendable {
    package let kind: ApplianceKind
    /// Whether a programme ran in the last step. Tests compare with it what a gateway concludes from the power.
    package private(set) var isRunning = false
    /// The remaining steps of a running programme; the first one runs now.
    private var programme: [(watts: Double, seconds: Double)] = []
    private var random: SeededGenerator

    package init(_ kind: ApplianceKind, random: SeededGenerator) {
        self.kind = kind
        self.random = random
    }

    /// Advances the appliance and returns its power in W over this step.
    package mutating func advance(by step: Duration, hour: Double, isRoomOccupied: Bool) -> Double {
        let seconds = step.inSeconds
        switch kind {
        case .router: return 9 + 0.4 * random.gaussian()
        case .lamp: return 12
        case .heater: return 900
        case .pump: return 320 + 4 * random.gaussian()
        case .charger: return hour >= 23 || hour < 5 ? 2300 : 1.2
        case .television:
            return isRoomOccupied && (17..<23.5).contains(hour) ? 110 + 6 * random.gaussian() : 0.7
        case .fridge:
            if programme.isEmpty { programme = [(95, random.uniform(700...1100)), (1.5, random.uniform(1500...2400))] }
        case .kettle:
            start(perHour: isRoomOccupied && (6..<21).contains(hour) ? 1.5 : 0, within: seconds, [(2050, 140)])
        case .washer:
            start(
                perHour: (9..<20).contains(hour) ? 0.08 : 0, within: seconds,
                [(1950, 1200), (140, 1800), (60, 600), (380, 540)])
        case .dishwasher:
            start(
                perHour: (18..<22).contains(hour) ? 0.25 : 0, within: seconds,
                [(70, 300), (1800, 900), (60, 1500), (1750, 720), (20, 600)])
        }
        return run(seconds)
    }

    /// Ends the programme after the plug was switched off: it does not continue by itself.
    package mutating func interrupt() { programme = [] }

    private mutating func start(
        perHour: Double, within seconds: Double, _ steps: [(watts: Double, seconds: Double)]
    ) {
        // The random number is drawn even while a programme runs, so that the sequence of numbers depends on time
        // alone.
        let starts = random.happens(perHour: perHour, within: seconds)
        if programme.isEmpty && starts { programme = steps }
    }

    private mutating func run(_ seconds: Double) -> Double {
        isRunning = !programme.isEmpty
        guard let current = programme.first else { return 0.6 }
        programme[0].seconds -= seconds
        if programme[0].seconds <= 0 { programme.removeFirst() }
        return max(0, current.watts * (1 + 0.01 * random.gaussian()))
    }
}
