import Foundation
import HomeCertificates

import HomeModel
@testable import MosquittoBroker

/// `mosquitto_pub` with a user name and a password, over TLS 1.2.
struct PasswordClient {
    let asClient: BrokerClient
    let user: String
    let password: String
    let port: UInt16
    let trustPath: String

    /// The same client with another user name and password.
    func with(user: String, password: String) -> PasswordClient {
        PasswordClient(asClient: asClient, user: user, password: password, port: port, trustPath: trustPath)
    }

    @discardableResult
    func publish(
        _ payload: String, to topic: String, without omitted: [String] = [], port: UInt16? = nil
    ) async throws -> Client.Response {
        let options = [
            ("-h", "127.0.0.1"), ("-p", "\(port ?? self.port)"), ("-V", "311"), ("--tls-version", "tlsv1.2"),
            ("--cafile", trustPath), ("-u", user), ("-P", password), ("-i", "any"), ("-q", "1"), ("-t", topic),
            ("-m", payload),
        ]
        return try await Client.call(
            "mosquitto_pub", arguments: options.filter { !omitted.contains($0.0) }.flatMap { [$0.0, $0.1] })
    }
}

extension BrokerHome {
    /// A device with a password that the broker does not know yet.
    func passwordClient(_ id: String, mac: String? = nil) async throws -> PasswordClient {
        let identity = try await certificates.compatibilityIdentity(now: Date())
        let password = try BrokerPassword()
        let client = BrokerClient(
            id: try CredentialID(id), announcementTopics: mac.map { ["tasmota/discovery/\($0)"] } ?? [],
            passwordHash: password.hash)
        try await certificates.record(
            CredentialRecord(id: client.id, family: "generic", passwordHash: password.hash, issuedAt: Date()))
        let path = "\(folder)/compatibility-root.pem"
        try identity.trustPEM.write(toFile: path, atomically: true, encoding: .utf8)
        return PasswordClient(
            asClient: client, user: id, password: password.text.exposedText, port: settings.compatibilityPort,
            trustPath: path)
    }

    /// Updates the broker's rules, so that only these clients and devices have access.
    func allow(_ clients: [PasswordClient], beside devices: [String], on broker: Broker) async throws {
        let all = try devices.map { BrokerClient(id: try CredentialID($0)) } + clients.map(\.asClient)
        try await broker.update(
            access: BrokerAccessRules(clients: all, discoveryTrees: ["tasmota/discovery"]),
            identity: try await certificates.brokerIdentity())
    }
}
