import HomeModel

/// Finds what is unusual about refusals. Pure: it is told the time, of the clock that nobody sets.
struct RefusalPatterns {
    static let many = 10
    static let window = Duration.seconds(600)
    /// A guest who is an hour early is no news; half a day is.
    static let far = Duration.hours(6)
    /// After a notice the same is no news for so long.
    static let quiet = Duration.hours(1)
    /// So long a notice is shown.
    static let life = Duration.hours(24)
    /// Of more askers the one who was refused longest ago is forgotten, of more notices the oldest.
    static let mostAskers = 256

    struct Asker: Hashable {
        let person: PersonID
        let client: ClientID?
    }

    private enum Kind: Hashable { case many, far }

    private struct Subject: Hashable {
        let asker: Asker
        let kind: Kind
    }

    /// When each was refused, not more than are many.
    private var refusals: [Asker: [Duration]] = [:]
    private var notices: [Subject: (refusal: UnusualRefusal, at: Duration)] = [:]

    /// The newest first.
    mutating func unusual(at now: Duration) -> [UnusualRefusal] {
        notices = notices.filter { now - $0.value.at < Self.life }
        return notices.values.sorted { $0.at > $1.at }.map(\.refusal)
    }

    mutating func note(_ asker: Asker, at now: Duration) {
        var times = (refusals[asker] ?? []).filter { now - $0 < Self.window }
        times = times.suffix(Self.many - 1) + [now]
        if refusals[asker] == nil, refusals.count >= Self.mostAskers,
            let oldest = refusals.min(by: { ($0.value.last ?? .zero) < ($1.value.last ?? .zero) })
        {
            refusals[oldest.key] = nil
        }
        refusals[asker] = times
        if times.count == Self.many { raise(.many(Self.many), about: asker, .many, at: now) }
    }

    /// A guest wanted `target`, that far from the time at which they may.
    mutating func note(_ asker: Asker, wanting target: String, away: Duration, at now: Duration) {
        guard away > Self.far else { return }
        raise(.farFromWindow(target: target, away: away), about: asker, .far, at: now)
    }

    private mutating func raise(
        _ pattern: UnusualRefusal.Pattern, about asker: Asker, _ kind: Kind, at now: Duration
    ) {
        let subject = Subject(asker: asker, kind: kind)
        if let last = notices[subject], now - last.at < Self.quiet { return }
        if notices[subject] == nil, notices.count >= Self.mostAskers,
            let oldest = notices.min(by: { $0.value.at < $1.value.at })
        {
            notices[oldest.key] = nil
        }
        notices[subject] = (
            UnusualRefusal(person: asker.person, client: asker.client, pattern: pattern), now
        )
    }
}
