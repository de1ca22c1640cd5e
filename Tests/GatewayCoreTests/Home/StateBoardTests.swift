import HomeModel
import Testing

@testable import GatewayCore

@Suite struct StateBoardTests {
    private static let noon = Timestamp(milliseconds: 1_790_000_000_000)

    private static func device(_ id: String, _ capabilities: [Capability]) throws -> Device {
        let part = Part(id: .main, capabilities: capabilities)
        return Device(
            id: try #require(DeviceID(id)), name: try DisplayName(id), room: nil,
            address: LinkAddress(kind: .homie5, foreignID: id, root: id),
            description: DeviceDescription(name: id, parts: [part]), adoptedAt: noon)
    }

    private static func series(_ device: Device, _ kind: CapabilityKind) -> SeriesID {
        SeriesID(device: device.id, part: .main, capability: CapabilityName(kind))
    }

    /// Whoever looks at an older home than the board's may come late.
    @Test func whatIsNewerThanTheHomeThatIsKeptStays() async throws {
        let (old, new) = (try Self.device("old", [.lamp]), try Self.device("new", [.lamp]))
        let board = StateBoard()
        _ = await board.set(.ready, of: new.id)
        await board.set(.boolean(true), of: Self.series(new, .switch), at: Self.noon, now: Self.noon)
        await board.set(.number(20), of: Self.series(old, .temperature), at: Self.noon, now: Self.noon)
        await board.keep(HomeSnapshot(devices: [old]), after: HomeSnapshot(devices: [old]))
        #expect(await board.availability(of: new.id) == .ready)
        #expect(await board.state(of: Self.series(new, .switch)) != nil)
        #expect(await board.state(of: Self.series(old, .temperature)) != nil, "a newer description has it")
    }

    /// Several devices are adopted at once, and the first report of the run still sees a home with one of them.
    @Test func adoptionDuringTheFirstReportKeepsTheAvailabilityOfTheDevice() async throws {
        let (first, second) = (try Self.device("first", [.lamp]), try Self.device("second", [.lamp]))
        let gone = try Self.device("gone", [.lamp])
        let stored = CurrentState(value: .boolean(true), time: Self.noon)
        let board = StateBoard([Self.series(gone, .switch): stored])
        for device in [first, second] { _ = await board.set(.ready, of: device.id) }
        await board.keep(HomeSnapshot(devices: [first]), after: nil)
        #expect(await board.availability(of: second.id) == .ready)
        #expect(await board.state(of: Self.series(gone, .switch)) == nil, "it was removed in an earlier run")
    }

    @Test func whatTheHomeHasNoLongerIsForgotten() async throws {
        let (stays, goes) = (try Self.device("stays", [.lamp, .thermometer]), try Self.device("goes", [.lamp]))
        let board = StateBoard()
        for device in [stays, goes] { _ = await board.set(.ready, of: device.id) }
        await board.set(.number(20), of: Self.series(stays, .temperature), at: Self.noon, now: Self.noon)
        let before = HomeSnapshot(devices: [stays, goes])
        await board.keep(HomeSnapshot(devices: [try Self.device("stays", [.lamp])]), after: before)
        #expect(await board.availability(of: goes.id) == .unknown)
        #expect(await board.availability(of: stays.id) == .ready)
        #expect(await board.state(of: Self.series(stays, .temperature)) == nil)
    }
}
