/// A reading that passed every rule. Only the validator makes one.
package struct ValidReading: Hashable, Sendable {
    package let series: SeriesID
    package let kind: RecordKind
    package let reading: Reading

    fileprivate init(series: SeriesID, kind: RecordKind, reading: Reading) {
        self.series = series
        self.kind = kind
        self.reading = reading
    }
}

/// The rule for the readings of one capability, computed once for all of them.
package struct QuantityRule: Hashable, Sendable {
    let kind: RecordKind
    /// Nil for a quantity without a unit.
    let unit: Unit?
    let range: ClosedRange<Double>

    /// Nil when the capability is no recorded quantity.
    package init?(_ capability: Capability) {
        guard case .reading(let kind) = capability.kind.facts.recording else { return nil }
        self.kind = kind
        unit = capability.unit
        range = capability.range
    }
}

/// Checks reported readings against the rule of their capability and against the clock.
package struct ReadingValidator: Sendable {
    package static let futureTolerance = Duration.seconds(300)

    package let terms: RetentionTerms

    package init(terms: RetentionTerms) { self.terms = terms }

    /// Returns the reading in its canonical unit, or throws the first rule that it breaks. Without a `rule` every
    /// reading is rejected.
    package func validate(
        _ reported: ReportedReading, by rule: QuantityRule?, now: Timestamp
    ) throws(ReadingRejection) -> ValidReading {
        guard let rule else { throw .notAQuantity }
        let value = try canonicalValue(of: reported, by: rule)
        try check(reported.time, of: reported.series, kind: rule.kind, now: now)
        return ValidReading(
            series: reported.series, kind: rule.kind, reading: Reading(time: reported.time, value: value))
    }

    /// Checks everything but the time, and returns the value in its canonical unit. For a reading whose time cannot be
    /// checked yet.
    package func canonicalValue(
        of reported: ReportedReading, by rule: QuantityRule?
    ) throws(ReadingRejection) -> Double {
        guard let rule else { throw .notAQuantity }
        guard reported.value.isFinite else { throw .notFinite }
        let value = try canonical(reported, unit: rule.unit)
        guard rule.range.contains(value) else { throw .outOfRange(value, rule.range, rule.unit) }
        return value
    }

    /// Throws when `time` is too far in the future, or before the term of the series. A series with a hold accepts all
    /// times that any term could include.
    package func check(
        _ time: Timestamp, of series: SeriesID, kind: RecordKind, now: Timestamp
    ) throws(ReadingRejection) {
        guard time <= now + Self.futureTolerance else { throw .inTheFuture }
        let edge = max(terms.edge(of: series, kind, at: now), now - .days(RetentionTerms.rollUpBounds.upperBound))
        guard time >= edge else { throw .pastItsTerm }
    }

    private func canonical(_ reported: ReportedReading, unit: Unit?) throws(ReadingRejection) -> Double {
        guard let symbol = reported.unit else { return reported.value }
        guard let unit, let value = Unit(symbol: symbol)?.convert(reported.value, to: unit), value.isFinite else {
            throw .unknownUnit(EscapedText(symbol, limit: 16), expected: unit)
        }
        return value
    }
}

/// The reason why a reading was rejected.
package enum ReadingRejection: Error, Hashable, Sendable {
    case notAQuantity
    case notFinite
    case outOfRange(Double, ClosedRange<Double>, Unit?)
    case unknownUnit(EscapedText, expected: Unit?)
    case inTheFuture
    case pastItsTerm

    /// A stable code for counters.
    package var code: String {
        switch self {
        case .notAQuantity: "notAQuantity"
        case .notFinite: "notFinite"
        case .outOfRange: "outOfRange"
        case .unknownUnit: "unknownUnit"
        case .inTheFuture: "inTheFuture"
        case .pastItsTerm: "pastItsTerm"
        }
    }
}

extension ReadingRejection: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notAQuantity: "This capability is not a recorded quantity."
        case .notFinite: "The value is not finite."
        case .outOfRange(let value, let range, let unit):
            [value.description, unit?.rawValue].compactMap(\.self).joined(separator: " ") + " is outside "
                + ["\(range.lowerBound) to \(range.upperBound)", unit?.rawValue].compactMap(\.self)
                .joined(separator: " ") + "."
        case .unknownUnit(let symbol, let expected):
            expected.map { "The unit “\(symbol)” cannot be converted to \($0.rawValue)." }
                ?? "This quantity has no unit, but the reading has the unit “\(symbol)”."
        case .inTheFuture: "The time stamp is more than 5 minutes ahead of the gateway's clock."
        case .pastItsTerm: "The time stamp is older than the retention term."
        }
    }
}
