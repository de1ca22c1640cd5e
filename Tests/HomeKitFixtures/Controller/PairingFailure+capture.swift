package import HomeKitProtocol

/// The failure that the operation throws; nil without one.
package func pairingFailure(of operation: () async throws -> Void) async throws -> PairingFailure? {
    do {
        try await operation()
        return nil
    } catch let failure as PairingFailure {
        return failure
    }
}
