import HomeModel

/// The time in which changes of a part follow from a command of the gateway.
struct CommandSpan: Hashable {
    let series: SeriesID
    /// The value as `CapabilityValue.description` writes it.
    let value: String
    let sentAt: Timestamp
    let time: ClosedRange<Timestamp>
    /// When the time of the command was over without a report; nil for every other outcome.
    private let silentAt: Timestamp?

    /// The time of a report may lie a little before that of the command, because the device writes it.
    private static let before = Duration.seconds(2)
    private static let afterConfirmation = Duration.seconds(10)
    /// A device may carry out a command later when it did not confirm it.
    static let withoutConfirmation = Duration.seconds(180)

    /// Nil for an act that sent no command.
    init?(_ act: Act) {
        let entry = act.main.entry
        guard entry.event == .deviceControl, entry.success, let device = entry.target.flatMap({ DeviceID($0) }),
            let part = entry.metadata["part"].flatMap({ PartID($0) }),
            let capability = entry.metadata["capability"].flatMap({ CapabilityName($0) }),
            let value = entry.metadata["value"]
        else { return nil }
        series = SeriesID(device: device, part: part, capability: capability)
        (self.value, sentAt) = (value, act.time)
        let outcome = act.outcome?.entry.metadata["outcome"].flatMap { CommandOutcome(rawValue: $0) }
        let end = act.outcome?.time ?? act.time
        let grace = outcome == .confirmed ? Self.afterConfirmation : Self.withoutConfirmation
        time = act.time - Self.before...max(act.time, end) + grace
        silentAt = outcome == .timedOut ? end : nil
    }

    /// Returns the time in which a late report of this command may lie, before the next one of the same series was sent;
    /// nil when it was answered in time.
    func lateTime(among commands: [CommandSpan]) -> Range<Timestamp>? {
        guard let silentAt else { return nil }
        let next = commands.lazy.filter { $0.series == series && $0.sentAt > sentAt }.map(\.sentAt).min()
        let end = min(time.upperBound, next ?? time.upperBound)
        return silentAt < end ? silentAt..<end : nil
    }

    /// Whether the change is to the value that the command was to set.
    func isMet(by change: StateChange) -> Bool { series == change.series && value == change.value.description }

    /// Whether the change is what the command was to cause.
    func explains(_ change: StateChange) -> Bool {
        explainsMovement(of: change.series, at: change.time)
            || isAbout(change.series, at: change.time) && isMet(by: change)
    }

    /// Whether the part moved because of the command: a contact may report a door that the gateway opens.
    private func explainsMovement(of series: SeriesID, at time: Timestamp) -> Bool {
        let moving: Set<CapabilityKind> = [.position, .tilt, .movement, .garageDoor]
        let moved: Set<CapabilityKind> = moving.union([.contact])
        return isAbout(series, at: time) && moving.contains(self.series.capability.kind)
            && moved.contains(series.capability.kind)
    }

    func isOfSamePart(as other: SeriesID) -> Bool { series.device == other.device && series.part == other.part }

    private func isAbout(_ series: SeriesID, at time: Timestamp) -> Bool {
        isOfSamePart(as: series) && self.time.contains(time)
    }
}
