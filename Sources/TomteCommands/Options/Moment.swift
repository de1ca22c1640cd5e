import ArgumentParser
import HomeModel

/// A moment: so long ago, or an RFC 3339 time.
enum Moment: ExpressibleByArgument, Hashable, Sendable {
    case ago(TimeSpan)
    case at(Timestamp)

    init?(argument: String) {
        if let span = TimeSpan(argument: argument) {
            self = .ago(span)
        } else if let time = Timestamp(rfc3339: argument) {
            self = .at(time)
        } else {
            return nil
        }
    }

    func timestamp(now: Timestamp) -> Timestamp {
        switch self {
        case .ago(let span): now - span.duration
        case .at(let time): time
        }
    }
}
