import HomeModel

/// A radiator valve with a target temperature: a proportional controller with a slow integral that removes the
/// remaining error.
struct Thermostat: SimulatedDevice {
    private enum Mode: String, CaseIterable { case off, heat, auto }

    private static let frostCelsius = 7.0
    private static let nightSetbackKelvin = 2.5

    private let place: SimulatedPlacement
    private var mode = Mode.heat
    private var targetCelsius: Double
    private var measuredCelsius = 20.0
    private var integral = 0.2
    private var cellPercent: Double

    init(targetCelsius: Double, place: SimulatedPlacement) {
        self.targetCelsius = targetCelsius
        var random = place.random
        cellPercent = random.uniform(60...98)
        self.place = place
    }

    var stage: StepStage { .heating }

    var parts: [Part] {
        [
            Part(
                id: .main,
                capabilities: [
                    .measured(.temperature), .commandable(.targetTemperature, range: 5...30, step: 0.5),
                    .commandable(.thermostatMode, options: Mode.allCases.map(\.rawValue)), .measured(.battery),
                ])
        ]
    }

    var observations: [Observation] {
        [
            Observation(.temperature, value: .number(measuredCelsius, decimals: 1)),
            Observation(.targetTemperature, value: .number(targetCelsius, decimals: 1)),
            Observation(.thermostatMode, value: .text(mode.rawValue)),
            Observation(.battery, value: .number(cellPercent, decimals: 0)),
        ]
    }

    mutating func advance(by step: Duration, in home: inout Surroundings) {
        guard let room = place.room else { return }
        measuredCelsius = home.rooms[room].temperatureCelsius
        cellPercent = max(0, cellPercent - step.inSeconds * 1e-6)
        let error = goal(at: home.solarHour) - measuredCelsius
        let valve = min(1, max(0, error + integral))
        // The integral changes only while the valve is not at its limits, to avoid wind-up.
        if (0..<1).contains(valve) || error < 0 { integral += error * step.inSeconds / 7200 }
        integral = min(1, max(0, integral))
        home.demandHeat(valve * home.rooms[room].radiatorWatts, in: room)
    }

    mutating func command(_ address: ValueAddress, to value: CapabilityValue) -> DeviceResponse {
        switch (address.capability.kind, value) {
        case (.targetTemperature, .number(let celsius)) where (5...30).contains(celsius): targetCelsius = celsius
        case (.thermostatMode, .text(let name)):
            guard let mode = Mode(rawValue: name) else { return .rejected }
            self.mode = mode
        default: return .rejected
        }
        return .accepted(value)
    }

    private func goal(at hour: Double) -> Double {
        switch mode {
        case .off: Self.frostCelsius
        case .heat: targetCelsius
        case .auto: targetCelsius - (hour < 6 || hour >= 22 ? Self.nightSetbackKelvin : 0)
        }
    }
}
