import GatewayWire
import HomeModel

/// What goes when terms get shorter: said before it is lost.
struct RetentionLoss {
    /// One sentence for each term that gets shorter; empty when none does.
    let sentences: [String]

    /// Other terms of the kinds; what is out of bounds the gateway refuses, and nothing goes. `disk` tells what is the oldest that is kept now.
    init(from old: RetentionTerms, to new: RetentionTerms, disk: [DiskUseBody], at now: Timestamp) {
        let oldest = Dictionary(disk.map { ($0.kind, $0.oldest) }) { first, _ in first }
        let terms: [(what: String, old: Duration, new: Duration, oldest: Timestamp??)] = [
            ("Energy readings", old.term(of: .energy), new.term(of: .energy), oldest[.energy]),
            (
                "Environment readings", old.term(of: .environment), new.term(of: .environment),
                oldest[.environment]
            ),
            ("Hourly values of energy", old.rollUpTerm(of: .energy), new.rollUpTerm(of: .energy), nil),
            (
                "Hourly values of the environment", old.rollUpTerm(of: .environment),
                new.rollUpTerm(of: .environment), nil
            ),
            ("Informational audit entries", old.term(of: .informational), new.term(of: .informational), nil),
            ("Audit warnings", old.term(of: .warning), new.term(of: .warning), nil),
            ("Security entries of the audit", old.term(of: .security), new.term(of: .security), nil),
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

    /// Another exception for one series. Without `kind` nothing of the series is recorded, and what is out of bounds the
    /// gateway refuses: nothing goes then.
    init(
        of series: SeriesID, _ kind: RecordKind?, from old: RetentionException, to new: RetentionException,
        _ terms: RetentionTerms, at now: Timestamp
    ) {
        guard let kind, new.isWithinBounds else {
            sentences = []
            return
        }
        let (before, after) = (Self.terms(terms, series, old), Self.terms(terms, series, new))
        let edges = [
            ("readings", before.edge(of: series, kind, at: now), after.edge(of: series, kind, at: now)),
            (
                "hourly values", before.rollUpEdge(of: series, kind, at: now),
                after.rollUpEdge(of: series, kind, at: now)
            ),
        ]
        sentences = edges.filter { $0.1 < $0.2 }.map { what, before, after in
            let isHeld = before.milliseconds == .min
            let until = isHeld ? "all of it is held now" : "they are kept \(Self.days(now - before)) now"
            return
                "The \(what) of \(series) are kept \(Self.days(now - after)): those before \(Self.day(after)) are deleted "
                + "(\(until))."
        }
    }

    /// Asks once when something would go.
    func confirm(_ confirmation: ConfirmationOptions) throws(CommandFailure) {
        guard !sentences.isEmpty else { return }
        let loss = sentences.joined(separator: " ")
        try confirmation.confirm("\(loss) What was deleted cannot be brought back. Shorten the terms?")
    }

    private static func terms(
        _ terms: RetentionTerms, _ series: SeriesID, _ exception: RetentionException
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
    /// How the series is kept otherwise than its kind now.
    func exception(of series: SeriesID) -> RetentionException {
        let known = self.series.first { $0.id == series }
        return RetentionException(days: known?.days, rollUpDays: known?.rollUpDays, hold: known?.hold)
    }
}

extension RetentionException {
    fileprivate var isWithinBounds: Bool {
        hasRollUpDaysWithinBounds && days.map(RetentionTerms.bounds.contains) ?? true
    }
}
