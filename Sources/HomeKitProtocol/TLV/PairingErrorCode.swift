/// An error that a device reports in the item `error` of a pairing message. Source: HAP specification R14,
/// table 5-16.
package enum PairingErrorCode: Hashable, Sendable {
    case unknown
    case authentication
    case backoff
    case maxPeers
    case maxTries
    case unavailable
    case busy
    /// A code that the specification does not have.
    case other(UInt8)

    package init(rawValue: UInt8) {
        self =
            switch rawValue {
            case 1: .unknown
            case 2: .authentication
            case 3: .backoff
            case 4: .maxPeers
            case 5: .maxTries
            case 6: .unavailable
            case 7: .busy
            default: .other(rawValue)
            }
    }

    package var rawValue: UInt8 {
        switch self {
        case .unknown: 1
        case .authentication: 2
        case .backoff: 3
        case .maxPeers: 4
        case .maxTries: 5
        case .unavailable: 6
        case .busy: 7
        case .other(let code): code
        }
    }

    /// What the error means in this procedure, and what a person can do about it.
    package func explanation(during procedure: PairingProcedure) -> String {
        switch self {
        case .authentication: procedure.authenticationExplanation
        case .backoff: "The accessory wants a pause before the next attempt. Wait, then try again."
        case .maxPeers: "The accessory stores no more controllers. Remove one of its other pairings, then try again."
        case .maxTries:
            "The accessory counted too many attempts with a wrong code and accepts no more. Restart it, or reset it to "
                + "its factory settings, then try again."
        case .unavailable:
            "The accessory is already paired with another controller. Remove it there, or reset it to its factory "
                + "settings, then try again."
        case .busy: "The accessory is being paired by another controller. Wait for a minute, then try again."
        case .unknown: "The accessory failed without a reason. Restart it, then try again."
        case .other(let code):
            "The accessory failed with the code \(code), which the HomeKit specification does not have. Restart it, "
                + "then try again."
        }
    }
}
