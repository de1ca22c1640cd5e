import HomeModel

extension HomeState {
    /// The devices of the home of which `identity` may see nothing, so that they do not exist for it.
    func hiddenDevices(for identity: Identity) async -> Set<DeviceID> {
        let (home, policy, now) = (await registry.snapshot, await people.policy, clock.decisionTime())
        return Set(home.devices.values.filter { !policy.maySee(identity, device: $0, at: now) }.map(\.id))
    }
}
