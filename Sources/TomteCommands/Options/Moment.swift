import ArgumentParser
import HomeModel

/// A moment: so far from now, or an RFC 3339 time. Of a past the length is so long ago, of what is to come in so long.
enum Moment: ExpressibleByArgument, Hashable, Sendable {
    case away(TimeSpan)
    case at(Timestamp)

    init?(argument: String) {
        if let span = TimeSpan(argument: argument) {
            self = .away(span)
        } else if let time = Timestamp(rfc3339: argument) {
            self = .at(time)
        } else {
            return nil
        }
    }

    func timestamp(before now: Timestamp) -> Timestamp {
        switch self {
        case .away(let span): now - span.duration
        case .at(let time): time
        }
    }

    func timestamp(after now: Timestamp) -> Timestamp {
        switch self {
        case .away(let span): now + span.duration
        case .at(let time): time
        }
    }
}
