import Foundation
import GatewayCore
import HomeCertificates
import HomeModel
import Logging
import MosquittoBroker
import MosquittoTransport
import Synchronization
import TestSupport

@testable import GatewayApp

/// A real broker and who lets devices into it, in a folder of their own.
struct ProvisioningHome: Sendable {
    struct Untold: Error {}

    let folder: String
    let certificates: HomeCertificates
    let settings: BrokerSettings
    let broker: Broker
    let roots = TasmotaRoots([])
    let door: BrokerDoor
    let issuer: BrokerCredentialIssuer
    let sabotage: Sabotage

    static func with(_ body: (ProvisioningHome) async throws -> Void) async throws {
        let folder = "/tmp/tp-\(UInt32.random(in: .min ... .max))"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let ports = [try FreePort(), try FreePort()]
        defer { withExtendedLifetime(ports) {} }
        let home = try await ProvisioningHome(folder, ports.map(\.number))
        try await home.broker.start()
        async let life: Void = home.broker.run()
        async let _: Void = home.issuer.workOnRequests()
        do { try await body(home) } catch {
            await home.broker.stop()
            throw error
        }
        await home.broker.stop()
        await life
    }

    private init(_ folder: String, _ ports: [UInt16]) async throws {
        self.folder = folder
        certificates = try await HomeCertificates.open(
            folder: "\(folder)/certificates", secrets: .open(folder: "\(folder)/secrets", credentials: nil),
            homeName: "tomte.local", addresses: [], now: Date())
        settings = BrokerSettings(
            folder: "\(folder)/broker", port: ports[0], compatibilityPort: ports[1], bindAddress: "127.0.0.1")
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let broker = try Broker(
            settings: settings, identity: try await certificates.brokerIdentity(), access: BrokerAccess(),
            logger: logger)
        let (certificates, sabotage) = (certificates, Sabotage(folder: settings.folder))
        self.broker = broker
        self.sabotage = sabotage
        let door = try BrokerDoor(
            host: "127.0.0.1", port: ports[0], compatibilityPort: ports[1], folder: "\(folder)/keys")
        self.door = door
        let clock = HomeClock.system(trustsUnsynchronised: true)
        issuer = BrokerCredentialIssuer(
            certificates: certificates, roots: roots, door: door,
            gate: BrokerGate(
                certificates, door, clock,
                enforce: {
                    if sabotage.isBrokerGone { throw ProvisioningHome.Untold() }
                    try await broker.enforce(certificates)
                    if let rule = sabotage.rule { try await sabotage.breakIn(rule, broker) }
                }),
            host: "tomte.local", clock: clock, logger: logger)
    }

    func provision(
        _ root: String, _ family: DeviceFamily = .homie, mac: String? = nil
    ) async throws -> DeviceCredential {
        try await issuer.issue(
            CredentialRequest(
                root: try DeviceID(root).orThrow(), family: family, mac: try mac.map { try MACAddress($0).orThrow() }))
    }

    /// A connection of our own transport with what a device was given.
    func connection(_ credential: DeviceCredential, durable: Bool = false) throws -> MosquittoConnection {
        let stem = "\(folder)/\(credential.root)-\(UInt32.random(in: .min ... .max))"
        func file(_ name: String, _ text: String) throws -> String {
            try text.write(toFile: "\(stem).\(name)", atomically: true, encoding: .utf8)
            return "\(stem).\(name)"
        }
        var tls = TLSFiles(certificateAuthority: try file("ca.pem", credential.authorityPEM))
        if case .certificate(let certificate, let key) = credential.key {
            tls.certificate = try file("pem", certificate)
            tls.privateKey = try file("key", key.exposedText)
        }
        var settings = MosquittoSettings(
            host: "127.0.0.1", port: UInt16(credential.port), clientID: credential.root.rawValue, tls: tls)
        settings.password = credential.password.map { Password($0) }
        if durable { settings.sessionExpirySeconds = 3600 }
        return try MosquittoConnection(settings)
    }

    /// Whether the broker takes who has this credential.
    func isLetIn(_ credential: DeviceCredential) async throws -> Bool {
        let suspect: Suspect =
            switch credential.key {
            case .certificate(let pem, let key):
                Suspect(
                    id: credential.root.rawValue,
                    proof: .certificate(
                        IssuedCredential(
                            id: credential.root.rawValue, certificatePEM: pem, privateKeyPEM: key,
                            trustPEM: credential.authorityPEM, fingerprint: "", serial: "", notAfter: Date())))
            case .password(let password, _):
                Suspect(
                    id: credential.root.rawValue, proof: .password(password, authorityPEM: credential.authorityPEM))
            }
        let client = try ProbeClient(suspect, at: door)
        let isIn = await client.connect(within: .seconds(2))
        await client.close()
        return isIn
    }

}

/// What goes wrong on purpose.
final class Sabotage: Sendable {
    private let state = Mutex((isBrokerGone: false, rule: String?.none))
    private let folder: String

    init(folder: String) { self.folder = folder }

    var isBrokerGone: Bool { state.withLock { $0.isBrokerGone } }
    var rule: String? { state.withLock { $0.rule } }

    func set(isBrokerGone: Bool) { state.withLock { $0.isBrokerGone = isBrokerGone } }
    /// `rule` goes behind every block of the access file from now on.
    func set(rule: String?) { state.withLock { $0.rule = rule } }

    func breakIn(_ rule: String, _ broker: Broker) async throws {
        let path = "\(folder)/access.acl"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        // In place: who may read it stays.
        let broken = text.replacing("\n\nuser", with: "\n\(rule)\n\nuser") + "\(rule)\n"
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try file.write(contentsOf: Data(broken.utf8))
        try file.close()
        guard let pid = await broker.health.pid else { throw ProvisioningHome.Untold() }
        let log = "\(folder)/mosquitto.log"
        let before = try String(contentsOfFile: log, encoding: .utf8).count
        kill(pid, SIGHUP)
        try await eventually("the broker reads it") {
            try String(contentsOfFile: log, encoding: .utf8).dropFirst(before).contains("Reloading config")
        }
    }
}

extension Optional {
    func orThrow() throws -> Wrapped {
        guard let self else { throw ProvisioningHome.Untold() }
        return self
    }
}

extension MosquittoConnection {
    /// Returns when it is connected; says whether the broker still had the session.
    func connected() async throws -> Bool {
        try open()
        for await event in events {
            if case .connected(let isSessionPresent) = event { return isSessionPresent }
        }
        throw ProvisioningHome.Untold()
    }
}
