import DeviceProtocols
import HomeModel
import Testing

@testable import GatewayCore

@Suite struct DeviceStateCacheTests {
    private static let noon = Timestamp(milliseconds: 1_790_000_000_000)

    private static func device(_ id: String, capabilities: [Capability]) throws -> Device {
        let part = Part(id: .main, capabilities: capabilities)
        return Device(
            id: try #require(DeviceID(id)), name: try DisplayName(id), room: nil,
            address: LinkAddress(kind: .homie5, foreignID: id, root: id),
            description: DeviceDescription(name: id, parts: [part]), adoptedAt: noon)
    }

    private static func series(_ device: Device, kind: CapabilityKind) -> SeriesID {
        SeriesID(device: device.id, part: .main, capability: CapabilityName(kind))
    }

    /// A caller may pass a snapshot of the home that is older than states in the cache.
    @Test func statesNewerThanTheSnapshotAreKept() async throws {
        let (old, new) = (try Self.device("old", capabilities: [.lamp]), try Self.device("new", capabilities: [.lamp]))
        let cache = DeviceStateCache()
        _ = await cache.set(.ready, of: new.id)
        await cache.set(.boolean(true), of: Self.series(new, kind: .switch), at: Self.noon, now: Self.noon)
        await cache.set(.number(20), of: Self.series(old, kind: .temperature), at: Self.noon, now: Self.noon)
        await cache.keep(HomeSnapshot(devices: [old]), after: HomeSnapshot(devices: [old]))
        #expect(await cache.availability(of: new.id) == .ready)
        #expect(await cache.state(of: Self.series(new, kind: .switch)) != nil)
        #expect(
            await cache.state(of: Self.series(old, kind: .temperature)) != nil, "a newer description has the capability"
        )
    }

    /// Several devices are adopted at once, and the first report of the run still sees a home with one of them.
    @Test func adoptionDuringTheFirstReportKeepsTheAvailability() async throws {
        let (first, second) = (
            try Self.device("first", capabilities: [.lamp]), try Self.device("second", capabilities: [.lamp])
        )
        let removed = try Self.device("gone", capabilities: [.lamp])
        let stored = CurrentState(value: .boolean(true), time: Self.noon)
        let cache = DeviceStateCache([Self.series(removed, kind: .switch): stored])
        for device in [first, second] { _ = await cache.set(.ready, of: device.id) }
        await cache.keep(HomeSnapshot(devices: [first]), after: nil)
        #expect(await cache.availability(of: second.id) == .ready)
        #expect(
            await cache.state(of: Self.series(removed, kind: .switch)) == nil,
            "the device was removed in an earlier run")
    }

    @Test func statesOfRemovedDevicesAndCapabilitiesAreForgotten() async throws {
        let (kept, removed) = (
            try Self.device("stays", capabilities: [.lamp, .thermometer]),
            try Self.device("goes", capabilities: [.lamp])
        )
        let cache = DeviceStateCache()
        for device in [kept, removed] { _ = await cache.set(.ready, of: device.id) }
        await cache.set(.number(20), of: Self.series(kept, kind: .temperature), at: Self.noon, now: Self.noon)
        let before = HomeSnapshot(devices: [kept, removed])
        await cache.keep(HomeSnapshot(devices: [try Self.device("stays", capabilities: [.lamp])]), after: before)
        #expect(await cache.availability(of: removed.id) == .unknown)
        #expect(await cache.availability(of: kept.id) == .ready)
        #expect(await cache.state(of: Self.series(kept, kind: .temperature)) == nil)
    }
}
