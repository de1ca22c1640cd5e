import Foundation
import HomeCertificates
import HomeModel
import Logging
import TestSupport

@testable import MosquittoBroker

/// A temporary home with real certificates and a real mosquitto on a free port. `with` removes everything afterwards.
struct BrokerHome {
    let folder: String
    let certificates: HomeCertificates
    let settings: BrokerSettings

    static func with(
        _ body: (BrokerHome) async throws -> Void
    ) async throws {
        let folder = "/tmp/tb-\(UInt32.random(in: .min ... .max))"
        // Only the owner may enter the folder, as with a real state folder. The broker must work without access to it.
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let certificates = try await HomeCertificates.open(
            folder: "\(folder)/certificates", secrets: .open(folder: "\(folder)/secrets", credentials: nil),
            homeName: "tomte.local", addresses: [], now: Date())
        let (port, compatibilityPort) = (try FreePort(), try FreePort())
        defer { withExtendedLifetime([port, compatibilityPort]) {} }
        let home = BrokerHome(
            folder: folder, certificates: certificates,
            settings: BrokerSettings(
                folder: "\(folder)/broker", port: port.number, compatibilityPort: compatibilityPort.number,
                bindAddress: "127.0.0.1"))
        do {
            try await body(home)
            await home.endBroker()
        } catch {
            await home.endBroker()
            throw error
        }
    }

    func broker(devices: [String] = []) async throws -> Broker {
        try await broker(access: access(devices))
    }

    func broker(access: BrokerAccessRules) async throws -> Broker {
        try Broker(
            settings: settings, identity: try await certificates.brokerIdentity(), access: access,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    func access(_ devices: [String]) throws -> BrokerAccessRules {
        try BrokerAccessRules(clients: devices.map { BrokerClient(id: try CredentialID($0)) })
    }

    func device(_ id: String) async throws -> Client {
        let issued = try await certificates.issueDevice(id: CredentialID(id), now: Date())
        return try client(id, certificatePEM: issued.certificatePEM, key: issued.privateKeyPEM)
    }

    func client(_ name: String, certificatePEM: String, key: Secret) throws -> Client {
        let path = "\(folder)/client-\(name)-\(UInt32.random(in: .min ... .max))"
        try certificatePEM.write(toFile: "\(path).pem", atomically: true, encoding: .utf8)
        try Data(key.exposed()).write(to: URL(filePath: "\(path).key"))
        return Client(
            port: settings.port, certificatePath: "\(path).pem", privateKeyPath: "\(path).key",
            trustPath: certificates.connectionFiles(.control).trustPath)
    }

    func lane(_ lane: GatewayConnection) -> Client {
        let files = certificates.connectionFiles(lane)
        return Client(
            port: settings.port, certificatePath: files.certificatePath, privateKeyPath: files.privateKeyPath,
            trustPath: files.trustPath)
    }

    /// Returns whether the broker was restarted this many times and is running.
    func isRunning(_ broker: Broker, restarts: Int) async -> Bool {
        let health = await broker.health
        return health.restarts == restarts && health.pid != nil
    }

    var log: String { (try? String(contentsOfFile: "\(settings.folder)/mosquitto.log", encoding: .utf8)) ?? "" }

    /// How often the broker reloaded its configuration.
    var reloads: Int { log.components(separatedBy: "Reloading config").count - 1 }

    /// The file that the broker saves.
    var database: String { "\(settings.service?.dataFolder ?? "\(settings.folder)/data")/mosquitto.db" }

    /// The inode of the file that the broker saved last; nil before the first save.
    var savedFile: Int? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: database)
        return attributes?[.systemFileNumber] as? Int
    }

    /// Kills every broker that the test left running, found by its folder.
    private func endBroker() async {
        while let running = BrokerProcess.find(in: settings.folder) {
            running.send(SIGKILL)
            await ExitWatchHandle.waitForEnd(of: running.pid, atMostMilliseconds: 1000)
        }
    }
}
