import DeviceEmulators
import DeviceProtocols
import DeviceSetup
import Foundation
import GatewayWire
import HomeModel
import Logging
import SimulatedHome
import TestSupport
import Testing

/// The gateway configures simulated devices over their own web servers, at an address of this machine in a network that
/// is really attached, so that the gateway needs no other rule than in a home.
@Suite(
    .timeLimit(.minutes(10)),
    .enabled(if: !AttachedSubnets.ofThisMachine.all.isEmpty, "this machine has no network besides the loopback one"))
struct DeviceSetupStory {
    private static let address = AttachedSubnets.ofThisMachine.all.first?.own.description ?? ""

    /// Runs `body` while a new simulated device of this dialect waits for its setup.
    private func withDevice(
        _ dialect: String, in home: HomeUnderTest, body: (UnconfiguredDevice, UInt16) async throws -> Void
    ) async throws {
        let port = try FreePort()
        let kind = ScenarioDevice(
            id: "new-\(dialect)", kind: .switch, dialect: try #require(SimulatedDialect(rawValue: dialect)),
            name: try DisplayName("New \(dialect)"), interval: .seconds(1))
        let folder = "/tmp/setup-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let place = UnconfiguredDevice.Place(
            port: port.number, folder: folder,
            pinnedAuthority: "\(home.state)/certificates/compatibility-root.pem")
        let made = UnconfiguredDevice(
            kind, at: place, now: { Timestamp(Date()) },
            logger: Logger(label: "new") { _ in SwiftLogNoOpLogHandler() })
        let device = try #require(made)
        let serving = AsyncStream.makeStream(of: Void.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await device.run { serving.continuation.finish() } }
            for await _ in serving.stream {}
            try await body(device, port.number)
            group.cancelAll()
        }
    }

    /// Runs `body` while a device accepts all its settings and never connects.
    private func withSilentDevice(_ body: (UInt16) async throws -> Void) async throws {
        let (port, identity) = (try FreePort(), Self.silentIdentity)
        let server = DeviceWebServer(host: "0.0.0.0", port: port.number) { request in
            guard request.method == "POST" else { return WebResponse(body: identity.bytes) }
            return WebResponse(body: JSONValue.members([("id", 1), ("src", identity["id"]), ("result", .null)]).bytes)
        }
        let serving = AsyncStream.makeStream(of: Void.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run { serving.continuation.finish() } }
            for await _ in serving.stream {}
            try await body(port.number)
            group.cancelAll()
        }
    }

    private static let silentIdentity: JSONValue = [
        "id": "shellyplus1-a8032ab12345", "mac": "A8032AB12345", "gen": 2,
    ]

    private func setup(_ root: String, port: UInt16, more: [String] = ["--yes"]) -> [String] {
        ["devices", "setup", root, "--address", Self.address, "--port", "\(port)"] + more
    }

    private func credentials(_ home: HomeUnderTest) async throws -> [String] {
        try await home.tomte("devices", "credentials", "--json").json([ListedCredentialBody].self).map(\.root.rawValue)
    }

    @Test(arguments: ["shelly", "tasmota"])
    func deviceIsConfiguredConnectsAndIsAdopted(dialect: String) async throws {
        try await withHome { home in
            try await withDevice(dialect, in: home) { device, port in
                let plan = try await home.tomte.run(setup("porch", port: port, more: ["--dry-run", "--json"]))
                    .json(SetupPlanBody.self)
                #expect(plan.dialect.rawValue == dialect && plan.mac == device.mac)
                #expect(await device.requests.allSatisfy { $0.method == "GET" && !$0.uri.contains("Backlog") })
                #expect(try await credentials(home) == [])
                let done = try await home.tomte.run(setup("porch", port: port))
                #expect(done.status == 0, "\(done.output) \(done.errors)")
                #expect(done.output.contains("porch is connected"))
                #expect(try await credentials(home) == ["porch"])
                try await everyShownSettingIsSet(plan, on: device)
                let found = try await home.tomte("devices", "list", "--discovered", "--json")
                    .json([DiscoveredBody].self)
                let waiting = try #require(found.first { $0.address?.hasPrefix("porch/") == true })
                #expect(
                    try await home.tomte.run(["devices", "adopt", waiting.id.rawValue, "--name", "Porch"]).status == 0)
                #expect(try await home.audit(.deviceSetup).contains { $0.target == "porch" })
                let again = try await home.tomte.run(setup("porch", port: port))
                #expect(again.status != 0, "a name that is in use is refused")
                #expect(try await credentials(home) == ["porch"])
            }
        }
    }

    private func everyShownSettingIsSet(_ plan: SetupPlanBody, on device: UnconfiguredDevice) async throws {
        let sent = await device.requests.map { request in
            (request.uri.removingPercentEncoding ?? request.uri) + String(decoding: request.body, as: UTF8.self)
        }.joined(separator: "\n")
        for setting in plan.settings {
            #expect(sent.contains(setting.name), "\(setting.name)")
            if let value = setting.value { #expect(sent.contains(value), "\(setting.name)") }
        }
    }

    @Test func setupThatAKilledGatewayLeavesIsRevokedAtTheNextStart() async throws {
        try await withHome { home in
            try await withSilentDevice { port in
                let words = setup("porch", port: port) + ["--state", home.state]
                let waiting = try ChildProcess(home.tomte.words(words), output: "\(home.state).setup")
                try await eventually("the credential exists") { try await credentials(home) == ["porch"] }
                await home.killGateway()
                await waiting.end()
            }
            try await home.startGateway()
            try await eventually("the credential is revoked") { try await credentials(home).isEmpty }
            let entries = try await home.audit(.certificateRevoke)
            #expect(entries.contains { $0.target == "porch" && $0.metadata["reason"] == "setupInterrupted" })
            try? FileManager.default.removeItem(atPath: "\(home.state).setup")
        }
    }

    @Test func cancelledSetupIsRevokedAndItsDeviceCannotConnect() async throws {
        try await withHome { home in
            try await withSilentDevice { port in
                async let ended = home.tomte.run(setup("porch", port: port))
                try await eventually("the credential exists") { try await credentials(home) == ["porch"] }
                #expect(try await home.tomte.run(["devices", "setup", "porch", "--cancel"]).status == 0)
                let result = try await ended
                #expect(result.status != 0 && result.output.contains("cancelled"), "\(result)")
                #expect(try await credentials(home).isEmpty)
            }
        }
    }

    @Test func addressOutsideTheNetworksOfTheGatewayIsRefused() async throws {
        try await withHome { home in
            for address in ["127.0.0.1", "169.254.169.254", "203.0.113.7", "224.0.0.251"] {
                let refused = try await home.tomte.run(["devices", "setup", "porch", "--address", address, "--yes"])
                #expect(refused.status != 0 && refused.errors.contains("in no network"), "\(address): \(refused)")
            }
            #expect(try await credentials(home).isEmpty)
        }
    }
}
