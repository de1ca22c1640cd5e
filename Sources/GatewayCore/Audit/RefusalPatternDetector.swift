package import HomeModel

/// Finds unusual patterns of refusals. It reads no clock: callers pass the time of the monotonic clock.
struct RefusalPatternDetector {
    static let many = 10
    static let window = Duration.seconds(600)
    /// An attempt further than this from the permitted time is unusual. A guest who is an hour early is not.
    static let far = Duration.hours(6)
    /// After a notice, the same pattern of the same asker raises no other notice for this time.
    static let quiet = Duration.hours(1)
    /// How long a notice is shown.
    static let lifetime = Duration.hours(24)
    /// The limit of remembered askers, and of notices. Beyond it, the asker with the oldest last refusal, or the oldest
    /// notice, is dropped.
    static let mostAskers = 256

    /// A person, and the client or token that they used.
    struct Asker: Hashable {
        let person: PersonID
        let client: ClientID?
    }

    /// The kinds of `UnusualRefusal.Pattern`, without their details.
    private enum Kind: Hashable { case many, far }

    /// An asker and a kind of pattern: each pair has at most one notice.
    private struct Subject: Hashable {
        let asker: Asker
        let kind: Kind
    }

    /// The times of the last refusals of each asker, at most `many`.
    private var refusals: [Asker: [Duration]] = [:]
    private var notices: [Subject: (refusal: UnusualRefusal, at: Duration)] = [:]

    /// Returns the unusual refusals of the time `lifetime`, newest first.
    mutating func unusual(at now: Duration) -> [UnusualRefusal] {
        notices = notices.filter { now - $0.value.at < Self.lifetime }
        return notices.values.sorted { $0.at > $1.at }.map(\.refusal)
    }

    /// Counts a refusal of `asker` at the uptime `now`.
    mutating func note(_ asker: Asker, at now: Duration) {
        var times = (refusals[asker] ?? []).filter { now - $0 < Self.window }
        times = times.suffix(Self.many - 1) + [now]
        if refusals[asker] == nil, refusals.count >= Self.mostAskers,
            let oldest = refusals.min(by: { ($0.value.last ?? .zero) < ($1.value.last ?? .zero) })
        {
            refusals[oldest.key] = nil
        }
        refusals[asker] = times
        if times.count == Self.many { addNotice(.many(Self.many), about: asker, kind: .many, at: now) }
    }

    /// Records that a guest wanted `target` at a time that is `away` from the nearest time at which it is permitted.
    mutating func note(_ asker: Asker, wanting target: String, away: Duration, at now: Duration) {
        guard away > Self.far else { return }
        addNotice(.farFromWindow(target: target, away: away), about: asker, kind: .far, at: now)
    }

    private mutating func addNotice(
        _ pattern: UnusualRefusal.Pattern, about asker: Asker, kind: Kind, at now: Duration
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

/// An unusual pattern of refusals, which the people who manage the home should see.
package struct UnusualRefusal: Hashable, Sendable {
    /// The property that makes refusals unusual.
    package enum Pattern: Hashable, Sendable {
        /// The number of refusals within ten minutes.
        case many(Int)
        /// A guest wanted something that their grants permit only at a very different time.
        case farFromWindow(target: String, away: Duration)
    }

    package let person: PersonID
    /// The client or token that the requests came from; nil for the console.
    package let client: ClientID?
    package let pattern: Pattern
}
