import Foundation
import HomeCertificates
import HomeModel
import MosquittoBroker

extension BrokerAccessRules {
    /// Makes the access rules for all credentials that are issued and not revoked.
    init(_ records: [CredentialRecord]) {
        self.init(
            clients: records.filter { $0.endedAt == nil }.map { record in
                BrokerClient(
                    id: record.id, tasmotaMAC: record.family == DeviceFamily.tasmota.rawValue ? record.mac : nil,
                    passwordHash: record.passwordHash)
            })
    }
}

extension Broker {
    private static let timeout = Duration.seconds(10)

    /// Puts the access rules and the revocation list into force at the broker, from the current records. Waits up to 10
    /// s while the broker is being restarted, because mosquitto 2.0.11 may crash on a reload while a durable session is
    /// offline.
    func enforce(_ certificates: HomeCertificates) async throws {
        let end = ContinuousClock.now + Self.timeout
        while true {
            let access = BrokerAccessRules(try await certificates.records())
            do {
                return try await update(access: access, identity: try await certificates.brokerIdentity())
            } catch BrokerError.notRunning where ContinuousClock.now < end {
                try await Task.sleep(for: .milliseconds(100))
            }
        }
    }
}
