/// The procedures that exchange pairing messages.
package enum PairingProcedure: Hashable, Sendable {
    case setup
    case verify
    case pairings

    var authenticationExplanation: String {
        switch self {
        case .setup:
            "The accessory does not accept the setup code. Compare it with the label and try again. The accessory "
                + "counts wrong codes and does not say how many attempts are left."
        case .verify:
            "The accessory does not know this controller: it was reset, or the pairing was removed. Pair it again."
        case .pairings: "The accessory lets only administrators change its pairings, and this controller is not one."
        }
    }
}
