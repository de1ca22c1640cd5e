/// The life of a connection without any I/O: inputs in, actions out. Failures are counted so that the waiting time
/// can grow; the clock, the dice and the socket are elsewhere.
enum ConnectionLife: Equatable {
    case idle
    case connecting(failures: Int)
    case connected(failures: Int)
    case backingOff(failures: Int)
    case paused
    case closed

    enum Input: Equatable {
        case open
        case accepted
        /// `wasStable`: it had lived long enough for earlier failures to be forgotten.
        case lost(wasStable: Bool)
        case retryDue
        case pause
        case resume
        case reconnect
        case close
    }

    enum Action: Equatable {
        case dial
        /// End the connection, or the attempt, on purpose.
        case hangUp
        case backOff(failures: Int)
    }

    /// Inputs that make no sense in a state do nothing.
    mutating func handle(_ input: Input) -> [Action] {
        let hasSocket = isAttached
        switch (self, input) {
        case (.closed, _): return []
        case (_, .close):
            self = .closed
            return hasSocket ? [.hangUp] : []

        case (.idle, .open), (.paused, .resume), (.backingOff, .reconnect):
            self = .connecting(failures: 0)
            return [.dial]
        case (.backingOff(let failures), .retryDue):
            self = .connecting(failures: failures)
            return [.dial]
        case (.connecting, .reconnect), (.connected, .reconnect):
            self = .connecting(failures: 0)
            return [.hangUp, .dial]

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
            return hasSocket ? [.hangUp] : []
        default: return []
        }
    }

    /// An attempt or a connection exists.
    var isAttached: Bool {
        switch self {
        case .connecting, .connected: true
        case .idle, .backingOff, .paused, .closed: false
        }
    }

    private mutating func backOff(after failures: Int) -> [Action] {
        let failures = min(failures + 1, BackOff.steps)
        self = .backingOff(failures: failures)
        return [.hangUp, .backOff(failures: failures)]
    }
}
