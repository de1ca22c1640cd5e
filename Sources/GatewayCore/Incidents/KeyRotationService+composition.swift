import HomeModel

extension KeyRotationService {
    /// The rotation of the keys of a home. It keeps no state, so a home may have several.
    package init(on core: CoreServices, residents: ResidentServices, rotator: any KeyRotator) {
        self.init(
            rotator: rotator, registry: core.registry, sessions: core.sessions,
            pairings: { await residents.devicePairings.keys() },
            rotatePairings: { rotation async throws(KeyRotationFailure) in
                try await residents.devicePairings.rotateKeys(for: rotation)
            }, actions: core.actions)
    }
}
