import DeviceProtocols
import Foundation
import HomeModel
import AuditTrail
import Testing

@testable import GatewayCore

/// An action is audited before it happens. When it then fails, a second entry records the failure.
@Suite(.timeLimit(.minutes(10))) struct FailedActionTests {
    private func entries(_ home: CoreHome) async throws -> [AuditEntry] {
        try await home.audit.records(AuditFilter()).map(\.entry)
    }

    /// The results of all entries of one kind of action: `done` for a successful entry, and the reason of a failure.
    private func outcome(_ event: AuditEvent, act: String?, in entries: [AuditEntry]) -> [String] {
        entries.filter { $0.event == event && (act == nil || $0.metadata["act"] == act) }
            .map { $0.success ? "done" : $0.metadata["failure"] ?? "refused" }.sorted()
    }

    @Test func actionThatCannotBeStoredIsAuditedAsFailed() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let kim = try await home.peopleService.add(name: "Kim", role: .guest, as: console).id
            let hall = try await home.rooms.add(name: "Hall", as: console)
            let lamp: DeviceID = DeviceID("lamp")
            try await home.add(lamp, capabilities: [.lamp])
            let before = try await entries(home).count
            let allow = Grant(id: GrantID("new"), person: kim, effect: .allow, permissions: [.controlDevices])
            let actions: [(AuditEvent, String?, () async throws -> Void)] = [
                (.policyChange, "add", { _ = try await home.peopleService.add(name: "Bo", role: .guest, as: console) }),
                (.policyChange, "rename", { _ = try await home.peopleService.change(kim, name: "Kim B", as: console) }),
                (.policyChange, "role", { _ = try await home.peopleService.change(kim, role: .member, as: console) }),
                (.grantCreate, nil, { _ = try await home.grants.give(allow, as: console) }),
                (.settingsChange, "addRoom", { _ = try await home.rooms.add(name: "Attic", as: console) }),
                (.settingsChange, "renameRoom", { _ = try await home.rooms.rename(hall.id, name: "Hal", as: console) }),
                (.settingsChange, "removeRoom", { try await home.rooms.remove(hall.id, as: console) }),
                (.policyChange, "setPIN", { try await home.pins.set("482915", current: nil, of: kim, as: console) }),
                (
                    .deviceRename, nil,
                    {
                        _ = try await home.devices.change(
                            lamp, name: "Light", room: nil, purposes: nil, as: console)
                    }
                ),
                (.deviceRemove, nil, { try await home.devices.remove(lamp, as: console) }),
            ]
            try await home.whileDatabaseIsLocked {
                for (event, act, attempt) in actions {
                    await #expect(throws: ActionRefusal.self, "\(event) \(act ?? "")") { try await attempt() }
                }
            }
            let all = try await entries(home)
            let new = Array(all.prefix(all.count - before))
            for (event, act, _) in actions {
                #expect(outcome(event, act: act, in: new) == ["done", "notStored"], "\(event) \(act ?? "")")
            }
            #expect(await home.people.person(kim)?.role == .guest)
            #expect(await home.registry.snapshot[lamp] != nil)
        }
    }

    /// Otherwise the log would show, once the failure is trimmed, that the action happened.
    @Test func failureIsKeptAsLongAsItsAction() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await home.whileDatabaseIsLocked {
                await #expect(throws: ActionRefusal.self) {
                    _ = try await home.peopleService.add(name: "Olga", role: .owner, as: console)
                }
            }
            _ = try await home.actions.writeEntry(.settingsChange, severity: .warning, by: console)
            #expect(try await entries(home).map(\.severity) == [.warning, .security, .security])
        }
    }

    /// A change that takes rights away holds although it cannot be stored.
    @Test func restrictionThatCannotBeStoredIsNotAuditedAsFailed() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let kim = try await home.peopleService.add(name: "Kim", role: .member, as: console).id
            let grant = try await home.grants.give(
                Grant(id: GrantID("new"), person: kim, effect: .allow, permissions: [.viewEnergy]), as: console)
            let deny = Grant(id: GrantID("no"), person: kim, effect: .deny, permissions: [.controlDevices])
            try await home.whileDatabaseIsLocked {
                await #expect(throws: ActionRefusal.self) { try await home.lockdown.set(true, as: console) }
                await #expect(throws: ActionRefusal.self) { _ = try await home.grants.give(deny, as: console) }
                await #expect(throws: ActionRefusal.self) {
                    try await home.grants.revoke(grant.id, effect: .allow, as: console)
                }
                await #expect(throws: ActionRefusal.self) {
                    _ = try await home.peopleService.change(kim, role: .guest, as: console)
                }
                // The end of the lockdown gives rights back, so that it needs the disk.
                await #expect(throws: ActionRefusal.self) { try await home.lockdown.set(false, as: console) }
            }
            let all = try await entries(home)
            #expect(outcome(.lockdownOn, act: nil, in: all) == ["done"])
            #expect(outcome(.lockdownOff, act: nil, in: all) == ["done", "notStored"])
            #expect(outcome(.grantRevoke, act: nil, in: all) == ["done"])
            #expect(outcome(.policyChange, act: "role", in: all) == ["done"])
            #expect(!all.contains { $0.event == .grantCreate && !$0.success })
            #expect(await home.people.person(kim)?.role == .guest)
            #expect(await home.people.policy.isLockedDown)
        }
    }

    /// The grant loses the device at once, although the change cannot be stored.
    @Test func narrowedGrantThatCannotBeStoredIsNotAuditedAsFailed() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let kim = try await home.peopleService.add(name: "Kim", role: .guest, as: console).id
            let (lamp, plug): (DeviceID, DeviceID) = (DeviceID("lamp"), DeviceID("plug"))
            for id in [lamp, plug] { try await home.add(id, capabilities: [.lamp]) }
            _ = try await home.grants.give(
                Grant(
                    id: GrantID("new"), person: kim, effect: .allow, permissions: [.controlDevices],
                    selector: AccessSelector(devices: [lamp, plug])), as: console)
            try await home.registry.remove(lamp)
            try await home.whileDatabaseIsLocked {
                await #expect(throws: ActionRefusal.self) { try await home.devices.endRightsOfMissingDevices() }
            }
            #expect(await home.people.grants.map(\.selector.devices) == [[plug]])
            #expect(outcome(.grantChange, act: nil, in: try await entries(home)) == ["done"])
        }
    }

    @Test func failedAdoptionDoesNotFreeItsDeviceID() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            func announce(_ id: String) async throws -> DeviceID {
                let address = LinkAddress(kind: .homie5, foreignID: id, root: id)
                let part = Part(id: .main, capabilities: [.lamp])
                _ = await home.registry.described(
                    address, description: DeviceDescription(name: "Lamp", parts: [part]), native: "{}",
                    at: home.clock.now())
                return try #require(await home.registry.waiting.first { $0.best.address == address }).best.id
            }
            func adopt(_ id: DeviceID) async throws -> Device {
                try await home.devices.adopt(id, name: "Lamp", room: nil, purposes: [:], as: console)
            }
            let (first, second) = (try await announce("x1"), try await announce("x2"))
            try await home.whileDatabaseIsLocked {
                await #expect(throws: ActionRefusal.self) { _ = try await adopt(first) }
            }
            #expect(try await adopt(second).id.rawValue == "lamp-2")
            #expect(try await adopt(first).id.rawValue == "lamp-3")
            let adoptions = try await entries(home).filter { $0.event == .deviceAdopt }
            #expect(adoptions.filter { $0.target == "lamp" }.map(\.success) == [false, true])
            #expect(!adoptions.contains { $0.target != "lamp" && !$0.success })
        }
    }

    /// When two owners demote each other at the same time, one stays an owner, and the log shows one successful change.
    @Test func changeThatTheRegistryRefusesIsAuditedAsFailed() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            var ids: [PersonID] = []
            for name in ["Ada", "Bea"] {
                ids.append(try await home.peopleService.add(name: name, role: .owner, as: console).id)
            }
            let owners = ids
            for round in 0..<20 {
                let before = try await entries(home).count
                let isRemoval = round == 19
                await withTaskGroup(of: Void.self) { group in
                    for id in owners {
                        group.addTask {
                            if isRemoval {
                                try? await home.peopleService.remove(id, as: console)
                            } else {
                                _ = try? await home.peopleService.change(id, role: .member, as: console)
                            }
                        }
                    }
                }
                let all = try await entries(home)
                let new = all.prefix(all.count - before)
                // Each successful entry is true, or a second entry records its failure.
                let done = new.count { $0.success } - new.count { $0.metadata["failure"] == "lastOwner" }
                #expect(done == 1, "round \(round)")
                #expect(await home.people.hasOwner)
                for id in owners where !isRemoval {
                    guard await home.people.person(id)?.role != .owner else { continue }
                    _ = try await home.peopleService.change(id, role: .owner, as: console)
                }
            }
        }
    }
}
