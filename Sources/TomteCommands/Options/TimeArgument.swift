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
