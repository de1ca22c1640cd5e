package import HomeModel
import Glibc
package import HomeCertificates
package import AuditTrail
package import MosquittoBroker
package import MosquittoTransport

/// Why a gateway could not start; each description is a message for people.
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
    /// `cause` describes the failure itself, if it says more than that the disk is full.
    case diskFull(folder: String, cause: String?)

    /// If a start fails while fewer bytes than this are free, the full disk counts as the cause.
    static let leastRoom: Int64 = 64 << 10

    /// Whether a full disk caused the error.
    var isDiskFull: Bool {
        switch self {
        case .storage(.diskFull), .audit(.disk(_, code: ENOSPC)), .audit(.disk(_, code: EDQUOT)): true
        default: false
        }
    }

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
        case .diskFull(let folder, let cause):
            (cause.map { "\($0) " } ?? "")
                + "The disk of \(folder) is full, and a start needs some space: free at least 8 MB there, then start "
                + "the gateway again."
        case .httpsPort(let port):
            "Port \(port) is in use, so the HTTPS endpoint cannot open: choose another with --https-port, or stop the "
                + "program that uses it."
        }
    }
}
