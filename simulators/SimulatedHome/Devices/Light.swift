import HomeModel

/// A lamp with brightness, and with colour temperature if `hasColorTemperature`.
struct Light: SimulatedDevice {
    let ratedWatts: Double
    let hasColorTemperature: Bool
    /// Switches on when people enter the room while it is dark, and off when they leave.
    let isAutomatic: Bool
    private let place: SimulatedPlacement

    private var isOn = false
    private var brightnessPercent = 80.0
    private var kelvin = 3000.0
    private var watts = 0.0
    private var consumed = EnergyCounter()
    private var wasOccupied = false

    init(ratedWatts: Double, hasColorTemperature: Bool, isAutomatic: Bool, place: SimulatedPlacement) {
        self.ratedWatts = ratedWatts
        self.hasColorTemperature = hasColorTemperature
        self.isAutomatic = isAutomatic
        self.place = place
    }

    var stage: StepStage { .consuming }

    var parts: [Part] {
        let warmth = hasColorTemperature ? [Capability.commandable(.colorTemperature, range: 2200...6500, step: 1)] : []
        return [
            Part(
                id: .main,
                capabilities: [.commandable(.switch), .commandable(.brightness, range: 0...100, step: 1)] + warmth
                    + [.measured(.power), .measured(.energy, flow: .consumption)])
        ]
    }

    var observations: [Observation] {
        let warmth = hasColorTemperature ? [Observation(.colorTemperature, value: .number(kelvin, decimals: 0))] : []
        return [
            Observation(.switch, value: .boolean(isOn)),
            // A Zigbee lamp has 254 steps. A whole percentage would stand for two or three of them.
            Observation(.brightness, value: .number(brightnessPercent, decimals: 1)),
        ] + warmth + [
            Observation(.power, value: .number(watts, decimals: 1)),
            Observation(.energy, value: .number(consumed.kilowattHours, decimals: 3)),
        ]
    }

    mutating func advance(by step: Duration, in home: inout Surroundings) {
        if isAutomatic { follow(home) }
        watts = isOn ? ratedWatts * (0.06 + 0.94 * brightnessPercent / 100) : 0.3
        consumed.add(watts: watts, for: step)
        home.consume(watts, on: place.phase, in: place.room)
    }

    mutating func command(_ address: ValueAddress, to value: CapabilityValue) -> DeviceResponse {
        switch (address.capability.kind, value) {
        case (.switch, .boolean(let on)): isOn = on
        case (.brightness, .number(let percent)):
            isOn = percent > 0
            if isOn { brightnessPercent = min(100, percent) }
        case (.colorTemperature, .number(let value)) where hasColorTemperature:
            isOn = true
            kelvin = min(6500, max(2200, value))
        default: return .rejected
        }
        return .accepted(value)
    }

    private mutating func follow(_ home: Surroundings) {
        guard let room = place.room else { return }
        let isOccupied = home.rooms[room].people > 0
        if isOccupied && !wasOccupied && home.isDark { isOn = true }
        if !isOccupied && wasOccupied { isOn = false }
        wasOccupied = isOccupied
    }
}
