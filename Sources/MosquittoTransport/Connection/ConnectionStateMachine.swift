import Concurrency

/// The state machine of a connection, without I/O: it maps inputs to actions. It counts failures so that the waiting
/// time can grow. The clock, the random numbers and the socket are in `ConnectionLoop`.
enum ConnectionStateMachine: Equatable {
    case idle
    case connecting(failures: Int)
    case connected(failures: Int)
    case backingOff(failures: Int)
    case paused
    case closed

    /// The waits between attempts to connect: 0.1 s, doubling up to half a minute.
    static let backoff = ExponentialBackoff(from: .milliseconds(100), upTo: .seconds(30))
    /// The number of failures from which on the wait does not grow any more.
    private static let maximumFailures = 10

    /// An event that may change the state.
    enum Input: Equatable {
        case open
        case accepted
        /// `wasStable`: the connection had lasted long enough to reset the number of failures.
        case lost(wasStable: Bool)
        case retryDue
        case pause
        case resume
        case reconnect
        case close
    }

    /// An action that the loop must carry out.
    enum Action: Equatable {
        case connect
        /// Ends the connection, or the attempt, on purpose.
        case disconnect
        case backOff(failures: Int)
    }

    /// Changes the state and returns the actions to carry out, in order. An input that makes no sense in the current
    /// state does nothing.
    mutating func handle(_ input: Input) -> [Action] {
        let hasSocket = isAttached
        switch (self, input) {
        case (.closed, _): return []
        case (_, .close):
            self = .closed
            return hasSocket ? [.disconnect] : []

        case (.idle, .open), (.paused, .resume), (.backingOff, .reconnect):
            self = .connecting(failures: 0)
            return [.connect]
        case (.backingOff(let failures), .retryDue):
            self = .connecting(failures: failures)
            return [.connect]
        case (.connecting, .reconnect), (.connected, .reconnect):
            self = .connecting(failures: 0)
            return [.disconnect, .connect]

        case (.connecting(let failures), .accepted):
            self = .connected(failures: failures)
            return []
        case (.connecting(let failures), .lost), (.connected(let failures), .lost(wasStable: false)):
            return backOff(after: failures)
        case (.connected, .lost(wasStable: true)):
            return backOff(after: 0)

        case (.paused, .pause): return []
        case (_, .pause):
            self = .paused
            return hasSocket ? [.disconnect] : []
        default: return []
        }
    }

    /// Whether a connection or an attempt to connect exists.
    var isAttached: Bool {
        switch self {
        case .connecting, .connected: true
        case .idle, .backingOff, .paused, .closed: false
        }
    }

    private mutating func backOff(after failures: Int) -> [Action] {
        let failures = min(failures + 1, Self.maximumFailures)
        self = .backingOff(failures: failures)
        return [.disconnect, .backOff(failures: failures)]
    }
}
