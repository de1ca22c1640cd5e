package import HomeModel

/// The last value of a series, and when it was heard.
package struct CurrentState: Hashable, Sendable {
    package let value: CapabilityValue
    package let time: Timestamp
    /// False for what the broker kept: the device said it at `time` or at any moment before.
    package let isTimeKnown: Bool

    package init(value: CapabilityValue, time: Timestamp, isTimeKnown: Bool = true) {
        self.value = value
        self.time = time
        self.isTimeKnown = isTimeKnown
    }
}

/// What one device is now, as far as it said.
package struct DeviceState: Sendable {
    /// Nil while it has said nothing of that.
    package fileprivate(set) var availability: Availability?
    package fileprivate(set) var values: [SeriesID: CurrentState] = [:]
    /// Another one whenever anything here is another; 0 for a device that never said anything.
    package fileprivate(set) var revision = 0

    package init() {}
}

/// The states of all devices at one moment.
package struct StateSnapshot: Sendable {
    private var devices: [DeviceID: DeviceState] = [:]
    /// Grows with every change.
    package private(set) var revision = 0

    init(_ latest: [SeriesID: CurrentState]) {
        for (series, state) in latest { change(series.device) { $0.values[series] = state } }
    }

    package subscript(_ device: DeviceID) -> DeviceState { devices[device] ?? DeviceState() }

    fileprivate var known: some Collection<DeviceID> { devices.keys }

    fileprivate mutating func change<Result>(
        _ device: DeviceID, _ change: (inout DeviceState) -> Result
    ) -> Result {
        revision += 1
        let revision = revision
        func apply(_ state: inout DeviceState) -> Result {
            state.revision = revision
            return change(&state)
        }
        return apply(&devices[device, default: DeviceState()])
    }

    fileprivate mutating func remove(_ device: DeviceID) {
        revision += 1
        devices[device] = nil
    }
}

/// What every device is now, as far as it said: values and availability.
package actor StateBoard {
    package private(set) var snapshot: StateSnapshot

    package init(_ latest: [SeriesID: CurrentState] = [:]) { snapshot = StateSnapshot(latest) }

    package func availability(of device: DeviceID) -> Availability { snapshot[device].availability ?? .unknown }

    package func state(of series: SeriesID) -> CurrentState? { snapshot[series.device].values[series] }

    func set(_ availability: Availability, of device: DeviceID) -> Bool {
        guard snapshot[device].availability != availability else { return false }
        snapshot.change(device) { $0.availability = availability }
        return true
    }

    /// Holds unless the device has said more since.
    func assume(_ availability: Availability, of device: DeviceID) {
        if snapshot[device].availability == nil { _ = set(availability, of: device) }
    }

    /// What a series said at `time` holds unless it has said something later. What seems to come from the future was
    /// said before the clock was set back, and is no reason to ignore what is said now.
    func set(_ value: CapabilityValue, of series: SeriesID, at time: Timestamp, now: Timestamp) {
        let new = CurrentState(value: value, time: time)
        snapshot.change(series.device) { Self.replace(&$0.values[series, default: new], with: new, now) }
    }

    /// What the series showed is struck out; nil when nothing is left to show.
    func replace(_ series: SeriesID, with state: CurrentState?) {
        snapshot.change(series.device) { $0.values[series] = state }
    }

    private static func replace(_ known: inout CurrentState, with new: CurrentState, _ now: Timestamp) {
        if new.time >= known.time || known.time > now { known = new }
    }

    /// Takes a value that the broker kept. What is known already keeps its time, because it is not known when the broker
    /// heard the value; false then.
    func recall(_ value: CapabilityValue, of series: SeriesID, at now: Timestamp) -> Bool {
        guard snapshot[series.device].values[series]?.value != value else { return false }
        snapshot.change(series.device) {
            $0.values[series] = CurrentState(value: value, time: now, isTimeKnown: false)
        }
        return true
    }

    /// Gives what the broker remembered and nobody here knew.
    @discardableResult
    func set(_ believed: Believed, at now: Timestamp) -> [StateChange] {
        for valid in believed.readings + believed.untimedReadings {
            set(.number(valid.reading.value), of: valid.series, at: valid.reading.time, now: now)
        }
        for change in believed.changes + believed.untimedChanges {
            set(change.value, of: change.series, at: change.time, now: now)
        }
        // Values that the broker remembered are of use only where nothing better is known.
        let recalled = believed.remembered.filter { recall($0.value, of: $0.series, at: now) }
        return recalled.map { StateChange(series: $0.series, time: now, value: $0.value) }
    }

    /// Forgets what the home had and does not have any more; what neither home has may be newer than both. `previous` is nil
    /// before the first home: then a device whose availability was set is newer, because what was loaded has none.
    func keep(_ home: HomeSnapshot, after previous: HomeSnapshot?) {
        for device in Array(snapshot.known) {
            guard home[device] != nil else {
                let isGone = previous.map { $0[device] != nil } ?? (snapshot[device].availability == nil)
                if isGone { snapshot.remove(device) }
                continue
            }
            let gone = snapshot[device].values.keys.filter { !home.has($0) && previous?.has($0) ?? true }
            guard !gone.isEmpty else { continue }
            snapshot.change(device) { state in for series in gone { state.values[series] = nil } }
        }
    }

    func forget(_ device: DeviceID) { snapshot.remove(device) }

    /// The network between the gateway and all devices is gone. Gives the devices whose availability was known.
    @discardableResult
    func forgetAvailabilities() -> [DeviceID] {
        let forgotten = snapshot.known.filter { snapshot[$0].availability != nil }
        for device in forgotten { snapshot.change(device) { $0.availability = nil } }
        return forgotten
    }
}
