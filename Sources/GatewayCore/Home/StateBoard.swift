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

    /// What a series said at `time` holds unless it has said something later. What seems to come from the future was
    /// said before the clock was set back, and is no reason to ignore what is said now.
    func set(_ value: CapabilityValue, of series: SeriesID, at time: Timestamp, now: Timestamp) {
        let new = CurrentState(value: value, time: time)
        Self.replace(&states[series, default: new], with: new, now)
    }

    private static func replace(_ known: inout CurrentState, with new: CurrentState, _ now: Timestamp) {
        if new.time >= known.time || known.time > now { known = new }
    }

    func set(_ believed: Believed, at now: Timestamp) {
        for valid in believed.readings {
            set(.number(valid.reading.value), of: valid.series, at: valid.reading.time, now: now)
        }
        for change in believed.changes { set(change.value, of: change.series, at: change.time, now: now) }
        // Values that the broker remembered are of use only where nothing better is known.
        for (series, value) in believed.remembered where states[series]?.value != value {
            states[series] = CurrentState(value: value, time: now)
        }
    }

    /// Forgets what the home does not have any more.
    func keep(_ home: HomeSnapshot) {
        states = states.filter { home.has($0.key) }
        availabilities = availabilities.filter { home[$0.key] != nil }
    }

    func forget(_ device: DeviceID) {
        availabilities[device] = nil
        states = states.filter { $0.key.device != device }
    }

    /// The network between us and all devices is gone: nobody knows.
    func forgetAvailabilities() { availabilities.removeAll() }
}
