import Crypto
import Foundation
import X509

/// One of the gateway's own leaf certificates: the broker's, the HTTPS endpoint's, or that of a lane.
enum GatewayLeaf: Equatable {
    case broker
    case api
    case lane(GatewayConnection)

    static let all: [GatewayLeaf] = [.broker, .api] + GatewayConnection.allCases.map(GatewayLeaf.lane)

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

    /// Whether a new certificate is needed: there is none, it expires soon or is not valid yet, or it is for another
    /// root, key or home.
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
