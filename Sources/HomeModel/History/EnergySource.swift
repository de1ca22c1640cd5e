/// One series from which the energy of a device is computed.
package struct EnergySource: Hashable, Sendable {
    package let series: SeriesID
    package let flow: EnergyFlow
    /// Whether the energy is computed from power over time, because the device has no counter.
    package let isEstimated: Bool

    /// The series to add up for `device`: its energy counters, or its power where it has no counter at all.
    ///
    /// No energy is added twice. Where the part `main` has a flow, that is the sum of the other parts; where a part has
    /// the quantity without a label, that is the sum of those with a label. A quantity without a flow is consumption.
    /// In an archived device it is left out, because it may have been measured behind another meter.
    package static func all(of device: Device) -> [EnergySource] {
        let counters = sources(of: device, .energy)
        return counters.isEmpty ? sources(of: device, .power) : counters
    }

    private static func sources(of device: Device, _ kind: CapabilityKind) -> [EnergySource] {
        let defaultFlow: EnergyFlow? = device.address.kind.isLive ? .consumption : nil
        let found = device.description.parts.flatMap { part in
            let sources = part.capabilities.filter { $0.kind == kind }.compactMap { capability in
                (capability.flow ?? defaultFlow).map { flow in
                    EnergySource(
                        series: SeriesID(device: device.id, part: part.id, capability: capability.name), flow: flow,
                        isEstimated: kind == .power)
                }
            }
            return withoutParts(sources) { $0.series.capability.label == nil }
        }
        return withoutParts(found) { $0.series.part == .main }
    }

    /// `sources` without those that a sum of the same flow already includes.
    private static func withoutParts(
        _ sources: [EnergySource], sums isSum: (EnergySource) -> Bool
    ) -> [EnergySource] {
        let summedFlows = Set(sources.filter(isSum).map(\.flow))
        return sources.filter { isSum($0) || !summedFlows.contains($0.flow) }
    }

    /// The energy of an hour in kWh; of the current hour, up to `now`.
    ///
    /// A negative mean power is the opposite flow. Of energy that flowed both ways within the hour only the difference
    /// is known.
    package func amount(of hour: RollUp, now: Timestamp) -> (kilowattHours: Double, flow: EnergyFlow) {
        guard isEstimated else { return (hour.increase, flow) }
        let covered = hour.coverage.wholeMilliseconds
        // The mean assumes that the last value lasts until the end of the hour, part of which is still to come.
        let ahead = min(max((hour.start + .hours(1) - now).wholeMilliseconds, 0), covered)
        let wattMilliseconds = hour.mean * Double(covered) - hour.last * Double(ahead)
        let kilowattHours = wattMilliseconds / Self.wattMillisecondsPerKilowattHour
        return kilowattHours < 0 ? (-kilowattHours, flow.reversed) : (kilowattHours, flow)
    }

    /// The energy in kWh of a day that is completely over: the sum of `amount(of:now:)` of its hours.
    package func amounts(of day: DayRollUp) -> [(kilowattHours: Double, flow: EnergyFlow)] {
        guard isEstimated else { return [(day.rollUp.increase, flow)] }
        var amounts: [(kilowattHours: Double, flow: EnergyFlow)] = []
        if day.forwardHours > 0 { amounts.append((day.forward / Self.wattMillisecondsPerKilowattHour, flow)) }
        if day.backward < 0 { amounts.append((-day.backward / Self.wattMillisecondsPerKilowattHour, flow.reversed)) }
        return amounts
    }

    private static let wattMillisecondsPerKilowattHour = 3.6e9
}
