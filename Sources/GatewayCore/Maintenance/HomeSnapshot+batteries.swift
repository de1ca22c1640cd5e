import HomeModel

extension HomeSnapshot {
    /// The batteries that power devices, the most urgent one first.
    func batteries(_ states: StateSnapshot) -> [BatteryStatus] {
        devices.values.filter { !$0.description.isEnergyStore }.flatMap { device in
            device.description.parts.compactMap { BatteryStatus(of: $0, device: device.id, in: states[device.id]) }
        }
        .sorted()
    }
}

extension BatteryStatus {
    /// Nil for a part that reports no battery.
    fileprivate init?(of part: Part, device: DeviceID, in state: DeviceState) {
        let level = part.capabilities.first { $0.kind == .battery && $0.isReported }
        let warning = part.capabilities.first { $0.kind == .lowBattery && $0.isReported }
        guard level != nil || warning != nil else { return nil }
        let states = [level, warning].map { capability in
            capability.flatMap {
                state.values[SeriesID(device: device, part: part.id, capability: $0.name)]
            }
        }
        let newest = states.compactMap(\.self).max { $0.time < $1.time }
        self.init(
            device: device, part: part.id, level: states[0]?.value.number, isWarning: states[1]?.value.isTrue,
            reportedAt: newest?.time, isTimeKnown: newest?.isTimeKnown ?? true)
    }
}

extension CapabilityValue {
    fileprivate var number: Double? { if case .number(let number) = self { number } else { nil } }
    fileprivate var isTrue: Bool? { if case .boolean(let isTrue) = self { isTrue } else { nil } }
}
