import DeviceProtocols
import HomeModel
import TestSupport

@testable import GatewayCore

extension CoreHome {
    static let setupRoot = DeviceID("porch" as StaticString)

    /// Begins a setup as `identity` (without one as the console), carries it out, and returns how it ended.
    func endedSetup(
        as identity: Identity? = nil, meanwhile: @Sendable (CoreHome) async throws -> Void = { _ in }
    ) async throws -> SetupProgress {
        guard let console = Self.console else { throw Missing() }
        let setups = residents.setups
        _ = try await setups.begin(
            Self.setupRoot, at: FakeConfigurator.target, family: nil, expecting: FakeConfigurator.mac,
            as: identity ?? console)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await setups.run() }
            try await meanwhile(self)
            try await eventually("the setup ends") {
                try await setups.progress(of: Self.setupRoot, as: console).outcome != .running
            }
            group.cancelAll()
            return try await setups.progress(of: Self.setupRoot, as: console)
        }
    }

    /// Lets a device describe itself below the root of the setup. Without `mac` it tells no hardware address.
    @Sendable func announceDevice(mac: String? = "02:00:00:00:00:01", dialect: LinkKind = .shelly) async {
        _ = await registry.described(
            LinkAddress(kind: dialect, foreignID: "plug", root: Self.setupRoot.rawValue),
            description: DeviceDescription(
                name: "Plug", parts: [Part(id: .main, capabilities: [.lamp])],
                hardware: Set([mac.flatMap { HardwareID($0) }].compactMap(\.self))),
            native: "{}", at: clock.now())
    }
}
