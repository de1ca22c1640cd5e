import Foundation
import HomeCertificates
import Logging
import Subprocess
import TestSupport

@testable import MosquittoBroker

/// A home of its own with real certificates and a real mosquitto on a free port; nothing of it is left afterwards.
struct BrokerHome {
    let folder: String
    let certificates: HomeCertificates
    let settings: BrokerSettings

    static func with(
        _ body: (BrokerHome) async throws -> Void
    ) async throws {
        let folder = "/tmp/tb-\(UInt32.random(in: .min ... .max))"
        // Closed to others, as a state folder is: the broker must get along without.
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

    func broker(access: BrokerAccess) async throws -> Broker {
        try Broker(
            settings: settings, identity: try await certificates.brokerIdentity(), access: access,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    func access(_ devices: [String]) throws -> BrokerAccess {
        try BrokerAccess(clients: devices.map { BrokerClient(id: try CredentialID($0)) })
    }

    func device(_ id: String) async throws -> Client {
        let issued = try await certificates.issueDevice(id: CredentialID(id), now: Date())
        return try client(id, issued.certificatePEM, issued.privateKeyPEM)
    }

    func client(_ name: String, _ certificatePEM: String, _ key: Secret) throws -> Client {
        let path = "\(folder)/client-\(name)-\(UInt32.random(in: .min ... .max))"
        try certificatePEM.write(toFile: "\(path).pem", atomically: true, encoding: .utf8)
        try Data(key.exposed()).write(to: URL(filePath: "\(path).key"))
        return Client(
            port: settings.port, certificatePath: "\(path).pem", privateKeyPath: "\(path).key",
            trustPath: certificates.laneFiles(.control).trustPath)
    }

    func lane(_ lane: Lane) -> Client {
        let files = certificates.laneFiles(lane)
        return Client(
            port: settings.port, certificatePath: files.certificatePath, privateKeyPath: files.privateKeyPath,
            trustPath: files.trustPath)
    }

    /// Whether the broker has been started again that often, and runs.
    func isBack(_ broker: Broker, restarts: Int) async -> Bool {
        let health = await broker.health
        return health.restarts == restarts && health.pid != nil
    }

    var log: String { (try? String(contentsOfFile: "\(settings.folder)/mosquitto.log", encoding: .utf8)) ?? "" }

    /// How often the broker was told to read its rules again.
    var reloads: Int { log.components(separatedBy: "Reloading config").count - 1 }

    /// Which file holds what the broker saved last; nil before the first time.
    var savedFile: Int? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: "\(settings.folder)/data/mosquitto.db")
        return attributes?[.systemFileNumber] as? Int
    }

    /// Whatever a test left behind, found by its folder.
    private func endBroker() async {
        while let running = BrokerProcess.find(in: settings.folder) {
            running.send(SIGKILL)
            await ExitWatchHandle.waitForEnd(of: running.pid, atMostMilliseconds: 1000)
        }
    }
}

/// `mosquitto_pub` and `mosquitto_sub` with one certificate.
struct Client {
    struct Refused: Error {
        let complaint: String
    }

    /// Seconds after which `mosquitto_sub` gives up, for what is not there at all.
    private static let patience = "120"

    let port: UInt16
    let certificatePath: String
    let privateKeyPath: String
    let trustPath: String

    struct Answer {
        let isContent: Bool
        let lines: [String]
        let errors: String
    }

    private var connection: [String] {
        [
            "-h", "127.0.0.1", "-p", "\(port)", "-V", "5", "--cafile", trustPath, "--cert", certificatePath, "--key",
            privateKeyPath,
        ]
    }

    @discardableResult
    func publish(_ payload: String, to topic: String, _ more: String...) async throws -> Answer {
        try await Self.call("mosquitto_pub", connection + ["-q", "1", "-t", topic, "-m", payload] + more)
    }

    @discardableResult
    func publish(file: String, to topic: String, _ more: String...) async throws -> Answer {
        try await Self.call("mosquitto_pub", connection + ["-q", "1", "-t", topic, "-f", file] + more)
    }

    /// Leaves a durable session that holds what is published from now on.
    func subscribeDurably(to topic: String, clientID: String = "any") async throws {
        let answer = try await Self.call(
            "mosquitto_sub",
            connection + ["-i", clientID, "-c", "-x", "600", "-q", "1", "-E", "-W", Self.patience, "-t", topic])
        guard answer.isContent else { throw Refused(complaint: answer.errors) }
    }

    /// The first `count` messages that the durable session holds, as `topic payload`.
    func receive(_ count: Int, from topic: String, clientID: String = "any") async throws -> [String] {
        let limits = ["-C", "\(count)", "-W", Self.patience, "-v", "-t", topic]
        return try await Self.call(
            "mosquitto_sub", connection + ["-i", clientID, "-c", "-x", "600", "-q", "1"] + limits
        )
        .lines
    }

    /// Subscribes until it has heard one message or is cut off; returns what was received.
    func listen(to topic: String) async throws -> Answer {
        let limits = ["-C", "1", "-W", Self.patience, "-t", topic]
        return try await Self.call("mosquitto_sub", connection + ["-i", "any", "-q", "1"] + limits)
    }

    @discardableResult
    static func call(_ program: String, _ arguments: [String]) async throws -> Answer {
        let result = try await run(
            .name(program), arguments: Arguments(arguments), output: .string(limit: 1 << 20),
            error: .string(limit: 1 << 20))
        return Answer(
            isContent: result.terminationStatus.isSuccess,
            lines: result.standardOutput.split(separator: "\n").map(String.init), errors: result.standardError)
    }
}
