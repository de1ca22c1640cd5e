import SeededRandom
import HomeModel
import Testing

@testable import GatewayCore

/// A list that is assembled from cached parts equals a list without a cache.
@Suite struct DeviceListCacheTests {
    private static let sensor: DeviceID = DeviceID("sensor")
    private static let other: DeviceID = DeviceID("other")

    /// Every part of a device that a list may show, as text.
    private static func text(_ seen: VisibleDevice) -> [UInt8] {
        let kinds = seen.rights.visible.map { $0.rawValue + (seen.rights.commandable.contains($0) ? "!" : "") }.sorted()
            .joined(separator: "+")
        let values = seen.state.values.filter { seen.rights.visible.contains($0.key.capability.kind) }
            .map { "\($0.key)=\($0.value.value)" }.sorted().joined(separator: "+")
        let room = seen.room?.name.text ?? "nowhere"
        let availability = seen.state.availability?.rawValue ?? "unknown"
        return Array("{\(seen.device.name.text) in \(room) is \(availability), \(kinds), \(values)}".utf8)
    }

    private static func list(
        _ lists: DeviceListCache, identity: Identity, encoded: @escaping @Sendable () -> Void = {}
    ) async throws -> String {
        let bytes = try await lists.list(for: identity) { seen in
            encoded()
            return text(seen)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func reading(_ value: Double, of device: DeviceID, home: CoreHome) async {
        let series = SeriesID(device: device, part: .main, capability: CapabilityName(.temperature))
        await home.deviceStates.set(.number(value), of: series, at: home.clock.now(), now: home.clock.now())
    }

    @Test func unchangedDeviceIsEncodedOnce() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(Self.sensor, capabilities: [.thermometer])
            try await home.add(Self.other, capabilities: [.thermometer])
            let lists = home.lists
            let count = Count()
            let encoded: @Sendable () -> Void = { count.add() }
            for _ in 0..<3 { _ = try await Self.list(lists, identity: console, encoded: encoded) }
            #expect(count.value == 2)
            await Self.reading(1, of: Self.sensor, home: home)
            let changed = try await Self.list(lists, identity: console, encoded: encoded)
            #expect(changed.contains("temperature=1"))
            #expect(count.value == 3)
            // A person with the same rights gets the cached part.
            let owner = try await home.peopleService.add(name: "Owner", role: .owner, as: console).id
            #expect(try await Self.list(lists, identity: CoreHome.identity(owner), encoded: encoded) == changed)
            #expect(count.value == 3)
        }
    }

    /// What an asker may do is a part of the list, so the beginning and the end of a lockdown change it.
    @Test func lockdownAppearsInTheNextList() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(Self.sensor, capabilities: [.lamp])
            let lists = home.lists
            let encode: @Sendable (VisibleDevice) -> [UInt8] = { Array("\($0.rights.isLockedDown)".utf8) }
            for isLockedDown in [false, true, false] {
                if isLockedDown != (await home.people.policy.isLockedDown) {
                    try await home.lockdown.set(isLockedDown, as: console)
                }
                let bytes = try await lists.list(for: console, encode: encode)
                #expect(String(decoding: bytes, as: UTF8.self) == "[\(isLockedDown)]")
            }
        }
    }

    @Test(
        arguments: [
            "state", "availability", "network", "name", "room", "description", "removal", "adoption", "forgotten",
        ])
    func changeAppearsInTheNextList(_ change: String) async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(Self.sensor, capabilities: [.thermometer])
            await Self.reading(20, of: Self.sensor, home: home)
            let lists = home.lists
            let before = try await Self.list(lists, identity: console)
            var expected: String?
            switch change {
            case "state":
                await Self.reading(21, of: Self.sensor, home: home)
                expected = before.replacing("=20", with: "=21")
            case "availability":
                #expect(await home.deviceStates.set(.sleeping, of: Self.sensor))
                expected = before.replacing("ready", with: "sleeping")
            case "network":
                await home.deviceStates.forgetAvailabilities(of: [Self.sensor])
                expected = before.replacing("ready", with: "unknown")
            case "name":
                _ = try await home.devices.change(Self.sensor, name: "New", room: nil, purposes: nil, as: console)
                expected = before.replacing("{sensor", with: "{New")
            case "room":
                _ = try await home.devices.change(Self.sensor, name: nil, room: "Hall", purposes: nil, as: console)
                expected = before.replacing("nowhere", with: "Hall")
            case "description":
                let part = Part(id: .main, capabilities: [.thermometer, .contact])
                _ = try await home.registry.change(Self.sensor) {
                    $0 = $0.described(as: DeviceDescription(name: "sensor", parts: [part]), native: nil)
                }
                expected = before.replacing(", temperature", with: ", contact+temperature")
            case "removal":
                try await home.devices.remove(Self.sensor, as: console)
                expected = "[]"
            case "adoption":
                try await home.add(Self.other, capabilities: [.thermometer])
                expected = before.replacing("[", with: "[{other in nowhere is ready, temperature, },")
            default:
                await home.deviceStates.forget(Self.sensor)
                expected = "[{sensor in nowhere is unknown, temperature, }]"
            }
            #expect(try await Self.list(lists, identity: console) == expected)
        }
    }

    @Test(arguments: ["role", "grant", "deny", "used up", "end", "window", "removal", "scope"])
    func visibleDevicesAreDecidedForEveryList(_ change: String) async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(Self.sensor, capabilities: [.thermometer])
            try await home.add(Self.other, capabilities: [.thermometer])
            let now = home.clock.now()
            // Monday, 21 September 2026, 14:13:20.
            let guest = try await home.guest(
                seeing: [Self.sensor],
                conditions: AccessConditions(
                    notAfter: now + .days(1), windows: [try #require(WeeklyWindow("mon,tue 14:00-15:00"))],
                    maximumUses: 1))
            let person = try #require(guest.person)
            let lists = home.lists
            let everything = try await Self.list(lists, identity: console)
            let one = try await Self.list(lists, identity: guest)
            #expect(one.contains("{sensor") && !one.contains("{other"))
            switch change {
            case "role":
                _ = try await home.peopleService.change(person, role: .owner, as: console)
                #expect(try await Self.list(lists, identity: guest) == everything)
            case "grant":
                let grant = Grant(
                    id: GrantID("new"), person: person, effect: .allow, permissions: [.viewEnvironment],
                    selector: AccessSelector(devices: [Self.other]))
                let given = try await home.grants.give(grant, as: console)
                #expect(try await Self.list(lists, identity: guest) == everything)
                try await home.grants.revoke(given.id, effect: .allow, as: console)
                #expect(try await Self.list(lists, identity: guest) == one)
            case "deny":
                let deny = Grant(id: GrantID("no"), person: person, effect: .deny, permissions: [.viewEnvironment])
                _ = try await home.grants.give(deny, as: console)
                #expect(try await Self.list(lists, identity: guest) == "[]")
            case "used up":
                #expect(try await home.people.use(GrantID("see-0")) == .counted)
                #expect(try await Self.list(lists, identity: guest) == "[]")
            case "end":
                home.time.set(to: now + .days(1) - .milliseconds(1), isSynchronised: true)
                #expect(try await Self.list(lists, identity: guest) == one)
                home.time.set(to: now + .days(1), isSynchronised: true)
                #expect(try await Self.list(lists, identity: guest) == "[]")
            case "window":
                home.time.advance(by: .seconds(2800) - .milliseconds(1))
                #expect(try await Self.list(lists, identity: guest) == one)
                home.time.advance(by: .milliseconds(1))
                #expect(try await Self.list(lists, identity: guest) == "[]")
                // The clock is set back.
                home.time.set(to: now, isSynchronised: true)
                #expect(try await Self.list(lists, identity: guest) == "[]")
                try await home.clocks.confirm(now, as: console)
                #expect(try await Self.list(lists, identity: guest) == one)
            case "removal":
                try await home.peopleService.remove(person, as: console)
                #expect(try await Self.list(lists, identity: guest) == "[]")
            default:
                _ = try await home.peopleService.change(person, role: .owner, as: console)
                #expect(try await Self.list(lists, identity: guest.scoped(to: [])) == "[]")
                #expect(try await Self.list(lists, identity: guest) == everything)
                #expect(try await Self.list(lists, identity: guest.scoped(to: [])) == "[]")
            }
        }
    }

    @Test func commandableCapabilitiesAreDecidedForEveryList() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(Self.sensor, capabilities: [.lamp])
            let guest = try await home.guest(seeing: [Self.sensor])
            let person = try #require(guest.person)
            let lists = home.lists
            let readOnly = "[{sensor in nowhere is ready, switch, }]"
            #expect(try await Self.list(lists, identity: guest) == readOnly)
            // A person with more rights gets other bytes for the same device.
            #expect(try await Self.list(lists, identity: console) == "[{sensor in nowhere is ready, switch!, }]")
            #expect(try await Self.list(lists, identity: guest) == readOnly)
            let hour = Grant(
                id: GrantID("new"), person: person, effect: .allow, permissions: [.controlDevices],
                conditions: AccessConditions(notAfter: home.clock.now() + .hours(1)))
            _ = try await home.grants.give(hour, as: console)
            #expect(try await Self.list(lists, identity: guest) == "[{sensor in nowhere is ready, switch!, }]")
            home.time.advance(by: .hours(1))
            #expect(try await Self.list(lists, identity: guest) == readOnly)
        }
    }

    /// Each of two people may see a different capability of the same device.
    @Test func listsForDifferentRightsShareNoBytes() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let hygrometer = Capability(CapabilityName(.humidity))
            try await home.add(Self.sensor, capabilities: [.thermometer, hygrometer])
            let lists = home.lists
            var results: Set<String> = [try await Self.list(lists, identity: console)]
            for kind in [CapabilityKind.temperature, .humidity] {
                let person = try await home.peopleService.add(name: kind.rawValue, role: .guest, as: console).id
                try await home.people.add(
                    Grant(
                        id: GrantID(slugging: kind.rawValue, fallback: GrantID("x")), person: person, effect: .allow,
                        permissions: [.viewEnvironment], selector: AccessSelector(capabilities: [kind])))
                let result = try await Self.list(lists, identity: CoreHome.identity(person))
                #expect(result == "[{sensor in nowhere is ready, \(kind.rawValue), }]")
                results.insert(result)
            }
            #expect(results.count == 3)
        }
    }

    /// After random events in random order, the list for each person equals the list of an empty cache.
    @Test(.timeLimit(.minutes(10))) func cachedListEqualsAnUncachedList() async throws {
        let seed = UInt64.random(in: .min ... .max)
        try await withCore { home in
            var random = SeededGenerator(seed: seed)
            let console = try #require(CoreHome.console)
            let devices = (1...6).compactMap { DeviceID("device-\($0)") }
            for device in devices { try await home.add(device, capabilities: [.thermometer, .lamp]) }
            let windows = [try #require(WeeklyWindow("daily 14:00-15:00"))]
            var askers = [console]
            for device in devices.prefix(2) {
                askers.append(try await home.guest(seeing: [device], conditions: AccessConditions(windows: windows)))
            }
            let member = try await home.peopleService.add(name: "Member", role: .member, as: console).id
            askers += [try CoreHome.identity(member), try CoreHome.identity(member).scoped(to: [.controlDevices])]
            // With another owner in the home the member may get any role.
            _ = try await home.peopleService.add(name: "Owner", role: .owner, as: console)
            let lists = home.lists
            for step in 0..<400 {
                let device = try #require(devices.randomElement(using: &random))
                switch Int.random(in: 0..<9, using: &random) {
                case 0: await Self.reading(Double(step), of: device, home: home)
                case 1:
                    _ = await home.deviceStates.set(
                        [.ready, .lost].randomElement(using: &random) ?? .ready, of: device)
                case 2:
                    let name = try DisplayName("Name \(step)")
                    _ = try await home.registry.change(device) { $0.name = name }
                case 3: home.time.advance(by: .seconds(Int.random(in: 0...3000, using: &random)))
                case 4:
                    let role = [Role.owner, .child, .guest, .member].randomElement(using: &random) ?? .member
                    _ = try await home.peopleService.change(member, role: role, as: console)
                default:
                    let asker = try #require(askers.randomElement(using: &random))
                    let fresh = try await Self.list(home.lists, identity: asker)
                    #expect(try await Self.list(lists, identity: asker) == fresh, "seed \(seed), step \(step)")
                }
            }
        }
    }
}

extension CoreHome {
    /// An empty cache.
    fileprivate var lists: DeviceListCache {
        DeviceListCache(registry: registry, people: people, deviceStates: deviceStates, clock: clock)
    }
}

extension Identity {
    /// The same person, with a token of a smaller scope.
    fileprivate func scoped(to scope: Set<Permission>) throws -> Identity {
        let (digest, key) = (TokenDigest(bytes: [1]), KeyThumbprint(String(repeating: "k", count: 43)))
        guard let person else { throw CoreHome.Missing() }
        let token = ServiceToken(
            id: TokenID("token"), person: person, name: DisplayName("Token" as StaticString), digest: digest,
            scope: scope, key: key, expiresAt: Timestamp(milliseconds: .max))
        guard let proof = AuthenticatedToken(token, presented: digest, key: key, until: .days(1), at: .zero) else {
            throw CoreHome.Missing()
        }
        return .token(proof)
    }
}
