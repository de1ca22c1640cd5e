import SeededRandom
import HomeModel
import Testing

struct GrantChangeTests {
    private static let rooms = [hall, cellar]
    private static let devices = [plug, DeviceID("lamp" as StaticString)]
    private static let kinds: [CapabilityKind] = [.switch, .power]
    private static let permissions: [Permission] = [.controlDevices, .viewEnergy]

    private let grant = Grant.allow(
        [.controlDevices], for: AccessSelector(rooms: [hall], capabilities: [.switch]),
        when: AccessConditions(notBefore: noon, notAfter: noon + .hours(1), maximumUses: 3), uses: 2)

    @Test func emptyChangeLeavesTheGrantUnchanged() {
        #expect(GrantChange().applied(to: grant) == grant)
        #expect(GrantChange().fields.isEmpty)
    }

    @Test func changeReplacesOnlyTheGivenFields() {
        var change = GrantChange()
        change.rooms = []
        change.devices = [plug]
        change.notAfter = noon + .hours(2)
        let changed = change.applied(to: grant)
        #expect(changed.selector == AccessSelector(devices: [plug], capabilities: [.switch]))
        #expect(
            changed.conditions
                == AccessConditions(notBefore: noon, notAfter: noon + .hours(2), maximumUses: 3))
        #expect(changed.uses == 2 && changed.permissions == [.controlDevices])
        #expect(change.fields == ["devices", "notAfter", "rooms"])
    }

    @Test func removedBoundsLeaveNoConditions() {
        var change = GrantChange()
        change.removedBounds = Set(GrantChange.Bound.allCases)
        #expect(change.applied(to: grant).conditions == AccessConditions())
        #expect(change.applied(to: grant).uses == 2)
        #expect(change.fields == ["maximumUses", "notAfter", "notBefore"])
    }

    @Test func changeCannotGrantManagePeople() {
        var change = GrantChange()
        change.permissions = [.managePeople]
        #expect(change.applied(to: grant).permissions.isEmpty)
    }

    /// Checks random pairs of grants or denies with random queries at random times.
    @Test(arguments: [Grant.Effect.allow, .deny])
    func grantsWhileStoringAllowOnlyWhatBothGrantsAllow(_ effect: Grant.Effect) {
        let seed = UInt64.random(in: .min ... .max)
        var random = SeededGenerator(seed: seed)
        var gaps = 0
        for round in 0..<1000 {
            let old = Self.grant(effect, random: &random)
            let new = Self.grant(effect, random: &random).withUses(old.uses)
            let grantsWhileStoring = old.grantsWhileStoring(becoming: new)
            for _ in 0..<10 {
                let query = Query(&random)
                let both = query.isAllowed(by: [old]) && query.isAllowed(by: [new])
                let now = query.isAllowed(by: grantsWhileStoring)
                #expect(both || !now, "seed \(seed), round \(round): \(old) \(new) \(query)")
                if both && !now { gaps += 1 }
            }
            // An unchanged grant stays in force while it is stored.
            #expect(old.grantsWhileStoring(becoming: old) == [old])
        }
        #expect(effect == .allow || gaps == 0, "seed \(seed)")
    }

    @Test func restrictionsApplyAtOnceAndExtensionsOnceStored() {
        var less = GrantChange()
        less.windows = [WeeklyWindow(weekdays: [1], fromMinute: 0, toMinute: 60)]
        var more = GrantChange()
        more.notAfter = noon + .days(1)
        var elsewhere = GrantChange()
        elsewhere.rooms = [cellar]
        let (shorter, longer) = (less.applied(to: grant), more.applied(to: grant))
        #expect(grant.grantsWhileStoring(becoming: shorter) == [shorter])
        #expect(grant.grantsWhileStoring(becoming: longer) == [grant])
        let neither = longer.grantsWhileStoring(becoming: elsewhere.applied(to: grant))
        #expect(neither.map(\.permissions) == [[]] && neither.map(\.conditions.notAfter) == [noon + .hours(1)])
        // Otherwise uses during the storing would not be counted.
        #expect(neither.map(\.conditions.maximumUses) == [3])
    }

    @Test func fallbackKeepsOnlyTheRestrictionsOfAnUnstoredChange() {
        var (less, more, elsewhere) = (GrantChange(), GrantChange(), GrantChange())
        less.maximumUses = 2
        more.maximumUses = 4
        elsewhere.rooms = [cellar]
        #expect(grant.fallback(without: less.applied(to: grant)) == less.applied(to: grant))
        #expect(grant.fallback(without: more.applied(to: grant)) == nil)
        #expect(grant.fallback(without: elsewhere.applied(to: grant))?.permissions == [])
        let deny = Grant(
            id: GrantID("no"), person: grant.person, effect: .deny, permissions: [.controlDevices],
            selector: AccessSelector(rooms: [hall]), conditions: AccessConditions(maximumUses: 3))
        #expect(deny.fallback(without: more.applied(to: deny)) == more.applied(to: deny))
        #expect(deny.fallback(without: less.applied(to: deny)) == nil)
        #expect(deny.fallback(without: elsewhere.applied(to: deny)) == nil)
    }

    private struct Query: CustomStringConvertible {
        let permission: Permission
        let target: AccessTarget
        let time: Timestamp

        init(_ random: inout SeededGenerator) {
            permission = permissions.randomElement(using: &random) ?? .viewEnergy
            target = AccessTarget(
                device: devices.randomElement(using: &random) ?? plug, room: rooms.randomElement(using: &random),
                capability: kinds.randomElement(using: &random))
            time = noon + .hours(Int.random(in: -3...3, using: &random))
        }

        func isAllowed(by grants: [Grant]) -> Bool {
            let isDeny = grants.contains { $0.effect == .deny }
            let person = Person(
                id: .any(.guest), name: DisplayName("Ada" as StaticString), role: isDeny ? .member : .guest)
            return AccessPolicy(people: [person], grants: grants)
                .decide(.any(.guest), permission: permission, on: target, at: time).isAllowed
        }

        var description: String { "\(permission) \(target) \(time)" }
    }

    private static func grant(_ effect: Grant.Effect, random: inout SeededGenerator) -> Grant {
        func subset<Value: Hashable>(_ values: [Value]) -> Set<Value> {
            Set(values.filter { _ in Bool.random(using: &random) })
        }
        func time() -> Timestamp? {
            Bool.random(using: &random) ? nil : noon + .hours(Int.random(in: -3...3, using: &random))
        }
        let windows = subset([
            WeeklyWindow(weekdays: [3], fromMinute: 600, toMinute: 720),
            WeeklyWindow(weekdays: [3], fromMinute: 700, toMinute: 900),
        ])
        return Grant(
            id: GrantID("grant"), person: .any(.guest), effect: effect, permissions: subset(permissions),
            selector: AccessSelector(rooms: subset(rooms), devices: subset(devices), capabilities: subset(kinds)),
            conditions: AccessConditions(
                notBefore: time(), notAfter: time(), windows: Array(windows),
                maximumUses: [nil, 1, 3].randomElement(using: &random) ?? nil),
            uses: Int.random(in: 0...2, using: &random))
    }
}
