import ArgumentParser
import Foundation
import GatewayWire
import HomeModel

/// What a grant or a deny is about, and when it holds.
struct GrantOptions: ParsableArguments {
    @Argument(help: "Id or name.")
    var person: String

    @Argument(help: "What it is about: one or several permissions.")
    var permissions: [Permission]

    @Option(help: ArgumentHelp("Only in this room; may be repeated.", valueName: "room"))
    var room: [String] = []

    @Option(help: ArgumentHelp("Only this device; may be repeated.", valueName: "device"))
    var device: [DeviceAddress] = []

    @Option(help: ArgumentHelp("Only this capability, such as lock; may be repeated.", valueName: "capability"))
    var capability: [CapabilityKind] = []

    @Option(help: ArgumentHelp("From then on: 2d (from now), or a time (RFC 3339).", valueName: "when"))
    var from: Moment?

    @Option(help: ArgumentHelp("Until then: 2d (from now), or a time (RFC 3339).", valueName: "when"))
    var until: Moment?

    @Option(
        help: ArgumentHelp(
            "Only then each week: \"sat,sun 08:00-20:00\", \"daily 22:00-06:00\"; may be repeated.",
            valueName: "window"))
    var window: [WeeklyWindow] = []

    func body(_ client: GatewayClient, now: Timestamp) async throws(CommandFailure) -> NewGrantBody {
        var body = NewGrantBody(person: try await client.resolvePerson(person).id, permissions: permissions)
        var rooms: [RoomID] = []
        for name in room { rooms.append(try await client.resolveRoom(name).id) }
        var devices: [DeviceID] = []
        for address in device { devices.append(try await client.resolve(address).id) }
        (body.rooms, body.devices, body.capabilities) = (rooms, devices, capability)
        body.notBefore = from?.timestamp(after: now).rfc3339
        body.notAfter = until?.timestamp(after: now).rfc3339
        body.windows = window.map(\.description)
        return body
    }
}

extension WeeklyWindow: ExpressibleByArgument {
    package init?(argument: String) { self.init(argument) }
}

extension CapabilityKind: ExpressibleByArgument {}

extension GrantBody {
    /// In a few words, such as `controlDevices · hall · until 2026-12-01T00:00:00.000Z`.
    var words: String {
        let places = rooms.map(\.rawValue) + devices.map(\.rawValue)
        let times =
            [notBefore.map { "from \($0)" }, notAfter.map { "until \($0)" }].compactMap(\.self) + windows
            + (maximumUses.map { ["\(uses) of \($0) uses"] } ?? [])
        return [
            permissions.map(\.rawValue), places.isEmpty ? ["everywhere"] : places, capabilities.map(\.rawValue), times,
        ]
        .filter { !$0.isEmpty }.map { $0.joined(separator: ", ") }.joined(separator: " · ")
    }
}
