/// What a controller asks for in the item `method`. Source: HAP specification R14, table 5-14.
package enum PairingMethod: UInt8, Hashable, Sendable {
    case pairSetup = 0
    /// Pair-Setup with an accessory that proves with Apple's coprocessor that it is certified.
    case pairSetupWithAuth = 1
    case pairVerify = 2
    case addPairing = 3
    case removePairing = 4
    case listPairings = 5

    /// The method of Pair-Setup for an accessory whose TXT record has these feature flags (`ff`).
    ///
    /// aiohomekit asks with authentication exactly when bit 0 is set. An accessory without a coprocessor may refuse the
    /// other method: HomeSpan answers it with the error `unavailable`.
    package static func pairSetup(featureFlags: UInt64) -> PairingMethod {
        featureFlags & 1 == 1 ? .pairSetupWithAuth : .pairSetup
    }
}
