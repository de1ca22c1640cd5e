import DeviceProtocols
import SeededRandom
import Testing

@testable import HomeModel

/// The parts that a group command selects, and those that it leaves out.
@Suite struct GroupSelectionTests {
    private static let now = DecisionTime(wall: noon, isKnown: true)
    private static let kitchen: RoomID = RoomID("kitchen")

    private static func device(
        _ id: String, room: RoomID? = kitchen, kinds: [CapabilityKind] = [.switch], purpose: Purpose?
    ) -> Device {
        let capabilities = kinds.map { Capability(CapabilityName($0), isCommanded: true) }
        return Device(
            id: DeviceID(id) ?? plug, name: DisplayName("A device" as StaticString), room: room,
            address: LinkAddress(kind: .homie5, foreignID: id, root: id),
            description: DeviceDescription(
                name: id, parts: [Part(id: .main, capabilities: capabilities, purpose: purpose)]), adoptedAt: noon)
    }

    private func request(
        _ value: CapabilityValue, of kind: CapabilityKind = .switch, targets: GroupTargets = .home,
        purposes: Set<Purpose> = [], includesGuarded: Bool = false
    ) -> GroupCommandRequest {
        GroupCommandRequest(
            id: CommandID("g"), targets: targets, purposes: purposes, capability: CapabilityName(kind), value: value,
            includesGuarded: includesGuarded, receivedAt: noon)
    }

    private func select(
        _ request: GroupCommandRequest, as identity: Identity = .any(.member), among devices: [Device],
        policy: AccessPolicy = .household()
    ) throws -> GroupSelection {
        try policy.select(request, by: identity, among: devices, at: Self.now)
    }

    /// What becomes of one part in the room of the command: a child, or the code with which it is left out.
    @Test(
        arguments: [
            (.switch, .boolean(false), .light, nil), (.switch, .boolean(true), .light, nil),
            (.switch, .boolean(false), .other, "guarded"), (.switch, .boolean(true), .other, "guarded"),
            (.switch, .boolean(true), .garage, "mustBeNamed"), (.switch, .boolean(false), .garage, "mustBeNamed"),
            (.switch, .boolean(true), .gate, "mustBeNamed"), (.switch, .boolean(true), .valve, "mustBeNamed"),
            (.switch, .boolean(false), .valve, nil), (.switch, .boolean(false), nil, "purposeUnknown"),
            (.lock, .text("locked"), nil, nil), (.lock, .text("unlocked"), nil, "mustBeNamed"),
            (.garageDoor, .text("open"), nil, "mustBeNamed"), (.garageDoor, .text("closed"), nil, "mustBeNamed"),
            (.garageDoor, .text("stopped"), nil, nil), (.valve, .text("closed"), nil, nil),
            (.valve, .text("open"), nil, "mustBeNamed"), (.alarm, .text("disarmed"), nil, "mustBeNamed"),
            (.alarm, .text("armedAway"), nil, nil), (.position, .number(100), .blind, nil),
            (.position, .number(100), .garage, "mustBeNamed"), (.position, .number(0), nil, "purposeUnknown"),
            (.brightness, .number(40), nil, nil), (.targetTemperature, .number(21), nil, nil),
            (.appliance, .text("running"), nil, "guarded"), (.button, .text("press"), nil, "purposeUnknown"),
        ] as [(CapabilityKind, CapabilityValue, Purpose?, String?)], [false, true])
    func roomCommandNeverOpensAndLeavesOutGuardedParts(
        row: (kind: CapabilityKind, value: CapabilityValue, purpose: Purpose?, code: String?), includesGuarded: Bool
    ) throws {
        let subject = Self.device("subject", kinds: [row.kind], purpose: row.purpose)
        let request = request(
            row.value, of: row.kind, targets: .rooms([Self.kitchen]), includesGuarded: includesGuarded)
        let result = Result { try select(request, as: .console, among: [subject]) }
        if let code = row.code, code != "guarded" || !includesGuarded {
            #expect { try result.get() } throws: { error in
                guard case .allLeftOut(let parts) = error as? GroupCommandRefusal else { return false }
                return parts.map(\.code) == [code]
            }
        } else {
            #expect(try result.get().children.map(\.device) == [subject.id])
        }
    }

    @Test func commandThatIncludesGuardedPartsNeedsAPIN() throws {
        let devices = [Self.device("lamp", purpose: .light), Self.device("fridge", purpose: .other)]
        let guarded = request(.boolean(false), includesGuarded: true)
        #expect(throws: GroupCommandRefusal.stepUpNeeded) { try select(guarded, among: devices) }
        #expect(try select(guarded, as: .any(.member, isSteppedUp: true), among: devices).children.count == 2)
        #expect(try select(guarded, among: [devices[0]]).children.count == 1, "nothing here needs the PIN")
        let usual = try select(request(.boolean(false)), as: .any(.member, isSteppedUp: true), among: devices)
        #expect(usual.children.map(\.device.rawValue) == ["lamp"], "a PIN for another act includes nothing")
    }

    @Test func namedPartsAreNeverLeftOut() throws {
        let devices = [Self.device("lamp", purpose: .light), Self.device("garage", purpose: .garage)]
        let names = ["garage", "nothing", "lamp", "lamp"].compactMap { DeviceID($0) }
        let selection = try select(
            request(.boolean(true), targets: .parts(names.map { PartTarget(device: $0) })), as: .any(.child),
            among: devices)
        #expect(selection.children.map(\.device.rawValue) == ["garage", "nothing", "lamp"])
        #expect(selection.children.map(\.id.rawValue) == ["g-1", "g-2", "g-3"] && selection.leftOut.isEmpty)
    }

    @Test func deviceWithoutANamedPartStandsForEveryPartThatAcceptsTheCommand() throws {
        let parts = ["relay-1", "relay-2", "meter"].compactMap { PartID($0) }.map { id in
            Part(
                id: id, capabilities: [Capability(CapabilityName(.switch), isCommanded: id.rawValue != "meter")],
                purpose: .light)
        }
        let device = Device.sample(parts: parts)
        let all = try select(request(.boolean(true), targets: .parts([PartTarget(device: plug)])), among: [device])
        #expect(all.children.map(\.part.rawValue) == ["relay-1", "relay-2"])
        let one = try select(
            request(.boolean(true), targets: .parts([PartTarget(device: plug, part: PartID("meter"))])),
            among: [device])
        #expect(one.children.map(\.part.rawValue) == ["meter"])
        // A device that the sender may not see gets the same child as one that does not exist.
        let lamp = Self.device("lamp", purpose: .light)
        let targets = GroupTargets.parts([PartTarget(device: plug), PartTarget(device: lamp.id)])
        let policy = AccessPolicy.household(
            Grant(
                id: GrantID("lamp"), person: .any(.guest), effect: .allow, permissions: [.controlDevices],
                selector: AccessSelector(devices: [lamp.id])))
        let guest = Identity.any(.guest)
        let unseen = try select(
            request(.boolean(true), targets: targets), as: guest, among: [device, lamp], policy: policy)
        let missing = try select(request(.boolean(true), targets: targets), as: guest, among: [lamp], policy: policy)
        #expect(unseen == missing && unseen.children.map(\.part) == [.main, .main])
    }

    /// Otherwise a person without rights could fill the audit log with entries of their own choice.
    @Test(arguments: [Role.guest, .child])
    func commandIsRefusedWhenNoneOfItsNamedPartsMayBeCommanded(role: Role) throws {
        let garage = Self.device("garage", purpose: .garage)
        for devices in [[garage], []] {
            let named = request(
                .boolean(true), targets: .parts([PartTarget(device: garage.id), PartTarget(device: plug)]))
            #expect { try select(named, as: .any(role), among: devices) } throws: { error in
                guard case .command(let refusal) = error as? GroupCommandRefusal else { return false }
                return role == .guest || devices.isEmpty ? refusal == .notFound : refusal.outcome == .refused
            }
        }
        let guarded = request(.boolean(true), targets: .parts([PartTarget(device: garage.id)]))
        #expect(throws: GroupCommandRefusal.stepUpNeeded) { try select(guarded, as: .any(.member), among: [garage]) }
    }

    @Test func lampWithoutAStatedPurposeCountsAsALight() throws {
        let devices = [
            Self.device("dimmer", kinds: [.switch, .brightness], purpose: nil), Self.device("plug", purpose: .other),
            Self.device("ceiling", purpose: .light), Self.device("unknown", purpose: nil),
        ]
        let selection = try select(request(.boolean(false), purposes: [.light]), among: devices)
        #expect(selection.children.map(\.device.rawValue) == ["dimmer", "ceiling"] && selection.leftOut.isEmpty)
    }

    @Test func emptyAndTooLargeSelectionsAreErrorsThatSayWhatToDo() throws {
        let lamp = Self.device("lamp", purpose: .light)
        let switchName = CapabilityName(.switch)
        #expect(throws: GroupCommandRefusal.nothingSelected(switchName, .home)) {
            try select(request(.boolean(true), purposes: [.blind]), among: [lamp])
        }
        #expect(throws: GroupCommandRefusal.noSuchRoom(cellar)) {
            try select(request(.boolean(true), targets: .rooms([Self.kitchen, cellar])), among: [lamp])
        }
        #expect(throws: GroupCommandRefusal.nothingSelected(switchName, .rooms([cellar]))) {
            try select(request(.boolean(true), targets: .rooms([cellar])), as: .any(.admin), among: [lamp])
        }
        let many = (0...GroupCommandRequest.maximumParts).map { Self.device("lamp-\($0)", purpose: .light) }
        #expect(throws: GroupCommandRefusal.tooManyParts(251)) { try select(request(.boolean(true)), among: many) }
        #expect(try select(request(.boolean(true)), among: Array(many.dropLast())).children.count == 250)
        let refusals: [GroupCommandRefusal] = [
            .nothingSelected(switchName, .home), .noSuchRoom(cellar), .tooManyParts(251),
            .allLeftOut([LeftOutPart(device: plug, part: .main, reason: .guarded)]),
        ]
        for refusal in refusals {
            #expect(refusal.description.contains("tomte") || refusal.description.contains("Name"), "\(refusal)")
        }
    }

    @Test func lockdownLeavesOutWhatIsNotSafe() throws {
        let policy = AccessPolicy(
            people: [Person(id: .any(.member), name: DisplayName("Ada" as StaticString), role: .member)],
            isLockedDown: true)
        let devices = [Self.device("lamp", purpose: .light), Self.device("fridge", purpose: .other)]
        let off = try select(request(.boolean(false)), among: devices, policy: policy)
        #expect(off.children.map(\.device.rawValue) == ["lamp"] && off.leftOut.map(\.code) == ["lockedDown"])
        #expect(off.areAllSafe)
        #expect { try select(request(.boolean(true)), among: devices, policy: policy) } throws: { error in
            guard case .allLeftOut(let parts) = error as? GroupCommandRefusal else { return false }
            return parts.map(\.code) == ["lockedDown", "lockedDown"]
        }
    }
}

/// Compares the selection with a decision that is written down again here, over random homes and rights.
@Suite struct GroupSelectionPropertyTests {
    private static let rooms: [RoomID] = [RoomID("kitchen"), RoomID("hall"), RoomID("attic")]
    private static let purposes: [Purpose?] = [.light, .light, .other, .garage, nil]

    @Test(arguments: 1...400 as ClosedRange<UInt64>) func selectionMatchesTheRules(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let devices = (0..<Int.random(in: 0...12, using: &random)).map { device($0, random: &random) }
        let role = [Role.owner, .member, .child, .guest].randomElement(using: &random) ?? .member
        let isSteppedUp = Bool.random(using: &random)
        let allowed = devices.map(\.id).filter { _ in role == .guest && Bool.random(using: &random) }
        let denied = devices.map(\.id).filter { _ in Int.random(in: 0..<5, using: &random) == 0 }
        let grants = [
            Grant.allow([.controlDevices], to: .any(role), for: AccessSelector(devices: Set(allowed))),
            Grant.deny([.controlDevices], to: .any(role), for: AccessSelector(devices: Set(denied))),
        ].filter { !$0.selector.devices.isEmpty }
        let policy = AccessPolicy(
            people: [Person(id: .any(role), name: DisplayName("Ada" as StaticString), role: role)], grants: grants)
        let named = Self.rooms.filter { _ in Bool.random(using: &random) }
        let request = GroupCommandRequest(
            id: CommandID("g"), targets: named.isEmpty ? .home : .rooms(named),
            purposes: Bool.random(using: &random) ? [.light] : [], capability: CapabilityName(.switch),
            value: .boolean(Bool.random(using: &random)), includesGuarded: Bool.random(using: &random),
            receivedAt: noon)
        // The oracle.
        let visible = devices.filter { role != .guest || allowed.contains($0.id) && !denied.contains($0.id) }
        let hidden = named.filter { room in role != .owner && !visible.contains { $0.room == room } }
        let selected = visible.filter { device in
            (named.isEmpty || device.room.map(named.contains) ?? false)
                && (request.purposes.isEmpty || device.purpose == .light)
        }
        var (children, leftOut, needsPIN): ([DeviceID], [String], Bool) = ([], [], false)
        for device in selected {
            let isRoutine = device.purpose == .light
            if denied.contains(device.id) {
                leftOut.append("\(device.id) denied")
            } else if role == .child, !isRoutine {
                leftOut.append("\(device.id) routineOnly")
            } else if device.purpose == .garage {
                leftOut.append("\(device.id) mustBeNamed")
            } else if device.purpose == nil {
                leftOut.append("\(device.id) purposeUnknown")
            } else if !isRoutine, !request.includesGuarded {
                leftOut.append("\(device.id) guarded")
            } else {
                needsPIN = needsPIN || !isRoutine && !isSteppedUp
                children.append(device.id)
            }
        }
        let result = Result { () throws(GroupCommandRefusal) in
            try policy.select(
                request, by: .any(role, isSteppedUp: isSteppedUp), among: devices,
                at: DecisionTime(wall: noon, isKnown: true))
        }
        switch result {
        case .success(let selection):
            #expect(hidden.isEmpty && !needsPIN && !children.isEmpty, "seed \(seed)")
            #expect(selection.children.map(\.device) == children, "seed \(seed)")
            #expect(selection.leftOut.map { "\($0.device) \($0.code)" } == leftOut, "seed \(seed)")
            #expect(
                selection.areAllSafe
                    == (request.value == .boolean(false)
                        && children.allSatisfy { child in
                            devices.first { $0.id == child }?.purpose == .light
                        }),
                "seed \(seed)")
        case .failure(.noSuchRoom(let room)): #expect(hidden.contains(room), "seed \(seed)")
        case .failure(.stepUpNeeded): #expect(needsPIN, "seed \(seed)")
        case .failure(.nothingSelected): #expect(selected.isEmpty, "seed \(seed)")
        case .failure(.allLeftOut(let parts)):
            #expect(children.isEmpty && parts.map { "\($0.device) \($0.code)" } == leftOut, "seed \(seed)")
        case .failure(let refusal): Issue.record("seed \(seed): \(refusal)")
        }
    }

    private func device(_ number: Int, random: inout SeededGenerator) -> Device {
        let id = "device-\(number)"
        let purpose = Self.purposes.randomElement(using: &random) ?? nil
        let part = Part(
            id: .main, capabilities: [Capability(CapabilityName(.switch), isCommanded: true)], purpose: purpose)
        return Device(
            id: DeviceID(id) ?? plug, name: DisplayName("A device" as StaticString),
            room: Bool.random(using: &random) ? Self.rooms.randomElement(using: &random) : nil,
            address: LinkAddress(kind: .homie5, foreignID: id, root: id),
            description: DeviceDescription(name: id, parts: [part]), adoptedAt: noon)
    }
}

extension Device {
    fileprivate var purpose: Purpose? { description.parts.first?.purpose }
}
