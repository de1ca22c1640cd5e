package import HomeModel

/// A device as one asker may see it: with the asker's rights, the room and the state.
package struct VisibleDevice: Sendable {
    package let device: Device
    package let room: Room?
    package let rights: DeviceRights
    package let state: DeviceState

    package init(device: Device, room: Room?, rights: DeviceRights, state: DeviceState) {
        self.device = device
        self.room = room
        self.rights = rights
        self.state = state
    }
}

/// Caches the device lists that people request again and again, so that unchanged devices are not encoded again.
///
/// A list is joined from the bytes of its devices. Those are the same for all askers with the same rights to a device,
/// as long as the device, its room and its state do not change.
package actor DeviceListCache {
    static let mostLists = 16
    private static let mostBodiesPerDevice = 8

    /// The key of an encoded device: askers with the same rights share it.
    private struct BodyKey: Hashable {
        let device: DeviceID
        let rights: DeviceRights
    }

    /// A device and its JSON, which is encoded again only when its state has changed.
    private final class Body {
        let device: Device
        let room: Room?
        let rights: DeviceRights
        var bytes: [UInt8] = []
        var stateRevision: Int?

        init(_ device: Device, room: Room?, rights: DeviceRights) {
            self.device = device
            self.room = room
            self.rights = rights
        }
    }

    /// The list of one asker and its JSON, which is joined again only when a state has changed.
    private struct List {
        /// The stamp of the visibility for which the list was made.
        let stamp: Int
        let bodies: [Body]
        var bytes: [UInt8] = []
        var stateRevision: Int?
    }

    private var lists: [VisibilityCache.Asker: List] = [:]
    private var bodies: [BodyKey: Body] = [:]
    private var homeRevision: Int?
    private var visibilities = VisibilityCache()
    private let registry: HomeRegistry
    private let people: PeopleRegistry
    private let deviceStates: DeviceStateCache
    private let clock: HomeClock

    package init(registry: HomeRegistry, people: PeopleRegistry, deviceStates: DeviceStateCache, clock: HomeClock) {
        self.registry = registry
        self.people = people
        self.deviceStates = deviceStates
        self.clock = clock
    }

    /// Returns the devices that `identity` may see now as a JSON array. `encode` must return the same JSON for the same
    /// device.
    package nonisolated func list(
        for identity: Identity, encode: @Sendable (VisibleDevice) throws -> [UInt8]
    ) async throws -> [UInt8] {
        let (home, policy, states) = (await registry.snapshot, await people.policy, await deviceStates.snapshot)
        return try await list(for: identity, home, policy: policy, states: states, encode: encode)
    }

    private func list(
        for identity: Identity, _ home: HomeSnapshot, policy: AccessPolicy, states: StateSnapshot,
        encode: @Sendable (VisibleDevice) throws -> [UInt8]
    ) throws -> [UInt8] {
        forgetOld(home)
        let asker = VisibilityCache.Asker(identity)
        let entry = visibilities.entry(for: identity, in: home, by: policy, at: clock.decisionTime())
        var list = lists[asker] ?? List(stamp: entry.stamp, bodies: bodies(of: entry.visibility, in: home))
        if list.stamp != entry.stamp {
            list = List(stamp: entry.stamp, bodies: bodies(of: entry.visibility, in: home))
        }
        if list.stateRevision != states.revision {
            list.bytes = try Self.joined(list.bodies, states: states, encode: encode)
            list.stateRevision = states.revision
        }
        lists[asker] = list
        return list.bytes
    }

    private static func joined(
        _ bodies: [Body], states: StateSnapshot, encode: (VisibleDevice) throws -> [UInt8]
    ) throws -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(bodies.reduce(2) { $0 + $1.bytes.count + 64 })
        bytes.append(UInt8(ascii: "["))
        for body in bodies {
            if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
            let state = states[body.device.id]
            if body.stateRevision != state.revision {
                body.bytes = try encode(
                    VisibleDevice(device: body.device, room: body.room, rights: body.rights, state: state))
                body.stateRevision = state.revision
            }
            bytes.append(contentsOf: body.bytes)
        }
        bytes.append(UInt8(ascii: "]"))
        return bytes
    }

    /// Returns the visible devices in the order in which people list them: by room, then by name.
    private func bodies(of visibility: Visibility, in home: HomeSnapshot) -> [Body] {
        home.ordered.compactMap { device in
            guard let rights = visibility.rights[device.id] else { return nil }
            let key = BodyKey(device: device.id, rights: rights)
            if let known = bodies[key] { return known }
            let body = Body(device, room: home.room(of: device), rights: rights)
            bodies[key] = body
            return body
        }
    }

    private func forgetOld(_ home: HomeSnapshot) {
        let isFull = lists.count > Self.mostLists || bodies.count > home.devices.count * Self.mostBodiesPerDevice
        guard homeRevision != home.revision || isFull else { return }
        homeRevision = home.revision
        lists.removeAll()
        bodies.removeAll()
    }
}
