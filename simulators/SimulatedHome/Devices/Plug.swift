import HomeModel

/// One or more relays, each with an appliance. They are metered unless the device is a plain switch.
struct Plug: SimulatedDevice {
    /// One relay with its appliance and its meter.
    private struct Relay: Sendable {
        let part: PartID
        let purpose: Purpose?
        var load: ApplianceLoad
        var isOn: Bool
        var watts = 0.0
        var consumed = EnergyCounter()
    }

    private let isMetered: Bool
    private let place: SimulatedPlacement
    private var relays: [Relay]

    /// Several relays become the parts `relay-1`, `relay-2`, …; a single one is `main`.
    init(loads: [ApplianceKind], purposes: [Purpose?], isOn: Bool, isMetered: Bool, place: SimulatedPlacement) {
        self.isMetered = isMetered
        self.place = place
        var random = place.random
        relays = loads.enumerated().map { index, kind in
            Relay(
                part: loads.count == 1 ? .main : .named("relay-\(index + 1)"),
                purpose: purposes.indices.contains(index) ? purposes[index] : nil,
                load: ApplianceLoad(kind, random: random.split()), isOn: isOn)
        }
    }

    var stage: StepStage { .consuming }

    var parts: [Part] {
        let meters = isMetered ? [Capability.measured(.power), .measured(.energy, flow: .consumption)] : []
        return relays.map { Part(id: $0.part, capabilities: [.commandable(.switch)] + meters, purpose: $0.purpose) }
    }

    var observations: [Observation] {
        relays.flatMap { relay in
            [Observation(relay.part, kind: .switch, value: .boolean(relay.isOn))]
                + (isMetered
                    ? [
                        Observation(relay.part, kind: .power, value: .number(relay.watts, decimals: 1)),
                        Observation(
                            relay.part, kind: .energy, value: .number(relay.consumed.kilowattHours, decimals: 3)),
                    ] : [])
        }
    }

    mutating func advance(by step: Duration, in home: inout Surroundings) {
        let isOccupied = place.room.map { home.rooms[$0].people > 0 } ?? false
        for index in relays.indices {
            let drawn = relays[index].load.advance(by: step, hour: home.solarHour, isRoomOccupied: isOccupied)
            relays[index].watts = relays[index].isOn ? drawn : 0
            relays[index].consumed.add(watts: relays[index].watts, for: step)
            home.consume(relays[index].watts, on: place.phase, in: place.room)
        }
    }

    mutating func command(_ address: ValueAddress, to value: CapabilityValue) -> DeviceResponse {
        guard let index = relays.firstIndex(where: { $0.part == address.part }), address.capability.kind == .switch,
            case .boolean(let on) = value
        else { return .rejected }
        relays[index].isOn = on
        if !on { relays[index].load.interrupt() }
        return .accepted(value)
    }
}
