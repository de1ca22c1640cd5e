import AuditTrail
import HomeModel
import Testing

@testable import GatewayCore
@testable import HomeStore

@Suite(.timeLimit(.minutes(10))) struct LayoutServiceTests {
    private let lamp = TileID(device: DeviceID("lamp"), part: .main)
    private let door = TileID(device: DeviceID("door"), part: .main)

    @Test func personWithoutALayoutGetsTheDefault() async throws {
        try await withLayouts { home, layouts, anna in
            let console = try #require(CoreHome.console)
            #expect(
                await layouts.effective(for: anna)
                    == EffectiveLayout(layout: HomeLayout(), isOwn: false, mayChange: true))
            let standard = HomeLayout(favourites: [door])
            try await layouts.setStandard(standard, as: console)
            #expect(await layouts.effective(for: anna).layout == standard)
            #expect(await layouts.effective(for: console).layout == standard)
            try await layouts.set(HomeLayout(favourites: [lamp]), as: anna)
            #expect(
                await layouts.effective(for: anna)
                    == EffectiveLayout(layout: HomeLayout(favourites: [lamp]), isOwn: true, mayChange: true))
            #expect(await layouts.standard(for: anna).layout == standard)
            try await layouts.reset(as: anna)
            #expect(
                await layouts.effective(for: anna) == EffectiveLayout(layout: standard, isOwn: false, mayChange: true))
            try await layouts.resetStandard(as: console)
            #expect(await layouts.effective(for: anna).layout == HomeLayout())
        }
    }

    @Test func layoutsSurviveARestart() async throws {
        try await withLayouts { home, layouts, anna in
            try await layouts.set(HomeLayout(tiles: [door, lamp]), as: anna)
            try await layouts.setStandard(HomeLayout(hidden: [door]), as: try #require(CoreHome.console))
            let next = try await LayoutRegistry(loading: home.database.layouts)
            #expect(await next.own(of: try #require(anna.person)) == HomeLayout(tiles: [door, lamp]))
            #expect(await next.standard == HomeLayout(hidden: [door]))
        }
    }

    @Test func removedDeviceRoomAndPersonLeaveTheLayouts() async throws {
        try await withLayouts { home, layouts, anna in
            let console = try #require(CoreHome.console)
            let hall = try await home.rooms.add(name: "Hall", as: console).id
            let layout = HomeLayout(rooms: [hall], tiles: [door, lamp], favourites: [lamp], hidden: [lamp])
            try await layouts.set(layout, as: anna)
            try await layouts.setStandard(layout, as: console)
            try await home.devices.remove(lamp.device, as: console)
            try await home.rooms.remove(hall, as: console)
            // A new room of the same name has the same id, and not the place of the old one.
            #expect(try await home.rooms.add(name: "Hall", as: console).id == hall)
            let loaded = try await home.database.layouts.load()
            #expect(loaded.own.values.map(\.self) == [HomeLayout(tiles: [door])])
            #expect(loaded.standard == HomeLayout(tiles: [door]))
            #expect(await layouts.effective(for: console).layout == HomeLayout(tiles: [door]))
            try await home.peopleService.remove(try #require(anna.person), as: console)
            #expect(try await home.database.layouts.load().own.isEmpty)
            #expect(await layouts.layouts.own(of: try #require(anna.person)) == nil)
        }
    }

    /// A guest who sees the door only on Tuesdays arranges the lamp on a Wednesday.
    @Test func entriesThatThePersonCannotSeeStay() async throws {
        try await withLayouts { home, layouts, _ in
            let guest = try await home.guest(seeing: [lamp.device])
            let person = try #require(guest.person)
            let unknown = TileID(device: DeviceID("never-there"), part: .main)
            _ = try await layouts.layouts.save(HomeLayout(favourites: [door, unknown, lamp]), of: person)
            #expect(await layouts.effective(for: guest).layout == HomeLayout(favourites: [lamp]))
            try await layouts.set(HomeLayout(tiles: [lamp]), as: guest)
            #expect(await layouts.effective(for: guest).layout == HomeLayout(tiles: [lamp]))
            #expect(await layouts.layouts.own(of: person) == HomeLayout(tiles: [lamp], favourites: [door]))
        }
    }

    @Test func consoleAndWallPanelHaveNoLayoutOfTheirOwn() async throws {
        try await withLayouts { home, layouts, anna in
            let console = try #require(CoreHome.console)
            await #expect { try await layouts.set(HomeLayout(), as: console) } throws: {
                if case ActionRefusal.conflict = $0 { true } else { false }
            }
            let panel = try await home.identity(
                home.pair("Olle", role: .member, scope: [.controlDevices, .viewEnvironment]))
            try await layouts.setStandard(HomeLayout(favourites: [door]), as: console)
            let seen = await layouts.effective(for: panel)
            #expect(seen == EffectiveLayout(layout: HomeLayout(favourites: [door]), isOwn: false, mayChange: false))
            for change in [layouts.set(HomeLayout()), layouts.reset] {
                await #expect { try await change(panel) } throws: {
                    if case ActionRefusal.denied(.outOfScope) = $0 { true } else { false }
                }
            }
        }
    }

    @Test(arguments: [Role.member, .child, .guest])
    func roleWithoutTheRightCannotChangeTheDefault(_ role: Role) async throws {
        try await withLayouts { home, layouts, _ in
            let bo = try await home.peopleService.add(name: "Bo", role: role, as: try #require(CoreHome.console)).id
            let identity = try CoreHome.identity(bo)
            await #expect(throws: ActionRefusal.self) { try await layouts.setStandard(HomeLayout(), as: identity) }
            await #expect(throws: ActionRefusal.self) { try await layouts.resetStandard(as: identity) }
            #expect(await layouts.standard(for: identity).mayChange == false)
        }
    }

    @Test func ofTwoChangesOfOneVersionTheSecondIsRefused() async throws {
        try await withLayouts { _, layouts, anna in
            let base = await layouts.effective(for: anna).version
            await withTaskGroup(of: Bool.self) { group in
                for tiles in [[lamp], [door]] {
                    group.addTask {
                        do {
                            try await layouts.set(HomeLayout(tiles: tiles), expecting: [base], as: anna)
                            return true
                        } catch ActionRefusal.changedMeanwhile {
                            return false
                        } catch {
                            Issue.record(error)
                            return false
                        }
                    }
                }
                var stored = 0
                for await isStored in group where isStored { stored += 1 }
                #expect(stored == 1)
            }
            let current = await layouts.effective(for: anna)
            #expect(current.version != base)
            let next = try await layouts.set(
                HomeLayout(favourites: [lamp]), expecting: [base, current.version], as: anna)
            #expect(next == (await layouts.effective(for: anna)))
            await #expect(throws: ActionRefusal.self) { try await layouts.reset(expecting: [base + "0"], as: anna) }
            // Without a version the layout is replaced in any case.
            try await layouts.set(HomeLayout(), as: anna)
        }
    }

    @Test func versionOfTheDefaultIsCheckedToo() async throws {
        try await withLayouts { _, layouts, _ in
            let console = try #require(CoreHome.console)
            let base = await layouts.standard(for: console).version
            try await layouts.setStandard(HomeLayout(tiles: [lamp]), expecting: [base], as: console)
            await #expect(throws: ActionRefusal.self) {
                try await layouts.setStandard(HomeLayout(tiles: [door]), expecting: [base], as: console)
            }
            await #expect(throws: ActionRefusal.self) {
                try await layouts.resetStandard(expecting: [base], as: console)
            }
            #expect(await layouts.standard(for: console).layout == HomeLayout(tiles: [lamp]))
        }
    }

    @Test func versionDependsOnEachListAndItsOrder() {
        let layouts = [
            HomeLayout(), HomeLayout(tiles: [lamp]), HomeLayout(favourites: [lamp]), HomeLayout(hidden: [lamp]),
            HomeLayout(tiles: [lamp, door]), HomeLayout(tiles: [door, lamp]), HomeLayout(rooms: [RoomID("hall")]),
            HomeLayout(tiles: [lamp], favourites: [door]),
        ]
        #expect(Set(layouts.map(\.version)).count == layouts.count)
        #expect(layouts.allSatisfy { $0.version.utf8.count == 32 })
    }

    /// Tiles are dragged in quick succession.
    @Test func changesWithinAMinuteHaveOneEntry() async throws {
        try await withLayouts { home, layouts, anna in
            for tiles in [[lamp], [lamp, door], [door, lamp], [door, lamp]] {
                try await layouts.set(HomeLayout(tiles: tiles), as: anna)
            }
            #expect(try await entries(of: "layout", in: home).count == 1)
            home.time.advance(by: .seconds(61))
            try await layouts.set(HomeLayout(tiles: [lamp]), as: anna)
            let entries = try await entries(of: "layout", in: home)
            #expect(entries.count == 2)
            #expect(entries.allSatisfy { $0.severity == .informational && $0.actor.hasSuffix("anna") })
            // A change of another person has its own entry.
            let bo = try await home.peopleService.add(name: "Bo", role: .child, as: try #require(CoreHome.console)).id
            try await layouts.set(HomeLayout(tiles: [lamp]), as: try CoreHome.identity(bo))
            #expect(try await self.entries(of: "layout", in: home).count == 3)
        }
    }

    @Test func eachChangeOfTheDefaultHasAnEntry() async throws {
        try await withLayouts { home, layouts, _ in
            let console = try #require(CoreHome.console)
            for tiles in [[lamp], [door], [door]] {
                try await layouts.setStandard(HomeLayout(tiles: tiles), as: console)
            }
            for _ in 0..<2 { try await layouts.resetStandard(as: console) }
            #expect(try await entries(of: "defaultLayout", in: home).count == 2)
            #expect(try await entries(of: "resetDefaultLayout", in: home).count == 1)
        }
    }

    @Test func openPagesOfThePersonSeeTheChange() async throws {
        try await withLayouts { home, layouts, anna in
            let console = try #require(CoreHome.console)
            var own = LiveEvents(of: await home.feed.subscribe(as: anna))
            var other = LiveEvents(of: await home.feed.subscribe(as: console))
            try await layouts.set(HomeLayout(tiles: [lamp]), as: anna)
            #expect(await own.next()?.isOfOwnHome == true)
            try await layouts.setStandard(HomeLayout(tiles: [lamp]), as: console)
            #expect(await own.next()?.isOfHome == true)
            // The console did not get the event of the person.
            #expect(await other.next()?.isOfHome == true)
        }
    }

    private func entries(of act: String, in home: CoreHome) async throws -> [AuditEntry] {
        try await home.audit.records(AuditFilter()).map(\.entry).filter { $0.metadata["act"] == act }
    }

    /// Runs `body` with a home with a lamp, a door and the member Anna.
    private func withLayouts(
        _ body: @Sendable (CoreHome, LayoutService, Identity) async throws -> Void
    ) async throws {
        try await withCore { home in
            for tile in [lamp, door] { try await home.add(tile.device, capabilities: [.contact]) }
            let anna = try await home.peopleService.add(name: "Anna", role: .member, as: try #require(CoreHome.console))
            let state = HomeState(
                registry: home.registry, people: home.people, deviceStates: home.deviceStates, clock: home.clock)
            let layouts = LayoutService(
                layouts: home.core.layouts, state: state, feed: home.feed,
                personal: PersonalSettings(actions: home.actions))
            try await body(home, layouts, try CoreHome.identity(anna.id))
        }
    }
}

extension LayoutService {
    /// `set` with the layout, for a list of changes.
    fileprivate func set(_ layout: HomeLayout) -> (Identity) async throws(ActionRefusal) -> Void {
        { identity async throws(ActionRefusal) in try await set(layout, as: identity) }
    }

    fileprivate var reset: (Identity) async throws(ActionRefusal) -> Void {
        { identity async throws(ActionRefusal) in try await reset(as: identity) }
    }
}
