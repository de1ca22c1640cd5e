import Foundation
import HomeCertificates
import MosquittoBroker

/// Finds the credentials that devices use for the first time, in the connections of the broker's log.
///
/// The gateway connects in the name of a device as soon as the broker knows the new credential and refuses the former one.
/// So a later connection in the log has the new one.
struct CredentialUse: Sendable {
    private let ownAddresses: Set<String>

    /// `host` is the host at which the gateway reaches its broker.
    init(host: String) { ownAddresses = ["127.0.0.1", "::1", "::ffff:127.0.0.1", host] }

    /// The credentials with which a device has connected, and none before. `connections` are in the order of the log, and
    /// all came after the time `start`.
    func firstUses(
        in connections: [BrokerConnection], since start: Date, among records: [CredentialRecord]
    ) -> [CredentialID] {
        records.filter { $0.endedAt == nil && $0.firstUsedAt == nil }.filter { record in
            let own = connections.filter { $0.client == record.id.rawValue }
            guard let last = own.lastIndex(where: isOfGateway) else { return !own.isEmpty && record.issuedAt < start }
            return last < own.count - 1
        }.map(\.id)
    }

    private func isOfGateway(_ connection: BrokerConnection) -> Bool {
        guard ownAddresses.contains(connection.address) else { return false }
        return connection.keepAliveSeconds.map { $0 == Int(BrokerEndpoint.keepAliveSeconds) } ?? true
    }
}
