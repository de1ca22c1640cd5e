package import HomeModel

extension Availability {
    /// Decodes `$state`. Source: Homie 5 §“Device Lifecycle”.
    package init(homieState payload: [UInt8], _ convention: HomieConvention = .five) throws(DialectError) {
        switch String(decoding: payload.prefix(64), as: UTF8.self) {
        case "init": self = .starting
        case "ready": self = .ready
        // The device is connected and reports a problem.
        case "alert" where convention == .four: self = .ready
        case "sleeping": self = .sleeping
        case "disconnected": self = .disconnected
        case "lost": self = .lost
        default: throw .unknownState(HomieCoding.excerpt(payload))
        }
    }

    var homieState: String? {
        switch self {
        case .starting: "init"
        case .ready: "ready"
        case .sleeping: "sleeping"
        case .disconnected: "disconnected"
        case .lost: "lost"
        case .unknown, .archived: nil
        }
    }
}
