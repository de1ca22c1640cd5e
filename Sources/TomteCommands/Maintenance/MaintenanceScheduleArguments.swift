import ArgumentParser
import HomeModel

/// A period, as an argument: `6 months`, `6m`, `2 weeks`, `30d` or `1 year`.
struct PeriodArgument: ExpressibleByArgument, Hashable, Sendable {
    let count: Int
    let unit: CalendarRecurrence.Unit

    init?(argument: String) {
        let text = argument.lowercased()
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard let count = Int(digits) else { return nil }
        switch text.dropFirst(digits.count).drop(while: { $0 == " " }) {
        case "d", "day", "days": unit = .days
        case "w", "week", "weeks": unit = .weeks
        case "m", "month", "months": unit = .months
        case "y", "year", "years": unit = .years
        default: return nil
        }
        self.count = count
    }

    /// The day that is one period after `day`. Nil after the year 9999.
    func after(_ day: LocalDate) -> LocalDate? {
        CalendarRecurrence(every: count, unit: unit, first: day, basis: .dayDone).next(afterDoneOn: day, due: nil)
    }
}

/// An amount of use, as an argument: `500h`, `500 hours` or `60 cycles`.
struct UsageArgument: ExpressibleByArgument, Hashable, Sendable {
    let limit: Int
    let measure: UsageRule.Measure

    init?(argument: String) {
        let text = argument.lowercased()
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard let limit = Int(digits) else { return nil }
        switch text.dropFirst(digits.count).drop(while: { $0 == " " }) {
        case "h", "hour", "hours": measure = .hours
        case "cycle", "cycles": measure = .cycles
        default: return nil
        }
        self.limit = limit
    }
}

/// A month, as an argument: its English name, the first three letters of it, or its number.
struct MonthArgument: ExpressibleByArgument, Hashable, Sendable {
    static let names = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]

    /// From 1 to 12.
    let number: Int

    init?(argument: String) {
        let text = argument.lowercased()
        if let number = Int(text), (1...12).contains(number) {
            self.number = number
        } else if let index = Self.names.firstIndex(where: { $0 == text || $0.prefix(3) == text }) {
            number = index + 1
        } else {
            return nil
        }
    }
}

/// A comparison with a reported value, as an argument: `filterLife<=10`, `number.salt>=80`, or the name of a warning.
struct ReportedArgument: ExpressibleByArgument, Hashable, Sendable {
    let capability: CapabilityName
    let comparison: ReportedRule.Comparison
    /// Nil for a warning.
    let value: Double?

    init?(argument: String) {
        let signs: [(text: String, comparison: ReportedRule.Comparison)] = [("<=", .atMost), (">=", .atLeast)]
        let sign = signs.first { argument.contains($0.text) }
        let pieces = sign.map { argument.split(separator: $0.text, omittingEmptySubsequences: false) }
        guard let capability = CapabilityName(pieces?.first.map { String($0) } ?? argument) else { return nil }
        var value: Double?
        if let pieces {
            guard pieces.count == 2, let number = Double(pieces[1]), number.isFinite else { return nil }
            value = number
        }
        self.capability = capability
        self.comparison = sign?.comparison ?? .isOn
        self.value = value
    }
}
