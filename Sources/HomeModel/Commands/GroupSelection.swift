/// The parts that a group command selects: those that get a child, and those that are left out.
package struct GroupSelection: Hashable, Sendable {
    /// The children, in the order in which they are sent.
    package fileprivate(set) var children: [CommandRequest] = []
    package fileprivate(set) var leftOut: [LeftOutPart] = []
    /// Whether every child stops a movement, or goes in a safe direction. False for children that are not decided yet.
    package fileprivate(set) var areAllStops = true
    package fileprivate(set) var areAllSafe = true

    fileprivate mutating func add(_ child: CommandRequest, to part: Part?) {
        children.append(child)
        areAllStops = areAllStops && part?.isStop(of: child.capability.kind, child.value) ?? false
        areAllSafe = areAllSafe && part?.isSafeDirection(of: child.capability.kind, becoming: child.value) ?? false
    }
}

extension AccessPolicy {
    /// Selects the parts of a group command among `devices`, in their order. Each child is authorised again when it is
    /// carried out; this decision only chooses what is left out.
    ///
    /// Parts that `identity` may not see are neither selected nor counted. Of parts that the sender names, none is left
    /// out: a child that is not permitted ends as refused.
    package func select(
        _ request: GroupCommandRequest, by identity: Identity, among devices: [Device], at now: DecisionTime
    ) throws(GroupCommandRefusal) -> GroupSelection {
        var selector = GroupSelector(policy: self, request: request, identity: identity, now: now)
        switch request.targets {
        case .home: try selector.addVisibleParts(of: devices)
        case .rooms(let rooms):
            let named = Set(rooms)
            for room in rooms { try checkRoom(room, for: identity, among: devices, at: now) }
            try selector.addVisibleParts(of: devices.filter { $0.room.map(named.contains) ?? false })
        case .parts(let parts): try selector.add(parts, among: devices)
        }
        return try selector.result()
    }

    /// Throws unless the sender sees a device in the room, or may change the rooms. Such people may name empty rooms.
    private func checkRoom(
        _ room: RoomID, for identity: Identity, among devices: [Device], at now: DecisionTime
    ) throws(GroupCommandRefusal) {
        if devices.contains(where: { $0.room == room && maySee(identity, device: $0, at: now) }) { return }
        guard decide(identity, permission: .modifySettings, at: now).isAllowed else { throw .noSuchRoom(room) }
    }
}

/// Collects the parts of one group command.
private struct GroupSelector {
    let policy: AccessPolicy
    let request: GroupCommandRequest
    let identity: Identity
    let now: DecisionTime
    private var selection = GroupSelection()
    private var selected: Set<SeriesID> = []

    init(policy: AccessPolicy, request: GroupCommandRequest, identity: Identity, now: DecisionTime) {
        self.policy = policy
        self.request = request
        self.identity = identity
        self.now = now
    }

    func result() throws(GroupCommandRefusal) -> GroupSelection {
        let count = selection.children.count + selection.leftOut.count
        guard count > 0 else { throw .nothingSelected(request.capability, request.targets) }
        guard count <= GroupCommandRequest.maximumParts else { throw .tooManyParts(count) }
        guard !selection.children.isEmpty else { throw .allLeftOut(selection.leftOut) }
        return selection
    }

    mutating func addVisibleParts(of devices: [Device]) throws(GroupCommandRefusal) {
        for device in devices {
            for part in acceptingParts(of: device) { try add(part, of: device) }
        }
    }

    /// Adds the parts that the sender names. A device or part that does not exist gets a child too, which ends as
    /// refused or invalid, like one that the sender may not see. If the sender may command none of them, the whole
    /// command is refused for the reason of the first, like a command to one part: such commands write no entries of
    /// their own.
    mutating func add(_ parts: [PartTarget], among devices: [Device]) throws(GroupCommandRefusal) {
        let known = Dictionary(devices.map { ($0.id, $0) }) { first, _ in first }
        var (firstRefusal, isAnyPermitted): (CommandRefusal?, Bool) = (nil, false)
        for target in parts {
            let device = known[target.device]
            let accepting = device.map { acceptingParts(of: $0).map(\.id) } ?? []
            for part in target.part.map({ [$0] }) ?? (accepting.isEmpty ? [.main] : accepting) {
                let refusal = refusal(of: part, of: device)
                firstRefusal = firstRefusal ?? refusal
                isAnyPermitted = isAnyPermitted || refusal == nil
                // Other parts do not get the rate allowance for safe directions, because that would reveal whether they
                // exist.
                addChild(of: target.device, part: part, description: refusal == nil ? device?.description[part] : nil)
            }
        }
        guard let firstRefusal, !isAnyPermitted else { return }
        throw firstRefusal == .denied(.stepUpNeeded(.commands)) ? .stepUpNeeded : .command(firstRefusal)
    }

    /// The parts of a device that the sender may see, that accept commands to the capability, and that have one of the
    /// purposes.
    private func acceptingParts(of device: Device) -> [Part] {
        let accepting = device.description.parts.filter { part in
            guard part[request.capability]?.isCommanded ?? false else { return false }
            return request.purposes.isEmpty || part.selectablePurpose.map(request.purposes.contains) ?? false
        }
        guard !accepting.isEmpty,
            policy.maySee(identity, capability: request.capability.kind, of: device, at: now)
        else { return [] }
        return accepting
    }

    private mutating func add(_ part: Part, of device: Device) throws(GroupCommandRefusal) {
        let denial: AccessDecision.Denial?
        switch refusal(of: part.id, of: device) {
        case nil: denial = nil
        case .denied(let reason): denial = reason
        default: return
        }
        let kind = request.capability.kind
        let isGuarded = part.safetyClass(of: kind, becoming: request.value) == .sensitive
        if let denial, denial != .stepUpNeeded(.commands) {
            leaveOut(part, of: device, because: .denied(denial))
        } else if let reason = part.exclusion(settingTo: request.value, of: kind) {
            leaveOut(part, of: device, because: reason)
        } else if isGuarded, !request.includesGuarded {
            leaveOut(part, of: device, because: .guarded)
        } else if denial != nil {
            throw .stepUpNeeded
        } else {
            addChild(of: device.id, part: part.id, description: part)
        }
    }

    /// Why the sender may not send the command to the part, by the same rule that later decides its child; nil when it
    /// is permitted.
    private func refusal(of part: PartID, of device: Device?) -> CommandRefusal? {
        guard let device else { return .notFound }
        do throws(CommandRefusal) {
            let command = request.child(0, device: device.id, part: part)
            _ = try policy.authorize(command, by: identity, for: device, at: now)
            return nil
        } catch {
            return error
        }
    }

    private mutating func leaveOut(_ part: Part, of device: Device, because reason: LeftOutPart.Reason) {
        selection.leftOut.append(LeftOutPart(device: device.id, part: part.id, reason: reason))
    }

    private mutating func addChild(of device: DeviceID, part: PartID, description: Part?) {
        let series = SeriesID(device: device, part: part, capability: request.capability)
        guard selected.insert(series).inserted else { return }
        selection.add(request.child(selection.children.count + 1, device: device, part: part), to: description)
    }
}
