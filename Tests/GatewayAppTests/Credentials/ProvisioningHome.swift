import DeviceProtocols
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

/// A running broker and the issuer of its credentials, in a temporary folder.
struct ProvisioningHome: Sendable {
    struct SetupError: Error {}

    let folder: String
    let certificates: HomeCertificates
    let settings: BrokerSettings
    let broker: Broker
    let roots = AnnouncedRootTable([])
    let endpoint: BrokerEndpoint
    let issuer: BrokerCredentialIssuer
    let faults: InjectedFaults

    static func with(_ body: (ProvisioningHome) async throws -> Void) async throws {
        let folder = "/tmp/tp-\(UInt32.random(in: .min ... .max))"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let ports = [try FreePort(), try FreePort()]
        defer { withExtendedLifetime(ports) {} }
        let home = try await ProvisioningHome(folder: folder, ports: ports.map(\.number))
        try await home.broker.start()
        async let life: Void = home.broker.run()
        async let _: Void = home.issuer.processRequests()
        do { try await body(home) } catch {
            await home.broker.stop()
            throw error
        }
        await home.broker.stop()
        await life
    }

    private init(folder: String, ports: [UInt16]) async throws {
        self.folder = folder
        certificates = try await HomeCertificates.open(
            folder: "\(folder)/certificates", secrets: .open(folder: "\(folder)/secrets", credentials: nil),
            homeName: "tomte.local", addresses: [], now: Date())
        settings = BrokerSettings(
            folder: "\(folder)/broker", port: ports[0], compatibilityPort: ports[1], bindAddress: "127.0.0.1")
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let broker = try Broker(
            settings: settings, identity: try await certificates.brokerIdentity(), access: BrokerAccessRules(),
            logger: logger)
        let (certificates, faults) = (certificates, InjectedFaults(folder: settings.folder))
        self.broker = broker
        self.faults = faults
        let endpoint = try BrokerEndpoint(
            host: "127.0.0.1", port: ports[0], compatibilityPort: ports[1], folder: "\(folder)/keys")
        self.endpoint = endpoint
        let clock = HomeClock.system(trustsUnsynchronised: true)
        issuer = BrokerCredentialIssuer(
            certificates: certificates, roots: roots, endpoint: endpoint,
            accessControl: BrokerAccessControl(
                certificates, endpoint: endpoint, clock: clock,
                enforce: {
                    if faults.isBrokerGone { throw ProvisioningHome.SetupError() }
                    try await broker.enforce(certificates)
                    if let rule = faults.rule { try await faults.append(rule, to: broker) }
                }),
            host: "tomte.local", clock: clock, logger: logger)
    }

    func provision(
        _ root: String, family: DeviceFamily = .homie, mac: String? = nil
    ) async throws -> DeviceCredential {
        try await issuer.issue(
            CredentialRequest(
                root: try DeviceID(root).orThrow(), terms: try DeviceFamilies.definition(of: family).orThrow().terms,
                mac: try mac.map { try MACAddress($0).orThrow() }))
    }

    /// A connection that uses the credential of a device.
    func connection(_ credential: DeviceCredential, durable: Bool = false) throws -> MosquittoConnection {
        let stem = "\(folder)/\(credential.root)-\(UInt32.random(in: .min ... .max))"
        func write(_ text: String, to name: String) throws -> String {
            try text.write(toFile: "\(stem).\(name)", atomically: true, encoding: .utf8)
            return "\(stem).\(name)"
        }
        var tls = TLSFiles(certificateAuthority: try write(credential.authorityPEM, to: "ca.pem"))
        if case .certificate(let certificate, let key) = credential.key {
            tls.certificate = try write(certificate, to: "pem")
            tls.privateKey = try write(key.exposedText, to: "key")
        }
        var settings = MosquittoSettings(
            host: "127.0.0.1", port: UInt16(credential.port), clientID: credential.root.rawValue, tls: tls)
        settings.password = credential.password.map { Password($0) }
        if durable { settings.sessionExpirySeconds = 3600 }
        return try MosquittoConnection(settings)
    }

    /// Whether the broker accepts a connection with this credential.
    func isAdmitted(_ credential: DeviceCredential) async throws -> Bool {
        let subject: ProbeSubject =
            switch credential.key {
            case .certificate(let pem, let key):
                ProbeSubject(
                    id: credential.root.rawValue,
                    proof: .certificate(
                        IssuedCredential(
                            id: credential.root.rawValue, certificatePEM: pem, privateKeyPEM: key,
                            trustPEM: credential.authorityPEM, fingerprint: "", serial: "", notAfter: Date())))
            case .password(let password):
                ProbeSubject(
                    id: credential.root.rawValue, proof: .password(password, authorityPEM: credential.authorityPEM))
            }
        let client = try ProbeClient(subject, at: endpoint)
        let isAccepted = await client.connect(within: .seconds(2))
        await client.close()
        return isAccepted
    }

}

/// Faults that a test injects into the broker.
final class InjectedFaults: Sendable {
    private let state = Mutex((isBrokerGone: false, rule: String?.none))
    private let folder: String

    init(folder: String) { self.folder = folder }

    var isBrokerGone: Bool { state.withLock { $0.isBrokerGone } }
    var rule: String? { state.withLock { $0.rule } }

    func set(isBrokerGone: Bool) { state.withLock { $0.isBrokerGone = isBrokerGone } }
    /// Appends `rule` to every block of the access file from now on.
    func set(rule: String?) { state.withLock { $0.rule = rule } }

    func append(_ rule: String, to broker: Broker) async throws {
        let path = "\(folder)/access.acl"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        // Writing in place keeps the permissions of the file.
        let broken = text.replacing("\n\nuser", with: "\n\(rule)\n\nuser") + "\(rule)\n"
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try file.write(contentsOf: Data(broken.utf8))
        try file.close()
        guard let pid = await broker.health.pid else { throw ProvisioningHome.SetupError() }
        let log = "\(folder)/mosquitto.log"
        let before = try String(contentsOfFile: log, encoding: .utf8).count
        kill(pid, SIGHUP)
        try await eventually("the broker reloads its configuration") {
            try String(contentsOfFile: log, encoding: .utf8).dropFirst(before).contains("Reloading config")
        }
    }
}

extension Optional {
    func orThrow() throws -> Wrapped {
        guard let self else { throw ProvisioningHome.SetupError() }
        return self
    }
}

extension MosquittoConnection {
    /// Waits for the connection. Returns whether the broker still had the session.
    func connected() async throws -> Bool {
        try open()
        for await event in events {
            if case .connected(let isSessionPresent) = event { return isSessionPresent }
        }
        throw ProvisioningHome.SetupError()
    }
}
