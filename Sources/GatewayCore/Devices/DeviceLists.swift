package import HomeModel

/// One device as one asker may see it.
package struct SeenDevice: Sendable {
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

/// The lists of devices that people ask for again and again: what has not changed since is not encoded again.
///
/// A list is put together from the bytes of its devices. Those are the same for everyone who may see the same of a
/// device and do the same with it, and for as long as the device, its room and its state are the same.
package actor DeviceLists {
    static let mostLists = 16
    private static let mostBodiesPerDevice = 8

    private struct BodyKey: Hashable {
        let device: DeviceID
        let rights: DeviceRights
    }

    private final class Body {
        let device: Device
        let room: Room?
        let rights: DeviceRights
        var bytes: [UInt8] = []
        var stateRevision: Int?

        init(_ device: Device, _ room: Room?, _ rights: DeviceRights) {
            self.device = device
            self.room = room
            self.rights = rights
        }
    }

    private struct List {
        /// Of what the asker may see.
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
    private let people: PeopleRegister
    private let board: StateBoard
    private let clock: HomeClock

    package init(registry: HomeRegistry, people: PeopleRegister, board: StateBoard, clock: HomeClock) {
        self.registry = registry
        self.people = people
        self.board = board
        self.clock = clock
    }

    /// The devices that `identity` may see now, as a JSON array. `encode` must make the same JSON of the same device.
    package nonisolated func list(
        for identity: Identity, encode: @Sendable (SeenDevice) throws -> [UInt8]
    ) async throws -> [UInt8] {
        let (home, policy, states) = (await registry.snapshot, await people.policy, await board.snapshot)
        return try await list(for: identity, home, policy, states, encode)
    }

    private func list(
        for identity: Identity, _ home: HomeSnapshot, _ policy: AccessPolicy, _ states: StateSnapshot,
        _ encode: @Sendable (SeenDevice) throws -> [UInt8]
    ) throws -> [UInt8] {
        forgetOld(home)
        let asker = VisibilityCache.Asker(identity)
        let entry = visibilities.entry(for: identity, in: home, by: policy, at: clock.decisionTime())
        var list = lists[asker] ?? List(stamp: entry.stamp, bodies: bodies(of: entry.visibility, in: home))
        if list.stamp != entry.stamp {
            list = List(stamp: entry.stamp, bodies: bodies(of: entry.visibility, in: home))
        }
        if list.stateRevision != states.revision {
            list.bytes = try Self.joined(list.bodies, states, encode)
            list.stateRevision = states.revision
        }
        lists[asker] = list
        return list.bytes
    }

    private static func joined(
        _ bodies: [Body], _ states: StateSnapshot, _ encode: (SeenDevice) throws -> [UInt8]
    ) throws -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(bodies.reduce(2) { $0 + $1.bytes.count + 64 })
        bytes.append(UInt8(ascii: "["))
        for body in bodies {
            if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
            let state = states[body.device.id]
            if body.stateRevision != state.revision {
                body.bytes = try encode(
                    SeenDevice(device: body.device, room: body.room, rights: body.rights, state: state))
                body.stateRevision = state.revision
            }
            bytes.append(contentsOf: body.bytes)
        }
        bytes.append(UInt8(ascii: "]"))
        return bytes
    }

    /// In the order in which people list them.
    private func bodies(of visibility: Visibility, in home: HomeSnapshot) -> [Body] {
        home.ordered.compactMap { device in
            guard let rights = visibility.rights[device.id] else { return nil }
            let key = BodyKey(device: device.id, rights: rights)
            if let known = bodies[key] { return known }
            let body = Body(device, home.room(of: device), rights)
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
