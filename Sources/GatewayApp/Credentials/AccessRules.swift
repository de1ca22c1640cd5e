import Foundation
import HomeCertificates
import HomeModel
import MosquittoBroker

extension BrokerAccess {
    /// By every credential that is out and not taken back.
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
    private static let patience = Duration.seconds(10)

    /// Confines devices by the records as they are now, and knows which certificates are revoked. A broker that is just
    /// being started again is waited for: mosquitto 2.0.11 may die of a reload while a durable session is offline.
    func enforce(_ certificates: HomeCertificates) async throws {
        let end = ContinuousClock.now + Self.patience
        while true {
            let access = BrokerAccess(try await certificates.records())
            do {
                return try await update(access: access, identity: try await certificates.brokerIdentity())
            } catch BrokerError.notRunning where ContinuousClock.now < end {
                try await Task.sleep(for: .milliseconds(100))
            }
        }
    }
}
