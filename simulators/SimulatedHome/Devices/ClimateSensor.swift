import SeededRandom
import HomeModel

/// Measures the air of its room, or outside when it has no room.
struct ClimateSensor: SimulatedDevice {
    private let measures: [CapabilityKind]
    private let isCounting: Bool
    private let room: Int?
    private var random: SeededGenerator
    private var steps = 0
    private var shown: [CapabilityKind: Double] = [:]
    private var isForced: Set<CapabilityKind> = []

    init(measures: [CapabilityKind], isCounting: Bool = false, place: SimulatedPlacement) {
        self.measures = measures
        self.isCounting = isCounting
        room = place.room
        random = place.random
    }

    var stage: StepStage { .sensing }
    var parts: [Part] { [Part(id: .main, capabilities: measures.map { .measured($0) })] }

    var observations: [Observation] {
        measures.map { kind in
            Observation(kind, value: .number(shown[kind] ?? 0, decimals: Self.decimals[kind] ?? 0))
        }
    }

    mutating func advance(by step: Duration, in home: inout Surroundings) {
        steps += 1
        for kind in measures {
            let noise = random.gaussian()
            guard !isForced.contains(kind) else { continue }
            shown[kind] = min(99_999, max(kind == .temperature ? -60 : 0, value(of: kind, in: home, noise: noise)))
        }
    }

    /// Makes the sensor show this value from now on.
    mutating func touch(_ address: ValueAddress, to value: CapabilityValue) -> Bool {
        guard measures.contains(address.capability.kind), case .number(let number) = value else { return false }
        shown[address.capability.kind] = number
        isForced.insert(address.capability.kind)
        return true
    }

    private static let decimals: [CapabilityKind: Int] = [.temperature: 2, .humidity: 1, .pressure: 1]

    private func value(of kind: CapabilityKind, in home: Surroundings, noise: Double) -> Double {
        let room = room.map { home.rooms[$0] }
        if isCounting { return Double(steps) / 100 }
        switch kind {
        case .temperature: return (room?.temperatureCelsius ?? home.weather.temperatureCelsius) + 0.03 * noise
        case .humidity: return min(100, (room?.humidityPercent ?? home.weather.humidityPercent) + 0.2 * noise)
        case .co2: return (room?.air.carbonDioxidePPM ?? 420) + 4 * noise
        case .illuminance: return room?.daylight(in: home.weather) ?? home.weather.irradiance * 110
        case .pressure: return 1013 + noise
        default: return 0
        }
    }
}
