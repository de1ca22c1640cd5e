import Foundation
import GatewayCore
import HomeCertificates
import HomeModel
import Logging
import MosquittoBroker
import MosquittoTransport

/// Lets devices in and out of our own broker: certificate, access rules, and the cut of a live connection.
actor BrokerCredentialIssuer: CredentialIssuer {
    private let certificates: HomeCertificates
    private let broker: Broker
    private let rules: AccessRules
    private let port: UInt16
    private let host: String
    private let localHost: String
    private let clock: HomeClock
    private let takeoverFolder: PrivateFolder
    private let logger: Logger

    init(
        certificates: HomeCertificates, broker: Broker, host: String, localHost: String, port: UInt16, clock: HomeClock,
        takeoverFolder: PrivateFolder, logger: Logger
    ) {
        self.certificates = certificates
        self.broker = broker
        rules = AccessRules(certificates: certificates, broker: broker)
        self.host = host
        self.localHost = localHost
        self.port = port
        self.clock = clock
        self.takeoverFolder = takeoverFolder
        self.logger = logger
    }

    func issue(_ root: DeviceID) async throws(CredentialError) -> DeviceCredential {
        do {
            let id = try CredentialID(root.rawValue)
            let issued = try await certificates.issueDevice(id: id, now: clock.now().date)
            try await rules.putInForce()
            return DeviceCredential(
                root: root, host: host, port: Int(port), certificateAuthorityPEM: issued.trustPEM,
                certificatePEM: issued.certificatePEM, privateKeyPEM: issued.privateKeyPEM)
        } catch CertificateError.reservedCredentialID {
            throw .reserved(root)
        } catch {
            throw .failed("\(error)")
        }
    }

    /// Makes a broker that was found running read what lies on disk. Both lanes must be connected.
    func refresh() async {
        do {
            try await rules.putInForce()
        } catch {
            logger.error("the broker's access rules could not be renewed", metadata: [LogKey.errorCode: "\(error)"])
        }
    }

    /// Ends a device's right to connect, then its connection and its session at the broker.
    func revoke(_ root: String) async {
        do {
            let id = try CredentialID(root)
            let now = clock.now().date
            _ = try await certificates.revoke(device: id, now: now)
            try await rules.putInForce()
            try await broker.updateIdentity(try await certificates.brokerIdentity())
            // Made after the revocation, so it is not on the list; it is good for five minutes and has no rights.
            try await takeOver(try await certificates.issueTakeover(of: id, now: now))
        } catch {
            logger.error("a credential could not be revoked", metadata: [LogKey.errorCode: "\(error)"])
        }
    }

    /// Connects once in the device's name with a clean session: the broker drops the device and what it kept for it.
    private func takeOver(_ credential: IssuedCredential) async throws {
        // Of its own each: two revocations may be under way.
        let names = ["root.pem", "certificate.pem", "private.key"].map { "\(credential.id)-\($0)" }
        defer { for name in names { try? takeoverFolder.remove(name) } }
        try takeoverFolder.write(credential.trustPEM.utf8, to: names[0])
        try takeoverFolder.write(credential.certificatePEM.utf8, to: names[1])
        try takeoverFolder.write(credential.privateKeyPEM.exposed(), to: names[2])
        let connection = try MosquittoConnection(
            MosquittoSettings(
                host: localHost, port: port, clientID: credential.id,
                tls: TLSFiles(
                    certificateAuthority: takeoverFolder.path(of: names[0]),
                    certificate: takeoverFolder.path(of: names[1]),
                    privateKey: takeoverFolder.path(of: names[2]))))
        try connection.open()
        for await event in connection.events {
            if case .messages = event { continue }
            break
        }
        await connection.close()
    }
}

/// For a broker that somebody else runs: its credentials are made there.
struct ExternalCredentialIssuer: CredentialIssuer {
    func issue(_ root: DeviceID) async throws(CredentialError) -> DeviceCredential { throw .externalBroker }
}
