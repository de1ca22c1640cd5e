import GatewayCore
import GatewayWire
import HomeModel

/// The home at one moment, as one person may see it.
struct HomeView {
    private let home: HomeSnapshot
    private let policy: AccessPolicy
    private let states: [SeriesID: CurrentState]
    private let availabilities: [DeviceID: Availability]
    private let identity: Identity
    private let now: Timestamp

    init(_ call: Call) async {
        home = await call.home.registry.snapshot
        policy = await call.home.people.policy
        (states, availabilities) = await call.home.board.all()
        identity = call.identity
        now = call.home.clock.now()
    }

    var visibleDevices: [Device] { home.ordered.filter { policy.maySee(identity, $0, at: now) } }

    var visibleRooms: [Room] {
        let ids = Set(visibleDevices.compactMap(\.room))
        return home.rooms.values.filter { ids.contains($0.id) }.sorted { $0.name.text < $1.name.text }
    }

    /// Nil when there is none, or none that this person may know of.
    func device(_ id: DeviceID) -> Device? {
        home[id].flatMap { policy.maySee(identity, $0, at: now) ? $0 : nil }
    }

    func body(_ device: Device) -> DeviceBody {
        let availability = device.address.kind.isLive ? availabilities[device.id] ?? .unknown : .archived
        return DeviceBody(
            id: device.id, name: device.name.text, room: home.room(of: device).map(RoomBody.init),
            link: device.address.kind.rawValue, availability: availability,
            manufacturer: device.description.manufacturer.map { InertText($0, limit: 64).description },
            model: device.description.model.map { InertText($0, limit: 64).description },
            parts: device.description.parts.map { body($0, of: device, isStale: availability != .ready) })
    }

    private func body(_ part: Part, of device: Device, isStale: Bool) -> PartBody {
        PartBody(
            id: part.id, purpose: part.purpose, asksForPurpose: part.asksForPurpose,
            capabilities: part.capabilities
                .filter { policy.maySee(identity, $0.kind, of: device, at: now) }
                .map { capability in
                    let series = SeriesID(device: device.id, part: part.id, capability: capability.name)
                    let state = states[series].map { StateBody(value: $0.value, time: $0.time, isStale: isStale) }
                    return CapabilityBody(capability, state: state)
                })
    }
}

extension CapabilityBody {
    init(_ capability: Capability, state: StateBody?) {
        let isRanged = capability.valueType == .number && capability.kind != .number
        self.init(
            name: capability.name, type: capability.valueType, unit: capability.unit?.rawValue,
            minimum: isRanged ? capability.range.lowerBound : capability.minimum,
            maximum: isRanged ? capability.range.upperBound : capability.maximum, step: capability.step,
            options: capability.options, isCommanded: capability.isCommanded, flow: capability.flow, state: state)
    }
}

extension CredentialBody {
    init(_ credential: DeviceCredential) {
        self.init(
            root: credential.root, host: credential.host, port: credential.port,
            certificateAuthority: credential.certificateAuthorityPEM, certificate: credential.certificatePEM,
            privateKey: credential.exposedPrivateKeyPEM)
    }
}
