package import AvahiDiscovery
package import DeviceEmulators
import Foundation
package import HomeModel
package import Logging

/// A simulated device that is configured over its own web server, and then connects to the broker with exactly the
/// settings that it received: address, root, user name and password, and the authority or key that it was given to trust.
package actor UnconfiguredDevice {
    /// Where a device is, and the files that it needs besides its settings.
    package struct Place: Sendable {
        let host: String
        let port: UInt16
        let folder: String
        let pinnedAuthority: String?

        /// `folder` is for the device's own files. `pinnedAuthority` is the path of the authority of the broker whose
        /// key a device pins: the MQTT library needs an authority, which such firmware does not.
        package init(host: String = "0.0.0.0", port: UInt16, folder: String, pinnedAuthority: String? = nil) {
            self.host = host
            self.port = port
            self.folder = folder
            self.pinnedAuthority = pinnedAuthority
        }
    }

    private let device: ScenarioDevice
    private let place: Place
    private let publisher: AvahiPublisher?
    private let now: @Sendable () -> Timestamp
    private let logger: Logger
    private var emulator: (any SetupEmulator)?
    private let connections = AsyncStream.makeStream(of: EmulatedConnection.self)
    /// The requests that arrived, in order.
    package private(set) var requests: [WebRequest] = []

    /// Nil for a dialect whose devices cannot be configured like this. The caller runs `publisher`.
    package init?(
        _ device: ScenarioDevice, at place: Place, publisher: AvahiPublisher? = nil,
        now: @escaping @Sendable () -> Timestamp, logger: Logger
    ) {
        guard let setup = device.dialect.setup else { return nil }
        self.device = device
        self.place = place
        self.publisher = publisher
        self.now = now
        self.logger = logger
        emulator = setup.init(device.emulated)
    }

    package var announcedName: String { emulator?.announcedName ?? "" }

    package nonisolated var mac: MACAddress? { MACAddress(device.dialect.emulator.foreignID(of: device.id)) }

    /// Serves, and connects after each setup, until cancelled. Calls `isServing` once the port is open.
    package func run(isServing: @escaping @Sendable () -> Void = {}) async throws {
        let server = DeviceWebServer(host: place.host, port: place.port) { await self.respond(to: $0) }
        _ = try? await publisher?.publish(
            PublishedService(
                name: announcedName, type: ServiceKind.web.serviceType, port: place.port, txt: [Array("gen=2".utf8)]))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run(isServing: isServing) }
            group.addTask { await self.connect() }
            try await group.next()
            group.cancelAll()
        }
    }

    private func respond(to request: WebRequest) -> WebResponse {
        requests.append(request)
        guard let (response, connection) = emulator?.respond(to: request) else { return WebResponse(status: 500) }
        if let connection { connections.continuation.yield(connection) }
        return response
    }

    private func connect() async {
        await withDiscardingTaskGroup { group in
            var home: SimulatedHome?
            for await connection in connections.stream {
                await home?.stop(abruptly: true)
                do {
                    let next = try await makeHome(connection)
                    home = next
                    group.addTask { try? await next.run() }
                } catch {
                    logger.warning("a configured device does not connect", metadata: ["error": "\(error)"])
                }
            }
        }
    }

    private func makeHome(_ connection: EmulatedConnection) async throws -> SimulatedHome {
        let authority: String
        switch connection.trust {
        case .authority(let pem):
            authority = "\(place.folder)/\(device.id).user-ca.pem"
            try Data(pem.utf8).write(to: URL(fileURLWithPath: authority))
        case .keyFingerprint(let fingerprint):
            try await PinnedKey(fingerprint: fingerprint).verify(host: connection.host, port: connection.port)
            guard let pinned = place.pinnedAuthority else { throw PinnedKey.Mismatch.noCertificate }
            authority = pinned
        }
        let own = ScenarioDevice(
            id: device.id, kind: device.kind, dialect: device.dialect, name: device.name, root: connection.root,
            interval: device.interval, phase: device.phase, traits: device.traits)
        return SimulatedHome(
            scenario: Scenario(name: device.name.text, residents: 0, devices: [own]),
            broker: (connection.host, connection.port),
            credentials: GivenPassword(
                user: connection.user,
                credential: DeviceCredential(certificateAuthority: authority, password: connection.password)),
            now: now, logger: logger)
    }
}

/// The credential that a device received in its settings.
private struct GivenPassword: CredentialSource {
    let user: String
    let credential: DeviceCredential

    func credential(for root: String) async throws -> DeviceCredential {
        guard root == user else { throw SimulatedHomeError.noSuchDevice(EscapedText(user, limit: 64)) }
        return credential
    }
}
