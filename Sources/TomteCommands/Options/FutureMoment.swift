import ArgumentParser
import HomeModel

/// A moment to come: in so long, or an RFC 3339 time.
enum FutureMoment: ExpressibleByArgument, Hashable, Sendable {
    case after(TimeSpan)
    case at(Timestamp)

    init?(argument: String) {
        if let span = TimeSpan(argument: argument) {
            self = .after(span)
        } else if let time = Timestamp(rfc3339: argument) {
            self = .at(time)
        } else {
            return nil
        }
    }

    func timestamp(now: Timestamp) -> Timestamp {
        switch self {
        case .after(let span): now + span.duration
        case .at(let time): time
        }
    }
}
