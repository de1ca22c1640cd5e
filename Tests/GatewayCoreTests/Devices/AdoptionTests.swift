import DeviceProtocols
import HomeModel
import Testing

@testable import HomeStore
@testable import GatewayCore

@Suite struct AdoptionTests {
    private func announce(_ id: String, name: String, in home: CoreHome) async throws -> DeviceID {
        let address = LinkAddress(kind: .homie5, foreignID: id, root: id)
        let part = Part(id: .main, capabilities: [.lamp])
        _ = await home.registry.described(
            address, description: DeviceDescription(name: name, parts: [part]), native: "{}", at: home.clock.now())
        return try #require(await home.registry.waiting.first { $0.best.address == address }).best.id
    }

    @Test func announcedNameIsReducedToValidCharacters() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let id = try await announce("x1", name: "\u{1B}[31m<b>Lamp\u{202E}</b>\n", in: home)
            let device = try await home.devices.adopt(id, name: nil, room: "Hall", purposes: [:], as: console)
            #expect(device.name.text == "31m b Lamp b")
            #expect(await home.registry.waiting.isEmpty)
            #expect(try await home.database.registry.load().devices.map(\.id) == [device.id])
        }
    }

    @Test func devicesOfTheSameNameGetDifferentIDs() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let first = try await announce("x1", name: "Lamp", in: home)
            let second = try await announce("x2", name: "Lamp", in: home)
            let ids = [
                try await home.devices.adopt(first, name: "Lamp", room: nil, purposes: [:], as: console).id,
                try await home.devices.adopt(second, name: "Lamp", room: nil, purposes: [:], as: console).id,
            ]
            #expect(ids == ["lamp", "lamp-2"].compactMap(DeviceID.init))
        }
    }

    @Test func idOfARemovedDeviceIsNotReused() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let id = try await home.devices.adopt(
                try await announce("x1", name: "Lamp", in: home), name: nil, room: nil, purposes: [:], as: console
            ).id
            try await home.devices.remove(id, as: console)
            let again = try await home.devices.adopt(
                try await announce("x2", name: "Lamp", in: home), name: nil, room: nil, purposes: [:], as: console)
            #expect(again.id != id)
        }
    }

    @Test func concurrentChangesByPersonAndDeviceAreBothKept() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let plug = DeviceID("plug" as StaticString)
            try await home.add(plug, capabilities: [.lamp], purpose: nil)
            let address = try #require(await home.registry.snapshot[plug]).address
            for round in 0..<40 {
                let part = Part(id: .main, capabilities: [.lamp, .thermometer])
                let purpose = Purpose.allCases[round % Purpose.allCases.count]
                _ = await home.registry.described(
                    address, description: DeviceDescription(name: "\(round)", parts: [part]), native: "\(round)",
                    at: home.clock.now())
                async let stored: Void = home.registry.storeDescriptions()
                async let changed = home.devices.change(
                    plug, name: nil, room: nil, purposes: [.main: purpose], as: console)
                _ = try await (stored, changed)
                let now = try #require(await home.registry.snapshot[plug])
                #expect(now.nativeDescription == "\(round)" && now.purposes == [.main: purpose])
                #expect(try await home.database.registry.load().devices == [now])
            }
        }
    }

    @Test func unchangedDescriptionIsNotReportedAsAChange() async throws {
        try await withCore { home in
            let address = LinkAddress(kind: .homie5, foreignID: "x", root: "x")
            for isExpected in [true, false] {
                let isChanged = await home.registry.described(
                    address, description: DeviceDescription(name: "x", parts: []), native: "{}", at: home.clock.now())
                #expect(isChanged == isExpected)
            }
        }
    }

    @Test(arguments: [Role.member, .child, .guest])
    func roleWithoutTheRightCannotAdoptADevice(role: Role) async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let person = try await home.peopleService.add(name: "Kim", role: role, as: console)
            let id = try await announce("x1", name: "Lamp", in: home)
            await #expect(throws: ActionRefusal.self) {
                try await home.devices.adopt(
                    id, name: nil, room: nil, purposes: [:], as: CoreHome.identity(person.id))
            }
            #expect(await home.registry.waiting.count == 1)
        }
    }

    @Test func numberOfDiscoveredDevicesIsBounded() async throws {
        try await withCore { home in
            for number in 0..<(HomeRegistry.maximumDiscovered + 50) {
                _ = await home.registry.described(
                    LinkAddress(kind: .homie5, foreignID: "x", root: "r\(number)"),
                    description: DeviceDescription(name: "x", parts: []), native: nil, at: home.clock.now())
            }
            #expect(await home.registry.waiting.count == HomeRegistry.maximumDiscovered)
        }
    }

    @Test func deviceIsAdoptedWithTheChosenDialect() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let bulb = try #require(HardwareID("0x00158d0001abcdef"))
            for kind in [LinkKind.homeAssistant, .zigbee2mqtt] {
                _ = await home.registry.described(
                    LinkAddress(kind: kind, foreignID: "0x00158d0001abcdef", root: "bridge"),
                    description: DeviceDescription(
                        name: "Bulb", parts: [Part(id: .main, capabilities: [.lamp])], hardware: [bulb]),
                    native: "{}", at: home.clock.now())
            }
            let waiting = try #require(await home.registry.waiting.first)
            #expect(waiting.all.map(\.address.kind) == [.zigbee2mqtt, .homeAssistant])
            await #expect(throws: ActionRefusal.self) {
                try await home.devices.adopt(
                    waiting.best.id, name: nil, room: nil, purposes: [:], dialect: .shelly, as: console)
            }
            let device = try await home.devices.adopt(
                waiting.best.id, name: nil, room: nil, purposes: [:], dialect: .homeAssistant, as: console)
            #expect(device.address.kind == .homeAssistant)
            #expect(await home.registry.waiting.isEmpty, "the device is adopted, although another dialect announces it")
        }
    }
}
