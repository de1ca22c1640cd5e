package import HomeModel

/// The last value of a series, and when it was heard.
package struct CurrentState: Hashable, Sendable {
    package let value: CapabilityValue
    package let time: Timestamp

    package init(value: CapabilityValue, time: Timestamp) {
        self.value = value
        self.time = time
    }
}

/// What every device is now, as far as it said: values and availability.
package actor StateBoard {
    private var states: [SeriesID: CurrentState]
    private var availabilities: [DeviceID: Availability] = [:]

    package init(_ latest: [SeriesID: CurrentState] = [:]) { states = latest }

    package func availability(of device: DeviceID) -> Availability { availabilities[device] ?? .unknown }

    package func state(of series: SeriesID) -> CurrentState? { states[series] }

    /// All states and availabilities at one moment.
    package func all() -> (states: [SeriesID: CurrentState], availabilities: [DeviceID: Availability]) {
        (states, availabilities)
    }

    func set(_ availability: Availability, of device: DeviceID) -> Bool {
        availabilities.updateValue(availability, forKey: device) != availability
    }

    /// Holds unless the device has said more since.
    func assume(_ availability: Availability, of device: DeviceID) {
        if availabilities[device] == nil { availabilities[device] = availability }
    }

    func set(_ value: CapabilityValue, of series: SeriesID, at time: Timestamp) {
        if let known = states[series], known.time > time { return }
        states[series] = CurrentState(value: value, time: time)
    }

    func set(_ readings: [ValidReading], _ changes: [StateChange]) {
        for valid in readings { set(.number(valid.reading.value), of: valid.series, at: valid.reading.time) }
        for change in changes { set(change.value, of: change.series, at: change.time) }
    }

    /// Values that the broker remembered: of use only where nothing better is known.
    func recall(_ values: [(series: SeriesID, value: CapabilityValue)], at now: Timestamp) {
        for (series, value) in values where states[series]?.value != value {
            states[series] = CurrentState(value: value, time: now)
        }
    }

    func forget(_ device: DeviceID) {
        availabilities[device] = nil
        states = states.filter { $0.key.device != device }
    }

    /// The network between us and all devices is gone: nobody knows.
    func forgetAvailabilities() { availabilities.removeAll() }
}
