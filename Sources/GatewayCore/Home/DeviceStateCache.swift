package import HomeModel

/// The last value of a series, and its time.
package struct CurrentState: Hashable, Sendable {
    package let value: CapabilityValue
    package let time: Timestamp
    /// False for a value that the link remembered: the device reported it at `time` or at any moment before.
    package let isTimeKnown: Bool

    package init(value: CapabilityValue, time: Timestamp, isTimeKnown: Bool = true) {
        self.value = value
        self.time = time
        self.isTimeKnown = isTimeKnown
    }
}

/// The current state of one device, as far as the device reported it.
package struct DeviceState: Sendable {
    /// Nil until an availability was reported.
    package fileprivate(set) var availability: Availability?
    package fileprivate(set) var values: [SeriesID: CurrentState] = [:]
    /// Changes whenever anything in this state changes; 0 for a device without any state.
    package fileprivate(set) var revision = 0

    package init() {}
}

/// The states of all devices at one moment.
package struct StateSnapshot: Sendable {
    private var devices: [DeviceID: DeviceState] = [:]
    /// Increases with every change.
    package private(set) var revision = 0

    init(_ latest: [SeriesID: CurrentState]) {
        for (series, state) in latest { change(series.device) { $0.values[series] = state } }
    }

    package subscript(_ device: DeviceID) -> DeviceState { devices[device] ?? DeviceState() }

    fileprivate var known: some Collection<DeviceID> { devices.keys }

    fileprivate mutating func change<Result>(
        _ device: DeviceID, change: (inout DeviceState) -> Result
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

/// Caches the current state of every device, as far as it was reported: values and availability.
package actor DeviceStateCache {
    package private(set) var snapshot: StateSnapshot

    package init(_ latest: [SeriesID: CurrentState] = [:]) { snapshot = StateSnapshot(latest) }

    /// Returns the last availability of a device; `.unknown` until one was reported.
    package func availability(of device: DeviceID) -> Availability { snapshot[device].availability ?? .unknown }

    package func state(of series: SeriesID) -> CurrentState? { snapshot[series.device].values[series] }

    /// Sets the availability; returns whether it changed.
    func set(_ availability: Availability, of device: DeviceID) -> Bool {
        guard snapshot[device].availability != availability else { return false }
        snapshot.change(device) { $0.availability = availability }
        return true
    }

    /// Sets the availability, unless one was reported meanwhile.
    func assume(_ availability: Availability, of device: DeviceID) {
        if snapshot[device].availability == nil { _ = set(availability, of: device) }
    }

    /// Sets the value of a series, unless a later value is known. A known value from the future was set before the
    /// clock was set back, and does not block new values.
    func set(_ value: CapabilityValue, of series: SeriesID, at time: Timestamp, now: Timestamp) {
        let new = CurrentState(value: value, time: time)
        snapshot.change(series.device) { Self.replace(&$0.values[series, default: new], with: new, at: now) }
    }

    /// Replaces the value of a series whose readings were struck out; nil removes it.
    func replace(_ series: SeriesID, with state: CurrentState?) {
        snapshot.change(series.device) { $0.values[series] = state }
    }

    private static func replace(_ known: inout CurrentState, with new: CurrentState, at now: Timestamp) {
        if new.time >= known.time || known.time > now { known = new }
    }

    /// Sets a value that the link remembered, and returns true. If the same value is known already, it keeps its time,
    /// because the time of a remembered value is not known; then returns false.
    func recall(_ value: CapabilityValue, of series: SeriesID, at now: Timestamp) -> Bool {
        guard snapshot[series.device].values[series]?.value != value else { return false }
        snapshot.change(series.device) {
            $0.values[series] = CurrentState(value: value, time: now, isTimeKnown: false)
        }
        return true
    }

    /// Sets all values of a batch. Returns the remembered values that were not known.
    @discardableResult
    func set(_ validated: ValidatedBatch, at now: Timestamp) -> [StateChange] {
        for (series, reading) in validated.shownReadings {
            set(.number(reading.value), of: series, at: reading.time, now: now)
        }
        for change in validated.changes + validated.unclockedChanges {
            set(change.value, of: change.series, at: change.time, now: now)
        }
        // A remembered value that is known already changes nothing: the known time is better.
        let recalled = validated.remembered.filter { recall($0.value, of: $0.series, at: now) }
        return recalled.map { StateChange(series: $0.series, time: now, value: $0.value) }
    }

    /// Removes the state of devices and series that `previous` has and `home` does not have. State of a device that
    /// neither has is kept: the device may have been adopted after both. `previous` is nil for the first home: then the
    /// state of a device that `home` does not have is kept only if its availability was set, because loaded states have
    /// no availability.
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

    /// Forgets the availabilities of devices, because the network between the gateway and them is lost. Returns those
    /// whose availability was known.
    @discardableResult
    func forgetAvailabilities(of devices: Set<DeviceID>) -> [DeviceID] {
        let forgotten = devices.filter { snapshot[$0].availability != nil }.sorted()
        for device in forgotten { snapshot.change(device) { $0.availability = nil } }
        return forgotten
    }
}

/// Shows what devices report: sets the current state first, and then passes the events to the clients that watch. Every
/// reported value and availability comes through here, from whichever of the two paths of a link.
///
/// | series | `show(_:at:)`: validated reports, which are stored | `show(_:of:at:)`: reports as they arrive |
/// |---|---|---|
/// | recorded, accepts no commands | state and event | does not arrive |
/// | recorded, accepts commands | state only: the report may be a late one that the network had queued | state and event |
/// | not recorded | does not arrive | state and event |
package struct StateDisplay: Sendable {
    /// The path whose reports are the events of a series.
    enum EventPath {
        case validatedReports, immediateReports

        init(of capability: Capability) { self = capability.isCommanded ? .immediateReports : .validatedReports }
    }

    package let current: DeviceStateCache
    private let feed: LiveFeed
    private let awaited: AwaitedReports?

    package init(current: DeviceStateCache, feed: LiveFeed, awaited: AwaitedReports? = nil) {
        self.current = current
        self.feed = feed
        self.awaited = awaited
    }

    /// Shows a batch of validated reports, before it is stored.
    func show(_ batch: ValidatedBatch, at now: Timestamp) async {
        let recalled = await current.set(batch, at: now)
        guard await feed.hasReaders else { return }
        await feed.publish(batch.events + recalled.map { .recalled($0) })
    }

    /// Shows a report as it arrives.
    func show(_ value: CapabilityValue, of series: SeriesID, at now: Timestamp) async {
        await current.set(value, of: series, at: now, now: now)
        await feed.publish([.state(StateChange(series: series, time: now, value: value))])
    }

    /// Shows a value that the network retained: mostly it is known already, and no event.
    func showRetained(_ value: CapabilityValue, of series: SeriesID, at now: Timestamp) async {
        guard await current.recall(value, of: series, at: now) else { return }
        await feed.publish([.recalled(StateChange(series: series, time: now, value: value))])
    }

    /// Shows the availability of a device. Returns false when it is the known one.
    func show(_ availability: Availability, of device: DeviceID) async -> Bool {
        guard await current.set(availability, of: device) else { return false }
        await feed.publish([.availability(device, availability)])
        return true
    }

    /// Shows that it is not known any more which of these devices can be reached.
    func showNetworkLoss(of devices: Set<DeviceID>) async {
        let forgotten = await current.forgetAvailabilities(of: devices)
        await feed.publish(forgotten.map { .availability($0, .unknown) })
    }

    /// Shows that the stored changes of these series may be new entries of the activity, or late reports of commands.
    func showActivity(of series: some Sequence<SeriesID>) async {
        let followed = Set(
            series.filter { DeviceEventDetector.follows($0.capability.kind) || awaited?.contains($0) ?? false })
        await feed.publish(followed.map { .activityChanged(.series($0)) })
    }

    /// Shows that a device went offline or came back.
    func showActivity(of device: DeviceID) async { await feed.publish([.activityChanged(.device(device))]) }

    /// Shows that the list of devices changed.
    func showDevicesChanged() async { await feed.publish(.devices) }
}
