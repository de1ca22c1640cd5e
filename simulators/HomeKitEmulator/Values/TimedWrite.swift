/// A write that a controller announced with `PUT /prepare`.
struct TimedWrite: Sendable {
    /// The specification has no limit. Longer times are shortened, so that no time overflows.
    private static let longest = Duration.seconds(600)

    let pid: UInt64
    private let deadline: ContinuousClock.Instant

    init(pid: UInt64, milliseconds: UInt64, now: ContinuousClock.Instant) {
        self.pid = pid
        let wanted = Int64(exactly: milliseconds).map { Duration.milliseconds(min($0, 600_000)) }
        deadline = now + min(wanted ?? Self.longest, Self.longest)
    }

    /// Whether a write with this id is still in time.
    func permits(pid: UInt64, now: ContinuousClock.Instant) -> Bool { pid == self.pid && now < deadline }
}
