import GatewayCore
import GatewayWire
import HomeModel

/// A snapshot of the home with what one caller may see.
struct HomeView {
    private let home: HomeSnapshot
    private let policy: AccessPolicy
    private let states: StateSnapshot
    private let identity: Identity
    private let now: DecisionTime

    init(_ state: HomeState, identity: Identity) async {
        home = await state.registry.snapshot
        policy = await state.people.policy
        states = await state.deviceStates.snapshot
        self.identity = identity
        now = state.clock.decisionTime()
    }

    /// The rooms with devices that the caller may see, or all rooms if the caller may change settings. Sorted by name.
    var visibleRooms: [Room] {
        home.rooms(visibleTo: identity, by: policy, at: now).sorted { $0.name.text < $1.name.text }
    }

    /// The grants of the person that apply now or will apply, with the names of what they are about. The names may be
    /// shown also while the devices may not. A limited session has only the permissions within its limits.
    func ownGrants(of person: PersonID) -> [OwnGrantBody] {
        let rooms = home.devices.compactMapValues(\.room)
        return policy.grantTimings(of: person, rooms: rooms, at: now).compactMap { grant, timing in
            let permissions = grant.permissions.filter { identity.scope?.contains($0) ?? true }
            let namedRooms = grant.selector.rooms.sorted().compactMap { home.rooms[$0].map(RoomBody.init) }
            let named = grant.selector.devices.sorted().compactMap { home[$0] }
                .map { DeviceNameBody(id: $0.id, name: $0.name.text) }
            let isEverywhere = grant.selector.rooms.isEmpty && grant.selector.devices.isEmpty
            guard !permissions.isEmpty, isEverywhere || !namedRooms.isEmpty || !named.isEmpty else { return nil }
            return OwnGrantBody(
                grant, permissions: permissions.sorted { $0.rawValue < $1.rawValue }, timing: timing,
                rooms: namedRooms, devices: named)
        }
    }

    /// The device with this id; nil if there is none or the caller may not see it.
    func device(_ id: DeviceID) -> Device? {
        home[id].flatMap { policy.maySee(identity, device: $0, at: now) ? $0 : nil }
    }

    /// The body of a device, with the capabilities that the caller may see.
    func body(_ device: Device) -> DeviceBody {
        DeviceBody(
            VisibleDevice(
                device: device, room: home.room(of: device),
                rights: policy.rights(of: identity, to: device, at: now), state: states[device.id]))
    }
}

extension DeviceBody {
    init(_ seen: VisibleDevice) {
        let (device, description) = (seen.device, seen.device.description)
        let availability = device.address.kind.isLive ? seen.state.availability ?? .unknown : .archived
        self.init(
            id: device.id, name: device.name.text, room: seen.room.map(RoomBody.init),
            link: device.address.kind.rawValue, availability: availability,
            manufacturer: description.manufacturer.map { EscapedText($0, limit: 64).description },
            model: description.model.map { EscapedText($0, limit: 64).description },
            parts: description.parts.map { PartBody($0, of: seen, isStale: availability != .ready) },
            others: description.others.isEmpty ? nil : description.others.map { EscapedText($0).description },
            delivery: device.address.kind.delivery)
    }
}

extension LinkKind {
    /// Nil for a device that sends nothing.
    fileprivate var delivery: ReportDelivery? {
        guard isLive else { return nil }
        return isPaired ? .atMostOnce : .acknowledged
    }
}

extension PartBody {
    fileprivate init(_ part: Part, of seen: VisibleDevice, isStale: Bool) {
        self.init(
            id: part.id, name: part.name.map { EscapedText($0, limit: 64).description }, purpose: part.purpose,
            asksForPurpose: part.asksForPurpose,
            capabilities: part.capabilities
                .filter { seen.rights.visible.contains($0.kind) }
                .map { capability in
                    let series = SeriesID(device: seen.device.id, part: part.id, capability: capability.name)
                    let state = seen.state.values[series].map {
                        StateBody(value: $0.value, time: $0.isTimeKnown ? $0.time : nil, isStale: isStale)
                    }
                    return CapabilityBody(capability, of: part, rights: seen.rights, state: state)
                })
    }
}

extension CapabilityBody {
    fileprivate init(_ capability: Capability, of part: Part, rights: DeviceRights, state: StateBody?) {
        let isRanged = capability.valueType == .number && capability.kind != .number
        self.init(
            name: capability.name, type: capability.valueType, unit: capability.unitText,
            minimum: isRanged ? capability.range.lowerBound : capability.minimum,
            maximum: isRanged ? capability.range.upperBound : capability.maximum, step: capability.step,
            options: capability.options,
            commandOptions: capability.isCommanded && capability.commandedOptions != capability.options
                ? capability.commandedOptions : nil, isCommanded: capability.isCommanded,
            mayCommand: rights.mayCommand(capability, of: part),
            isSensitive: part.safetyClasses(of: capability).contains(.sensitive),
            isHarmless: part.isHarmless(capability), mayViewHistory: rights.historical.contains(capability.kind),
            access: rights.access(to: capability, of: part).map { CapabilityAccessBody($0) },
            flow: capability.flow, state: state)
    }
}
