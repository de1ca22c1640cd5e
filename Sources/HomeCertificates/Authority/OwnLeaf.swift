import Crypto
import Foundation
import X509

/// A certificate that the gateway keeps for itself: the broker's, that of the HTTPS door, and one per lane.
enum OwnLeaf: Equatable {
    case broker
    case api
    case lane(Lane)

    static let all: [OwnLeaf] = [.broker, .api] + Lane.allCases.map(OwnLeaf.lane)

    var name: String {
        switch self {
        case .broker: "broker"
        case .api: "api"
        case .lane(let lane): lane.rawValue
        }
    }

    var fileName: String { "\(name).pem" }
    var keyName: String { "\(name)-key" }

    func profile(for names: HomeNames) -> CertificateProfile {
        switch self {
        case .broker, .api: .server(names.alternativeNames)
        case .lane: .client
        }
    }

    /// Whether a new certificate is needed: none, expiring, from the future, another root's, for another key or home.
    func isDue(
        _ certificate: Certificate?, root: RootAuthority, key: P256.Signing.PublicKey, names: HomeNames, now: Date
    ) -> Bool {
        guard let certificate, certificate.notValidBefore <= now,
            certificate.notValidAfter.timeIntervalSince(now) > Double(HomeCertificates.renewalDays) * 86_400,
            certificate.publicKey == Certificate.PublicKey(key),
            root.certificate.publicKey.isValidSignature(certificate.signature, for: certificate)
        else { return true }
        if case .lane = self { return false }
        return (try? certificate.extensions.subjectAlternativeNames) != names.alternativeNames
    }
}
