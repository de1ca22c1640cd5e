import DeviceProtocols
import HomeModel
import AuditTrail
import Testing

@testable import TimeSeriesStore
@testable import HomeStore
@testable import GatewayCore

/// Rights that depend on the room of a device. Only a person who may change rights can change them by a move.
@Suite struct MovedDeviceTests {
    private let lamp = DeviceID("lamp" as StaticString)
    private let names = ["Hall", "Office", "Garage", "Attic"]

    private struct Case: Sendable, CustomTestStringConvertible {
        let act: String
        let isNamed: Bool
        let isDenied: Bool

        var testDescription: String { "\(act), named \(isNamed), denied \(isDenied)" }
    }

    private static let cases = ["move out", "move in", "remove", "adopt", "rename", "stay"].flatMap { act in
        [(false, false), (true, false), (true, true)].map { Case(act: act, isNamed: $0.0, isDenied: $0.1) }
    }

    /// A lamp in the hall; a grant of another person, or a deny of the asker, names the garage and the hall.
    private func home(_ home: CoreHome, admin: PersonID, example: Case) async throws {
        let console = try #require(CoreHome.console)
        try await home.add(lamp, capabilities: [.lamp])
        var rooms: [Room] = []
        for name in names { rooms.append(try await home.rooms.add(name: name, as: console)) }
        let hall = example.act == "move in" ? rooms[3].id : rooms[0].id
        _ = try await home.registry.change(lamp) { $0.room = hall }
        guard example.isNamed else { return }
        let kim = try await home.peopleService.add(name: "Kim", role: .guest, as: console).id
        _ = try await home.grants.give(
            Grant(
                id: GrantID("new"), person: example.isDenied ? admin : kim, effect: example.isDenied ? .deny : .allow,
                permissions: [.controlDevices], selector: AccessSelector(rooms: [rooms[0].id, rooms[2].id]),
                // Also at an hour at which it does not hold.
                conditions: AccessConditions(notBefore: home.clock.now() + .hours(5))), as: console)
    }

    @Test func auditEntryOfAMoveNamesBothRooms() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(lamp, capabilities: [.lamp])
            _ = try await home.rooms.add(name: "Office", as: console)
            for room in ["Hall", "Office", "office"] {
                _ = try await home.devices.change(lamp, name: nil, room: room, purposes: nil, as: console)
            }
            let moves = try await home.audit.records(AuditFilter(event: .deviceMove)).map(\.entry.metadata)
            #expect(
                moves.reversed().map { [$0["from"], $0["to"]] } == [
                    ["no room", "a new room"], ["hall", "office"], ["office", "office"],
                ])
        }
    }

    private func perform(_ act: String, home: CoreHome, as identity: Identity) async -> ActionRefusal? {
        do throws(ActionRefusal) {
            switch act {
            case "move out":
                _ = try await home.devices.change(lamp, name: nil, room: "Attic", purposes: nil, as: identity)
            case "move in":
                _ = try await home.devices.change(lamp, name: nil, room: "Garage", purposes: nil, as: identity)
            case "remove": try await home.devices.remove(lamp, as: identity)
            case "adopt":
                _ = try await home.devices.adopt(
                    DeviceID("plug" as StaticString), name: nil, room: "Garage", purposes: [:], as: identity)
            case "rename":
                _ = try await home.devices.change(lamp, name: "Lamp 2", room: nil, purposes: nil, as: identity)
            default: _ = try await home.devices.change(lamp, name: nil, room: "Hall", purposes: nil, as: identity)
            }
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: cases.indices) func moveRequiresAPINWhenRightsNameTheRoom(_ index: Int) async throws {
        let example = Self.cases[index]
        try await withCore { home in
            let tokens = try await home.pair("Ada", role: .admin)
            try await self.home(home, admin: tokens.client.person, example: example)
            _ = await home.registry.described(
                LinkAddress(kind: .homie5, foreignID: "plug", root: "plug"),
                description: DeviceDescription(name: "plug", parts: [Part(id: .main, capabilities: [.lamp])]),
                native: "{}",
                at: home.clock.now())
            let before = await home.registry.snapshot.devices
            let isSpecial = example.isNamed && !["rename", "stay"].contains(example.act)
            let refusal = await perform(example.act, home: home, as: try await home.identity(tokens))
            switch refusal {
            case nil: #expect(!isSpecial)
            case .denied(.stepUpNeeded(.people))?: #expect(isSpecial && !example.isDenied)
            case .denied(.denied)?: #expect(isSpecial && example.isDenied)
            default: Issue.record("\(example): \(String(describing: refusal))")
            }
            guard isSpecial else { return }
            #expect(await home.registry.snapshot.devices == before)
            // With the PIN it succeeds, unless a deny of the person names the room.
            try await home.pins.set("482915", current: nil, of: tokens.client.person, as: home.identity(tokens))
            try await home.pins.stepUp("482915", for: .people, as: home.identity(tokens))
            let again = await perform(example.act, home: home, as: try await home.identity(tokens))
            #expect((again == nil) == !example.isDenied)
        }
    }

    @Test func personWithADenyForADeviceCannotRemoveIt() async throws {
        try await withCore { home in
            try await home.add(lamp, capabilities: [.lamp])
            let tokens = try await home.pair("Ada", role: .admin)
            _ = try await home.grants.give(
                Grant(
                    id: GrantID("new"), person: tokens.client.person, effect: .deny, permissions: [.controlDevices],
                    selector: AccessSelector(devices: [lamp])), as: #require(CoreHome.console))
            let refusal = await perform("remove", home: home, as: try await home.identity(tokens))
            guard case .denied(.denied)? = refusal else { throw CoreHome.Missing() }
            #expect(await home.people.grants.count == 1)
        }
    }

    /// Grants and denies that name a device end with it, and its id is never reused.
    @Test func rightsEndWithTheirDeviceAndItsIDIsNeverReused() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let (door, other) = (DeviceID("front-door" as StaticString), DeviceID("other" as StaticString))
            for id in [door, other] { try await home.add(id, capabilities: [.lamp]) }
            let hall = try await home.rooms.add(name: "Hall", as: console)
            let kim = try await home.peopleService.add(name: "Kim", role: .guest, as: console).id
            for effect in [Grant.Effect.allow, .deny] {
                for selector in [
                    AccessSelector(devices: [door]), AccessSelector(devices: [door, other]),
                    AccessSelector(rooms: [hall.id], devices: [door]), AccessSelector(devices: [other]),
                ] {
                    _ = try await home.grants.give(
                        Grant(
                            id: GrantID("new"), person: kim, effect: effect, permissions: [.controlDevices],
                            selector: selector), as: console)
                }
            }
            try await home.devices.remove(door, as: console)
            let left = await home.people.grants
            #expect(left.count == 6 && left.allSatisfy { !$0.selector.devices.contains(door) })
            #expect(left.allSatisfy { $0.selector != AccessSelector() })
            #expect(Set(try await home.database.people.load().grants) == Set(left))
            let entries = try await home.audit.records().map(\.entry).filter {
                $0.metadata["reason"] == "deviceRemoved"
            }
            #expect(entries.count { $0.event == .grantRevoke } == 2 && entries.count { $0.event == .grantChange } == 4)
            // All data of the device is purged, and the gateway starts again.
            _ = try await home.database.retention.purge(now: home.clock.now() + .days(4000))
            let next = try await HomeRegistry(
                loading: home.database.registry, detailLevel: DeviceFamilies.detailLevel)
            #expect(await next.reserveID(for: DisplayName("Front door" as StaticString)) != door)
        }
    }

    @Test func grantsOfMissingDevicesEndAtTheStart() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let kim = try await home.peopleService.add(name: "Kim", role: .guest, as: console).id
            try await home.people.add(
                Grant(
                    id: GrantID("old"), person: kim, effect: .allow, permissions: [.controlDevices],
                    selector: AccessSelector(devices: [lamp])))
            try await home.devices.endRightsOfMissingDevices()
            #expect(await home.people.grants.isEmpty)
            let entry = try #require(try await home.audit.records(AuditFilter(event: .grantRevoke)).first).entry
            #expect(entry.actor == "gateway" && entry.concerned == kim.rawValue)
        }
    }

    /// In whatever order the two actions run, no grant or deny names a removed room.
    @Test func concurrentRemovalOfARoomLeavesNoGrantForIt() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let kim = try await home.peopleService.add(name: "Kim", role: .guest, as: console).id
            for round in 0..<40 {
                let room = try await home.rooms.add(name: "Room \(round)", as: console)
                let draft = Grant(
                    id: GrantID("new"), person: kim, effect: round.isMultiple(of: 2) ? .allow : .deny,
                    permissions: [.controlDevices], selector: AccessSelector(rooms: [room.id]))
                async let given = try? home.grants.give(draft, as: console)
                async let removed: Void? = try? home.rooms.remove(room.id, as: console)
                let (grant, isRemoved) = (await given, await removed != nil)
                #expect((grant != nil) != isRemoved || grant == nil, "round \(round)")
                let exists = await home.registry.snapshot.rooms[room.id] != nil
                #expect(await home.people.grants.allSatisfy { !$0.selector.rooms.contains(room.id) } || exists)
                if let grant { try await home.grants.revoke(grant.id, effect: grant.effect, as: console) }
            }
        }
    }
}
