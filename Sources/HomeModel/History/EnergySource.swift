/// One series that tells a device's energy.
package struct EnergySource: Hashable, Sendable {
    package let series: SeriesID
    package let flow: EnergyFlow
    /// From power over time, since no counter counts it.
    package let isEstimated: Bool

    /// The series to add up for `device`: its energy counters, and its power where it has no counter at all.
    ///
    /// Nothing is added twice: where `main` tells a flow it is taken for the sum of the other parts, and where a part has
    /// the quantity itself, for the sum of those with a label. What names no flow is consumption; in an archived device
    /// it is left out, for nobody knows whether it was measured behind another meter.
    package static func all(of device: Device) -> [EnergySource] {
        let counters = sources(of: device, .energy)
        return counters.isEmpty ? sources(of: device, .power) : counters
    }

    private static func sources(of device: Device, _ kind: CapabilityKind) -> [EnergySource] {
        let unsaid: EnergyFlow? = device.address.kind.isLive ? .consumption : nil
        let found = device.description.parts.flatMap { part in
            let sources = part.capabilities.filter { $0.kind == kind }.compactMap { capability in
                (capability.flow ?? unsaid).map { flow in
                    EnergySource(
                        series: SeriesID(device: device.id, part: part.id, capability: capability.name), flow: flow,
                        isEstimated: kind == .power)
                }
            }
            return withoutParts(sources) { $0.series.capability.label == nil }
        }
        return withoutParts(found) { $0.series.part == .main }
    }

    /// `sources` without those of which a sum tells the same flow.
    private static func withoutParts(
        _ sources: [EnergySource], sums isSum: (EnergySource) -> Bool
    ) -> [EnergySource] {
        let told = Set(sources.filter(isSum).map(\.flow))
        return sources.filter { isSum($0) || !told.contains($0.flow) }
    }

    /// What flowed in an hour, in kWh; of an hour that goes on, up to `now`.
    ///
    /// A negative mean power is the opposite flow: what flowed both ways within the hour shows as the difference.
    package func amount(of hour: RollUp, now: Timestamp) -> (kilowattHours: Double, flow: EnergyFlow) {
        guard isEstimated else { return (hour.increase, flow) }
        let covered = hour.coverage.wholeMilliseconds
        // The last value is taken to hold until the hour's end, which is still to come.
        let ahead = min(max((hour.start + .hours(1) - now).wholeMilliseconds, 0), covered)
        let wattMilliseconds = hour.mean * Double(covered) - hour.last * Double(ahead)
        let kilowattHours = wattMilliseconds / Self.wattMillisecondsPerKilowattHour
        return kilowattHours < 0 ? (-kilowattHours, flow.reversed) : (kilowattHours, flow)
    }

    /// What flowed on a day all of whose hours are over, in kWh: the sum of `amount(of:now:)` of its hours.
    package func amounts(of day: DayRollUp) -> [(kilowattHours: Double, flow: EnergyFlow)] {
        guard isEstimated else { return [(day.rollUp.increase, flow)] }
        var amounts: [(kilowattHours: Double, flow: EnergyFlow)] = []
        if day.forwardHours > 0 { amounts.append((day.forward / Self.wattMillisecondsPerKilowattHour, flow)) }
        if day.backward < 0 { amounts.append((-day.backward / Self.wattMillisecondsPerKilowattHour, flow.reversed)) }
        return amounts
    }

    private static let wattMillisecondsPerKilowattHour = 3.6e9
}
