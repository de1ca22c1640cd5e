import HomeCertificates
import HomeModel
import MosquittoBroker
import Synchronization

/// The root topic for each MAC address of a Tasmota device. It is kept in memory, because every message of Tasmota's
/// discovery is looked up in it.
final class TasmotaRootTable: Sendable {
    private let roots: Mutex<[String: String]>

    init(_ records: [CredentialRecord]) { roots = Mutex(Self.roots(of: records)) }

    /// Replaces all roots. Must be called whenever the access rules change.
    func replace(with records: [CredentialRecord]) {
        let fresh = Self.roots(of: records)
        roots.withLock { $0 = fresh }
    }

    /// The root topic of the device with this MAC address; nil if there is none.
    func root(ofMAC text: String) -> String? {
        MACAddress(text).flatMap { mac in roots.withLock { $0[mac.digits] } }
    }

    /// Includes exactly the clients that may write Tasmota's discovery topics.
    private static func roots(of records: [CredentialRecord]) -> [String: String] {
        let owners = BrokerAccessRules(records).clients.compactMap { client in
            client.tasmotaMAC.map { ($0, client.id.rawValue) }
        }
        return Dictionary(owners, uniquingKeysWith: { first, _ in first })
    }
}
