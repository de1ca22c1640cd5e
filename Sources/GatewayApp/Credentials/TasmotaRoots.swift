import HomeCertificates
import HomeModel
import MosquittoBroker
import Synchronization

/// Whose root each MAC address belongs to: asked for every message of Tasmota's discovery, so it is kept in memory.
final class TasmotaRoots: Sendable {
    private let roots: Mutex<[String: String]>

    init(_ records: [CredentialRecord]) { roots = Mutex(Self.roots(of: records)) }

    /// Whenever the access rules change.
    func replace(with records: [CredentialRecord]) {
        let fresh = Self.roots(of: records)
        roots.withLock { $0 = fresh }
    }

    func root(ofMAC text: String) -> String? {
        MACAddress(text).flatMap { mac in roots.withLock { $0[mac.digits] } }
    }

    /// Exactly those who may write there.
    private static func roots(of records: [CredentialRecord]) -> [String: String] {
        let owners = BrokerAccess(records).clients.compactMap { client in
            client.tasmotaMAC.map { ($0, client.id.rawValue) }
        }
        return Dictionary(owners, uniquingKeysWith: { first, _ in first })
    }
}
