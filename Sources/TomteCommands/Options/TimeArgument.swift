import ArgumentParser
import HomeModel

/// A time as an argument: RFC 3339, or a duration from now. The caller decides whether the duration lies before or
/// after now.
enum TimeArgument: ExpressibleByArgument, Hashable, Sendable {
    case relative(DurationArgument)
    case absolute(Timestamp)

    init?(argument: String) {
        if let span = DurationArgument(argument: argument) {
            self = .relative(span)
        } else if let time = Timestamp(rfc3339: argument) {
            self = .absolute(time)
        } else {
            return nil
        }
    }

    func timestamp(before now: Timestamp) -> Timestamp {
        switch self {
        case .relative(let span): now - span.duration
        case .absolute(let time): time
        }
    }

    func timestamp(after now: Timestamp) -> Timestamp {
        switch self {
        case .relative(let span): now + span.duration
        case .absolute(let time): time
        }
    }
}

/// A duration as an argument: `90s`, `15m`, `1h30m`, `7d`, `2w`; at most 3650 days.
struct DurationArgument: ExpressibleByArgument, Hashable, Sendable {
    static let maximum = Duration.days(3650)

    let duration: Duration

    init?(argument: String) {
        var rest = Substring(argument)
        var total = Duration.zero
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            let unit = rest.dropFirst(digits.count).prefix { $0.isASCII && $0.isLetter }
            guard digits.count <= 9, let count = Int64(digits), let factor = Self.seconds[String(unit)] else {
                return nil
            }
            total += .seconds(count * factor)
            rest = rest.dropFirst(digits.count + unit.count)
        }
        guard total > .zero, total <= Self.maximum else { return nil }
        duration = total
    }

    private static let seconds: [String: Int64] = [
        "s": 1, "m": 60, "min": 60, "h": 3600, "d": 86_400, "w": 604_800,
    ]
}
