import AvahiDiscovery
import Foundation
import Glibc
import HomeModel
import Logging
import MosquittoTransport
import SimulatedHome
import TestSupport

/// A real mosquitto with TLS 1.3 and client certificates. Each user may use the topics below its own name and publish the
/// discovery messages of Tasmota; the user `watcher` may use all topics.
struct HomeBroker: CredentialSource {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let folder: String
    let port: UInt16

    static func run(_ body: (HomeBroker) async throws -> Void) async throws {
        let folder = "/tmp/sim-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let port = try FreePort()
        defer { withExtendedLifetime(port) {} }
        let broker = HomeBroker(folder: folder, port: port.number)
        try await broker.makeCertificates()
        try broker.configuration.write(toFile: broker.path("mosquitto.conf"), atomically: true, encoding: .utf8)
        try "pattern readwrite %u/#\npattern write tasmota/discovery/#\nuser watcher\ntopic readwrite #\n".write(
            toFile: broker.path("access"), atomically: true, encoding: .utf8)
        let process = try ChildProcess(
            ["/usr/sbin/mosquitto", "-c", broker.path("mosquitto.conf")], output: broker.path("log"))
        do {
            try await body(broker)
        } catch {
            await process.end()
            throw error
        }
        await process.end()
    }

    func credential(for root: String) async throws -> DeviceCredential { try await issue(root, days: 2) }

    func expiredCredential(for root: String) async throws -> DeviceCredential { try await issue(root, days: -1) }

    /// Runs `body` with a connection of the user `watcher`, which retries until the broker is ready.
    func watch(_ body: (Watcher) async throws -> Void) async throws {
        let files = try await issue("watcher", days: 2)
        let connection = try MosquittoConnection(
            MosquittoSettings(
                host: "localhost", port: port, clientID: "watcher",
                tls: TLSFiles(
                    certificateAuthority: files.certificateAuthority, certificate: files.certificate,
                    privateKey: files.privateKey)))
        try connection.open()
        do {
            try await body(Watcher(connection))
        } catch {
            await connection.close()
            throw error
        }
        await connection.close()
    }

    /// Runs a simulated home while `body` runs, and stops it afterwards.
    func simulate(
        _ scenario: Scenario, publishLog: PublishLog? = nil, publisher: AvahiPublisher? = nil, factor: Double = 1,
        body: (SimulatedHome) async throws -> Void
    ) async throws {
        let clock = ScaledClock(factor: factor)
        let home = SimulatedHome(
            scenario: scenario, broker: (host: "localhost", port: port), credentials: self, publisher: publisher,
            clock: clock,
            now: { midwinter + clock.now.elapsed }, publishLog: publishLog, logger: Logger(label: "test"))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await home.run() }
            try await body(home)
            await home.stop()
            try await group.waitForAll()
        }
    }

    private func path(_ name: String) -> String { "\(folder)/\(name)" }

    private var configuration: String {
        """
        user root
        per_listener_settings false
        allow_anonymous false
        acl_file \(path("access"))
        persistence false
        set_tcp_nodelay true
        max_queued_messages 0
        listener \(port) 127.0.0.1
        cafile \(path("root.pem"))
        certfile \(path("server.pem"))
        keyfile \(path("server.key"))
        tls_version tlsv1.3
        require_certificate true
        use_identity_as_username true
        """
    }

    private func makeCertificates() async throws {
        try await openssl(
            ["req", "-x509"] + newKey("root") + [
                "-out", path("root.pem"), "-subj", "/CN=test root", "-days", "2", "-addext",
                "keyUsage=critical,keyCertSign",
            ])
        _ = try await issue("server", commonName: "localhost", days: 2)
    }

    private func issue(_ name: String, commonName: String? = nil, days: Int) async throws -> DeviceCredential {
        let stem = "\(name)-\(UUID().uuidString.prefix(4))"
        let own = commonName == nil ? stem : name
        try await openssl(
            ["req", "-new"] + newKey(own) + [
                "-out", path("\(own).csr"), "-subj", "/CN=\(commonName ?? name)", "-addext",
                "subjectAltName=DNS:\(commonName ?? name)",
            ])
        try await openssl([
            "x509", "-req", "-in", path("\(own).csr"), "-CA", path("root.pem"), "-CAkey", path("root.key"),
            "-set_serial", "\(UInt32.random(in: 1...(.max)))", "-copy_extensions", "copyall", "-days", "\(days)",
            "-out", path("\(own).pem"),
        ])
        return DeviceCredential(
            certificateAuthority: path("root.pem"), certificate: path("\(own).pem"), privateKey: path("\(own).key"))
    }

    private func newKey(_ name: String) -> [String] {
        ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", path("\(name).key")]
    }

    private func openssl(_ arguments: [String]) async throws {
        let status = try await ChildProcess(["/usr/bin/openssl"] + arguments, output: path("openssl.log")).finish()
        guard status == 0 else { throw Failure(description: "openssl \(arguments.joined(separator: " "))") }
    }
}
