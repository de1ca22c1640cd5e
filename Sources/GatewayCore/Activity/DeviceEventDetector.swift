import HomeModel

/// Finds the events of one series in its stored changes. An event depends only on the changes around it, see `reach`.
///
/// | capability | events |
/// |---|---|
/// | contact | opened and closed, each change |
/// | lock, garage door, valve, alarm system | each change that no command explains |
/// | position of a cover | the first change of a movement that no command explains |
/// | motion, presence | the first one after ten quiet minutes |
/// | smoke, leak, carbon monoxide, tampering, siren | the beginning and the end of the alarm |
/// | button | each change |
struct DeviceEventDetector {
    /// Changes that are further away than this never decide whether a change is an event.
    static let reach = max(quiet, pause)
    /// Motion within this time after the last one belongs to the same visit.
    static let quiet = Duration.seconds(600)
    /// Changes of a position within this time belong to one movement.
    static let pause = Duration.seconds(120)

    private static let kinds: Set<CapabilityKind> = [
        .contact, .lock, .garageDoor, .valve, .alarm, .position, .motion, .occupancy, .smoke, .leak, .carbonMonoxide,
        .tamper, .siren, .button,
    ]

    let series: SeriesID
    private let commands: [CommandSpan]

    init(of series: SeriesID, commands: [CommandSpan]) {
        self.series = series
        self.commands = commands.filter { $0.isOfSamePart(as: series) }
    }

    /// Whether changes of this kind can be events.
    static func follows(_ kind: CapabilityKind) -> Bool { kinds.contains(kind) }

    /// Returns the events of these changes, which are in the order of time. The first change has no event when it only
    /// says what the state was, because nothing is known before it.
    func events(in changes: [StateChange]) -> [DeviceEvent] {
        if series.capability.kind == .position { return movements(in: changes) }
        return changes.indices.compactMap { index in
            let change = changes[index]
            let previous = index > 0 ? changes[index - 1] : nil
            return kind(of: change, after: previous).map { event($0, after: change) }
        }
    }

    private func kind(of change: StateChange, after previous: StateChange?) -> DeviceEventKind? {
        switch (series.capability.kind, change.value) {
        case (.motion, .boolean(true)), (.occupancy, .boolean(true)):
            previous.map { change.time - $0.time >= Self.quiet } ?? true ? .motion : nil
        case (.smoke, .boolean(let isOn)), (.leak, .boolean(let isOn)), (.carbonMonoxide, .boolean(let isOn)),
            (.tamper, .boolean(let isOn)):
            isOn ? .alarm : previous == nil ? nil : .alarmEnded
        case (.button, _): .pressed
        default: previous == nil || isExplained(change) ? nil : manualChange(to: change.value)
        }
    }

    private func manualChange(to value: CapabilityValue) -> DeviceEventKind? {
        switch (series.capability.kind, value) {
        case (.contact, .boolean(let isClosed)): isClosed ? .closed : .opened
        case (.siren, .boolean(let isOn)): isOn ? .alarm : .alarmEnded
        case (.lock, .text(let state)): DeviceEventKind(rawValue: state).flatMap { Self.locks.contains($0) ? $0 : nil }
        case (.garageDoor, .text("open")), (.valve, .text("open")): .opened
        case (.garageDoor, .text("closed")), (.valve, .text("closed")): .closed
        case (.alarm, .text("triggered")): .alarm
        case (.alarm, .text("disarmed")): .disarmed
        case (.alarm, .text): .armed
        default: nil
        }
    }

    private static let locks: Set<DeviceEventKind> = [.locked, .unlocked, .jammed]

    /// Returns one event for each movement, with the position at its end.
    private func movements(in changes: [StateChange]) -> [DeviceEvent] {
        var movements: [[StateChange]] = []
        for change in changes {
            if let last = movements.last?.last, change.time - last.time <= Self.pause {
                movements[movements.count - 1].append(change)
            } else {
                movements.append([change])
            }
        }
        // Nothing is known before the first change, so it may only say where the cover was.
        if !movements.isEmpty { movements[0].removeFirst() }
        return movements.compactMap { changes in
            guard let first = changes.first, let last = changes.last, !isExplained(first) else { return nil }
            return DeviceEvent(.moved, of: series, at: first.time, value: last.value)
        }
    }

    private func isExplained(_ change: StateChange) -> Bool { commands.contains { $0.explains(change) } }

    private func event(_ kind: DeviceEventKind, after change: StateChange) -> DeviceEvent {
        DeviceEvent(kind, of: series, at: change.time, value: change.value)
    }
}
