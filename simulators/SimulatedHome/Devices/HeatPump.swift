import HomeModel

/// A heat pump: turns electricity and outside air into the heat that the thermostats demand.
struct HeatPump: SimulatedDevice {
    private static let outside = PartID.named("outside")

    private let source: HeatSource
    private let phase: Phase
    private var isOn = true
    private var watts = 0.0
    private var flowCelsius = 20.0
    private var outsideCelsius = 0.0
    private var consumed = EnergyCounter()

    init(maximumHeatWatts: Double, place: SimulatedPlacement) {
        source = HeatSource(maximumHeatWatts: maximumHeatWatts)
        phase = place.phase
    }

    var stage: StepStage { .consuming }

    var parts: [Part] {
        [
            Part(
                id: .main,
                capabilities: [
                    .commandable(.switch), .measured(.power), .measured(.energy, flow: .consumption),
                    .measured(.temperature),
                ], purpose: .homeHeating),
            Part(id: Self.outside, capabilities: [.measured(.temperature)]),
        ]
    }

    var observations: [Observation] {
        [
            Observation(.switch, value: .boolean(isOn)), Observation(.power, value: .number(watts, decimals: 1)),
            Observation(.energy, value: .number(consumed.kilowattHours, decimals: 3)),
            Observation(.temperature, value: .number(flowCelsius, decimals: 1)),
            Observation(Self.outside, kind: .temperature, value: .number(outsideCelsius, decimals: 1)),
        ]
    }

    mutating func advance(by step: Duration, in home: inout Surroundings) {
        outsideCelsius = home.weather.temperatureCelsius
        let supply = source.supply(home.balance.heatDemand, outside: outsideCelsius)
        watts = isOn ? supply.watts : 4
        home.balance.heatDelivered = isOn ? supply.delivered : 0
        let goal = isOn && home.balance.heatDemand > 50 ? HeatSource.flowCelsius : 20
        flowCelsius += (goal - flowCelsius) * min(1, step.inSeconds / 600)
        consumed.add(watts: watts, for: step)
        home.consume(watts, on: phase, in: nil)
    }

    mutating func command(_ address: ValueAddress, to value: CapabilityValue) -> DeviceResponse {
        guard address.part == .main, address.capability.kind == .switch, case .boolean(let on) = value else {
            return .rejected
        }
        isOn = on
        return .accepted(value)
    }
}

/// An air-to-water heat pump: computes the electricity that the heat needs.
package struct HeatSource: Hashable, Sendable {
    package static let flowCelsius = 38.0

    package let maximumHeatWatts: Double

    package init(maximumHeatWatts: Double) { self.maximumHeatWatts = maximumHeatWatts }

    /// The coefficient of performance: 45 % of the Carnot efficiency, as such machines reach.
    package func performance(outside celsius: Double) -> Double {
        let lift = max(8, Self.flowCelsius - celsius)
        return min(5.5, max(1.5, 0.45 * (Self.flowCelsius + 273.15) / lift))
    }

    /// Returns W of electricity, and the fraction of `demand` (W of heat) that is met.
    package func supply(_ demand: Double, outside celsius: Double) -> (watts: Double, delivered: Double) {
        let heat = min(max(0, demand), maximumHeatWatts)
        return (14 + heat / performance(outside: celsius), demand > 0 ? heat / demand : 1)
    }
}
