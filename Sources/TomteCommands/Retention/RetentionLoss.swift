import GatewayWire
import HomeModel

/// Describes the records that a shorter term deletes, before the term is changed.
struct RetentionLoss {
    /// One sentence for each term that gets shorter; empty when none does.
    let sentences: [String]

    /// Compares the terms of the kinds. `disk` contains the time of the oldest reading of each kind. There are no
    /// sentences when a new term is out of bounds, because the gateway refuses it and deletes nothing.
    init(from old: RetentionTerms, to new: RetentionTerms, disk: [DiskUseBody], at now: Timestamp) {
        let oldest = Dictionary(disk.map { ($0.kind, $0.oldest) }) { first, _ in first }
        let terms: [(what: String, old: Duration, new: Duration, oldest: Timestamp??)] = [
            ("Energy readings", old.term(of: .energy), new.term(of: .energy), oldest[.energy]),
            (
                "Environment readings", old.term(of: .environment), new.term(of: .environment),
                oldest[.environment]
            ),
            ("Hourly roll-ups of energy", old.rollUpTerm(of: .energy), new.rollUpTerm(of: .energy), nil),
            (
                "Hourly roll-ups of the environment", old.rollUpTerm(of: .environment),
                new.rollUpTerm(of: .environment), nil
            ),
            ("Motion and presence", old.presenceTerm, new.presenceTerm, nil),
            ("Informational audit entries", old.term(of: .informational), new.term(of: .informational), nil),
            ("Audit warnings", old.term(of: .warning), new.term(of: .warning), nil),
            ("Security audit entries", old.term(of: .security), new.term(of: .security), nil),
        ]
        sentences = terms.filter { $0.new < $0.old && new.outOfBounds.isEmpty }.map { term in
            let days = "\(term.what) are kept \(Self.days(term.new)) instead of \(Self.days(term.old)):"
            let edge = now - term.new
            if let oldest = term.oldest.flatMap({ $0 }) {
                guard oldest < edge else { return "\(days) none are that old yet." }
                return "\(days) those from \(Self.day(oldest)) to \(Self.day(edge)) are deleted."
            }
            return "\(days) those before \(Self.day(edge)) are deleted."
        }
    }

    /// Compares the exceptions of one series. There are no sentences without `kind`, because nothing of the series is
    /// recorded, and none when `new` is out of bounds, because the gateway refuses it.
    init(
        of series: SeriesID, _ kind: RecordKind?, from old: RetentionException, to new: RetentionException,
        terms: RetentionTerms, at now: Timestamp
    ) {
        guard let kind, new.isWithinBounds else {
            sentences = []
            return
        }
        let (before, after) = (
            Self.terms(terms, series: series, exception: old), Self.terms(terms, series: series, exception: new)
        )
        let edges = [
            ("readings", before.edge(of: series, kind, at: now), after.edge(of: series, kind, at: now)),
            (
                "hourly roll-ups", before.rollUpEdge(of: series, kind, at: now),
                after.rollUpEdge(of: series, kind, at: now)
            ),
        ]
        sentences = edges.filter { $0.1 < $0.2 }.map { what, before, after in
            let isHeld = before.milliseconds == .min
            let until = isHeld ? "now all of them are held" : "now they are kept \(Self.days(now - before))"
            return
                "The \(what) of \(series) are kept \(Self.days(now - after)): those before \(Self.day(after)) are deleted "
                + "(\(until))."
        }
    }

    /// Asks for confirmation if something would be deleted.
    func confirm(_ confirmation: ConfirmationOptions) throws(CLIError) {
        guard !sentences.isEmpty else { return }
        let loss = sentences.joined(separator: " ")
        try confirmation.confirm("\(loss) Deleted records cannot be restored. Shorten the terms?")
    }

    private static func terms(
        _ terms: RetentionTerms, series: SeriesID, exception: RetentionException
    ) -> RetentionTerms {
        var terms = terms
        terms.exceptions[series] = exception == RetentionException() ? nil : exception
        return terms
    }

    private static func days(_ term: Duration) -> String {
        let days = term.components.seconds / 86_400
        return days == 1 ? "1 day" : "\(days) days"
    }

    private static func day(_ time: Timestamp) -> String { String(time.rfc3339.prefix(10)) }
}

extension RetentionBody {
    /// The current exception of the series from the terms of its kind.
    func exception(of series: SeriesID) -> RetentionException {
        let known = self.series.first { $0.id == series }
        return RetentionException(days: known?.days, rollUpDays: known?.rollUpDays, hold: known?.hold)
    }
}

extension RetentionTerms {
    /// The term of its own that presence has; zero while it has the term of the environment.
    fileprivate var presenceTerm: Duration { limitsPresence ? .days(presenceLimitDays) : .zero }
}

extension RetentionException {
    fileprivate var isWithinBounds: Bool {
        hasRollUpDaysWithinBounds && days.map(RetentionTerms.bounds.contains) ?? true
    }
}
