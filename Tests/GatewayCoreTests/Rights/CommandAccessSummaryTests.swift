import HomeModel
import AuditTrail
import Testing

@testable import GatewayCore

/// The explanation of a right gives the same result as the command itself.
@Suite struct CommandAccessSummaryTests {
    private let door = DeviceID("front-door" as StaticString)
    private let lamp = DeviceID("lamp" as StaticString)
    private let lock = Capability(CapabilityName(.lock), options: ["locked", "unlocked"], isCommanded: true)

    private static let roles: [Role] = [.owner, .member, .child, .guest]

    /// For every role, device and state of the lockdown, the explanation matches the refusals of the two commands.
    @Test(arguments: roles, [true, false]) func explanationMatchesTheResultOfTheCommand(
        _ role: Role, isLockedDown: Bool
    ) async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(door, capabilities: [lock])
            try await home.add(lamp, capabilities: [.lamp])
            let tokens = try await home.pair("Kim", role: role)
            let kim = tokens.client.person
            if role == .guest {
                _ = try await home.grants.give(
                    Grant(
                        id: GrantID("new"), person: kim, effect: .allow, permissions: [.controlDevices],
                        selector: AccessSelector(devices: [lamp])), as: console)
            }
            if isLockedDown { try await home.lockdown.set(true, as: console) }
            let examples: [(DeviceID, CapabilityKind, [CapabilityValue])] = [
                (door, .lock, [.text("locked"), .text("unlocked")]),
                (lamp, .switch, [.boolean(false), .boolean(true)]),
            ]
            for (device, kind, values) in examples {
                var refusals: [CommandRefusal?] = []
                for value in values {
                    refusals.append(
                        try await home.send(value, to: device, kind: kind, as: home.identity(tokens)).refusal)
                }
                let answer = try await home.peopleService.explain(
                    AccessQuestion(permission: .controlDevices, device: device, capability: CapabilityName(kind)),
                    for: kim, as: console)
                let isPIN = refusals.map { $0 == .denied(.stepUpNeeded(.commands)) }
                let isDone = refusals.map { $0 == nil }
                #expect(answer.isAllowed == (isPIN.contains(true) || isDone.contains(true)), "\(device)")
                #expect(answer.needsPIN == isPIN.contains(true), "\(device)")
                let isRefused = zip(isPIN, isDone).contains { !$0 && !$1 }
                #expect(answer.isPartial == (answer.isAllowed && isRefused), "\(device)")
            }
        }
    }

    /// For a capability that the device does not have, or only reports, the explanation repeats the command's refusal.
    @Test(arguments: ["main", "switch-9"], [CapabilityKind.lock, .brightness, .battery])
    func missingCapabilityIsNotPermitted(_ part: String, kind: CapabilityKind) async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let part = try #require(PartID(part))
            try await home.add(door, capabilities: [lock, Capability(CapabilityName(.battery))])
            let kim = try await home.pair("Kim", role: .owner)
            for isLockedDown in [false, true] where part != .main || kind != .lock {
                if isLockedDown { try await home.lockdown.set(true, as: console) }
                let refused = try await home.send(
                    .text("locked"), to: door, kind: kind, part: part, as: home.identity(kim)
                ).refusal
                let answer = try await home.peopleService.explain(
                    AccessQuestion(
                        permission: .controlDevices, device: door, part: part, capability: CapabilityName(kind)),
                    for: kim.client.person, as: console)
                #expect(!answer.isAllowed && answer.sentence == refused?.description, "\(answer.sentence)")
            }
        }
    }

    /// The same holds for other permissions, and for a device without commands.
    @Test func missingCapabilityIsNotVisible() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(lamp, capabilities: [Capability(CapabilityName(.battery))])
            let kim = try await home.peopleService.add(name: "Kim", role: .owner, as: console).id
            func isAllowed(_ permission: Permission, part: PartID? = nil, kind: CapabilityKind?) async throws -> Bool {
                try await home.peopleService.explain(
                    AccessQuestion(
                        permission: permission, device: lamp, part: part, capability: kind.map { CapabilityName($0) }),
                    for: kim, as: console
                ).isAllowed
            }
            #expect(try await isAllowed(.viewEnvironment, kind: .battery))
            #expect(try await isAllowed(.viewEnvironment, kind: nil))
            #expect(try await !isAllowed(.viewEnvironment, kind: .humidity))
            #expect(try await !isAllowed(.viewEnvironment, part: PartID("switch-9" as StaticString), kind: nil))
            #expect(try await !isAllowed(.controlDevices, kind: nil))
        }
    }

    @Test func explanationNamesTheLockdownAndThePIN() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(door, capabilities: [lock])
            let kim = try await home.peopleService.add(name: "Kim", role: .member, as: console).id
            let question = AccessQuestion(permission: .controlDevices, device: door, capability: nil)
            func explanation() async throws -> String {
                try await home.peopleService.explain(question, for: kim, as: console).sentence
            }
            #expect(try await explanation().contains("only with a PIN"))
            try await home.lockdown.set(true, as: console)
            #expect(try await explanation().contains("locked down"))
        }
    }

    /// The door may be locked, may be unlocked with a PIN, and its light may not be switched.
    @Test func explanationNamesThePINBesidePermittedAndRefusedCommands() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(door, capabilities: [lock, .lamp])
            let kim = try await home.peopleService.add(name: "Kim", role: .member, as: console).id
            _ = try await home.grants.give(
                Grant(
                    id: GrantID("new"), person: kim, effect: .deny, permissions: [.controlDevices],
                    selector: AccessSelector(devices: [door], capabilities: [.switch])), as: console)
            let answer = try await home.peopleService.explain(
                AccessQuestion(permission: .controlDevices, device: door, capability: nil), for: kim, as: console)
            #expect(answer.isAllowed && answer.needsPIN && answer.isPartial)
            #expect(answer.sentence.contains("only with a PIN. The rest is refused: A deny"), "\(answer.sentence)")
            #expect(answer.reason.code == "role" && answer.reason.role == .member)
            #expect(answer.restReason?.code == "denied" && answer.restReason?.grant?.effect == .deny)
        }
    }

    /// Columns: the conditions of the grant, how often it was used, a part of the explanation.
    @Test(
        arguments: [
            (AccessConditions(maximumUses: 1), 1, "has been used up"),
            (AccessConditions(notBefore: Timestamp(milliseconds: 4_000_000_000_000)), 0, "permits it only from"),
        ] as [(AccessConditions, Int, String)])
    func explanationNamesTheInactiveGrantAndItsCause(
        _ conditions: AccessConditions, uses: Int, expected: String
    ) async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(door, capabilities: [lock])
            let kim = try await home.peopleService.add(name: "Kim", role: .guest, as: console).id
            let grant = try await home.grants.give(
                Grant(
                    id: GrantID("new"), person: kim, effect: .allow, permissions: [.controlDevices],
                    selector: AccessSelector(devices: [door], capabilities: [.lock]), conditions: conditions),
                as: console)
            for _ in 0..<uses { #expect(try await home.people.use(grant.id) == .counted) }
            for capability in [CapabilityName(.lock), nil] {
                let answer = try await home.peopleService.explain(
                    AccessQuestion(permission: .controlDevices, device: door, capability: capability), for: kim,
                    as: console)
                #expect(!answer.isAllowed)
                #expect(answer.sentence.contains("The grant \(grant.id)") && answer.sentence.contains(expected))
                #expect(answer.reason.code == "grantNotInEffect")
                #expect(answer.reason.conditional.map(\.grant.id) == [grant.id])
            }
        }
    }

    /// A grant that is revoked while its command waits is not “used up”.
    @Test func revokedGrantIsNotReportedAsUsedUp() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(lamp, capabilities: [.lamp])
            let kim = try await home.peopleService.add(name: "Kim", role: .guest, as: console).id
            let grant = try await home.grants.give(
                Grant(
                    id: GrantID("new"), person: kim, effect: .allow, permissions: [.controlDevices],
                    conditions: AccessConditions(maximumUses: 1)), as: console)
            #expect(try await home.people.use(grant.id) == .counted)
            #expect(try await home.people.use(grant.id) == .usedUp)
            try await home.grants.revoke(grant.id, effect: .allow, as: console)
            #expect(try await home.people.use(grant.id) == .revoked)
        }
    }

    @Test func commandToAMissingDeviceIsAuditedWithoutItsValue() async throws {
        try await withCore { home in
            let kim = try await home.peopleService.add(
                name: "Kim", role: .guest, as: #require(CoreHome.console)
            ).id
            let refusal = try await home.send(
                .text(String(repeating: "\u{7}", count: 500)), to: DeviceID("nothing" as StaticString), kind: .text,
                as: CoreHome.identity(kim)
            ).refusal
            #expect(refusal == .notFound)
            let entry = try #require(try await home.audit.records(AuditFilter(event: .deviceControl)).first).entry
            #expect(Set(entry.metadata.keys) == ["command", "outcome", "reason", "capability"])
        }
    }

    @Test func concurrentReadsOfTheAuditLogAreLimited() async throws {
        let quota = ReadQuota()
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        let asKim = try CoreHome.identity(PersonID("kim" as StaticString))
        let asBo = try CoreHome.identity(PersonID("bo" as StaticString))
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<40 {
                group.addTask {
                    do throws(ActionRefusal) {
                        try await quota.read(for: asKim) { for await _ in gate {} }
                        return true
                    } catch {
                        return false
                    }
                }
            }
            // Reads beyond the quota are refused while the others wait.
            for _ in 0..<(40 - ReadQuota.maximumPerAsker) {
                let isDone = try await group.next()
                #expect(isDone == false)
            }
            group.addTask {
                do throws(ActionRefusal) {
                    try await quota.read(for: asBo) {}
                    return true
                } catch {
                    return false
                }
            }
            open.finish()
            var done = 0
            while let isDone = try await group.next() { done += isDone ? 1 : 0 }
            #expect(done == ReadQuota.maximumPerAsker + 1)
        }
        #expect(await quota.highestRunning == ReadQuota.maximumAtOnce)
    }
}
