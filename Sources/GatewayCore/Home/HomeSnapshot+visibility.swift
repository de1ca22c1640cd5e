package import HomeModel

extension HomeSnapshot {
    /// The rooms with devices that `identity` may see, or all rooms if it may change settings.
    package func rooms(visibleTo identity: Identity, by policy: AccessPolicy, at now: DecisionTime) -> [Room] {
        if policy.decide(identity, permission: .modifySettings, at: now).isAllowed { return Array(rooms.values) }
        let visible = devices.values.filter { policy.maySee(identity, device: $0, at: now) }
        let ids = Set(visible.compactMap(\.room))
        return rooms.values.filter { ids.contains($0.id) }
    }

    /// The parts of devices of which `identity` may see at least one capability.
    func tiles(visibleTo identity: Identity, by policy: AccessPolicy, at now: DecisionTime) -> Set<TileID> {
        Set(
            devices.values.flatMap { device in
                device.description.parts.filter { part in
                    part.capabilities.contains { policy.maySee(identity, capability: $0.kind, of: device, at: now) }
                }
                .map { TileID(device: device.id, part: $0.id) }
            })
    }
}
