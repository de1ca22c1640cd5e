package import HomeCertificates
package import HomeStorage
package import MosquittoBroker
package import MosquittoTransport

/// Why a gateway could not start: one sentence each.
package enum StartError: Error, Sendable, CustomStringConvertible {
    case statePathTooLong(path: String, by: Int)
    case stateFolder(String)
    case certificates(CertificateError)
    case storage(StorageError)
    case audit(AuditError)
    case broker(BrokerError)
    case externalBrokerFiles(missing: [String], folder: String)
    case mqtt(MosquittoError)
    case httpsPort(Int)

    package var description: String {
        switch self {
        case .statePathTooLong(let path, let excess):
            "The path of the state folder \(path) is \(excess) bytes too long for a socket: choose a shorter one with --state."
        case .stateFolder(let reason): reason
        case .certificates(let error): error.description
        case .storage(let error): error.description
        case .audit(let error): error.description
        case .broker(let error): error.description
        case .externalBrokerFiles(let missing, let folder):
            "The external broker needs \(missing.joined(separator: ", ")) in \(folder): put them there, as PEM."
        case .mqtt(let error): error.description
        case .httpsPort(let port):
            "Port \(port) is in use, so residents cannot come in: choose another with --https-port, or end its owner."
        }
    }
}
