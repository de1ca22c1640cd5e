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

    @Test func aChangeOfNothingChangesNothing() {
        #expect(GrantChange().applied(to: grant) == grant)
        #expect(GrantChange().fields.isEmpty)
    }

    @Test func whatIsGivenIsOtherAndTheRestStays() {
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

    @Test func boundsAreTakenAway() {
        var change = GrantChange()
        change.lifted = Set(GrantChange.Bound.allCases)
        #expect(change.applied(to: grant).conditions == AccessConditions())
        #expect(change.applied(to: grant).uses == 2)
        #expect(change.fields == ["maximumUses", "notAfter", "notBefore"])
    }

    @Test func aChangeMakesNoAdmin() {
        var change = GrantChange()
        change.permissions = [.managePeople]
        #expect(change.applied(to: grant).permissions.isEmpty)
    }

    /// Of any two grants or denies, for any question at any time.
    @Test(arguments: [Grant.Effect.allow, .deny])
    func meanwhileNothingIsAllowedThatBeforeOrAfterwardsIsNot(_ effect: Grant.Effect) {
        let seed = UInt64.random(in: .min ... .max)
        var random = SeededGenerator(seed: seed)
        var gaps = 0
        for round in 0..<1000 {
            let old = Self.grant(effect, &random)
            let new = Self.grant(effect, &random).used(old.uses)
            let meanwhile = old.meanwhile(becoming: new)
            for _ in 0..<10 {
                let question = Question(&random)
                let both = question.isAllowed(by: [old]) && question.isAllowed(by: [new])
                let now = question.isAllowed(by: meanwhile)
                #expect(both || !now, "seed \(seed), round \(round): \(old) \(new) \(question)")
                if both && !now { gaps += 1 }
            }
            // Whoever is given more, or less, is not without anything meanwhile.
            #expect(old.meanwhile(becoming: old) == [old])
        }
        #expect(effect == .allow || gaps == 0, "seed \(seed)")
    }

    @Test func whatTakesAwayHoldsAtOnceAndWhatGivesOnceItIsStored() {
        var less = GrantChange()
        less.windows = [WeeklyWindow(weekdays: [1], fromMinute: 0, toMinute: 60)]
        var more = GrantChange()
        more.notAfter = noon + .days(1)
        var elsewhere = GrantChange()
        elsewhere.rooms = [cellar]
        let (shorter, longer) = (less.applied(to: grant), more.applied(to: grant))
        #expect(grant.meanwhile(becoming: shorter) == [shorter])
        #expect(grant.meanwhile(becoming: longer) == [grant])
        let neither = longer.meanwhile(becoming: elsewhere.applied(to: grant))
        #expect(neither.map(\.permissions) == [[]] && neither.map(\.conditions.notAfter) == [noon + .hours(1)])
        // Else what is used meanwhile would not count.
        #expect(neither.map(\.conditions.maximumUses) == [3])
    }

    @Test func ofWhatCouldNotBeStoredOnlyTheTakingIsKept() {
        var (less, more, elsewhere) = (GrantChange(), GrantChange(), GrantChange())
        less.maximumUses = 2
        more.maximumUses = 4
        elsewhere.rooms = [cellar]
        #expect(grant.kept(without: less.applied(to: grant)) == less.applied(to: grant))
        #expect(grant.kept(without: more.applied(to: grant)) == nil)
        #expect(grant.kept(without: elsewhere.applied(to: grant))?.permissions == [])
        let deny = Grant(
            id: GrantID("no"), person: grant.person, effect: .deny, permissions: [.controlDevices],
            selector: AccessSelector(rooms: [hall]), conditions: AccessConditions(maximumUses: 3))
        #expect(deny.kept(without: more.applied(to: deny)) == more.applied(to: deny))
        #expect(deny.kept(without: less.applied(to: deny)) == nil)
        #expect(deny.kept(without: elsewhere.applied(to: deny)) == nil)
    }

    private struct Question: CustomStringConvertible {
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
                id: .any(.guest), name: DisplayName("Somebody" as StaticString), role: isDeny ? .member : .guest)
            return AccessPolicy(people: [person], grants: grants)
                .decide(.any(.guest), permission, on: target, at: time).isAllowed
        }

        var description: String { "\(permission) \(target) \(time)" }
    }

    private static func grant(_ effect: Grant.Effect, _ random: inout SeededGenerator) -> Grant {
        func some<Value: Hashable>(_ values: [Value]) -> Set<Value> {
            Set(values.filter { _ in Bool.random(using: &random) })
        }
        func time() -> Timestamp? {
            Bool.random(using: &random) ? nil : noon + .hours(Int.random(in: -3...3, using: &random))
        }
        let windows = some([
            WeeklyWindow(weekdays: [3], fromMinute: 600, toMinute: 720),
            WeeklyWindow(weekdays: [3], fromMinute: 700, toMinute: 900),
        ])
        return Grant(
            id: GrantID("grant"), person: .any(.guest), effect: effect, permissions: some(permissions),
            selector: AccessSelector(rooms: some(rooms), devices: some(devices), capabilities: some(kinds)),
            conditions: AccessConditions(
                notBefore: time(), notAfter: time(), windows: Array(windows),
                maximumUses: [nil, 1, 3].randomElement(using: &random) ?? nil),
            uses: Int.random(in: 0...2, using: &random))
    }
}
