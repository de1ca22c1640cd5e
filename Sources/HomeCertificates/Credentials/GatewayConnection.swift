import Crypto
import Foundation
import X509

/// One of the gateway's own two connections to the broker. Each has its own certificate.
package enum GatewayConnection: String, CaseIterable, Sendable {
    case telemetry = "tomte-telemetry"
    case control = "tomte-control"

    /// MQTT user name and client id.
    package var clientID: String { rawValue }
}

/// The gateway's own short-lived clients: the two sides of a probe of the access rules, and the cleaner of retained
/// messages. Their certificates are valid for minutes and are made for each use.
package enum ProbeRole: String, CaseIterable, Sendable {
    /// Has the access rules of a device.
    case subject = "tomte-probe"
    /// Subscribes and publishes to all topics, to check which messages are delivered.
    case observer = "tomte-witness"
    /// Reads the messages that the broker retains, and clears those of devices whose credential has ended.
    case cleaner = "tomte-cleaner"

    /// MQTT user name and client id.
    package var clientID: String { rawValue }
}

/// The paths of a lane's PEM files (mode 0600 in a 0700 folder), for the MQTT library, which reads only files.
package struct GatewayConnectionFiles: Sendable, Equatable {
    package let certificatePath: String
    package let privateKeyPath: String
    package let trustPath: String

    package init(certificatePath: String, privateKeyPath: String, trustPath: String) {
        self.certificatePath = certificatePath
        self.privateKeyPath = privateKeyPath
        self.trustPath = trustPath
    }
}

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
            certificate.notValidAfter.timeIntervalSince(now) > CertificateLifetime.renewal,
            certificate.publicKey == Certificate.PublicKey(key),
            root.certificate.publicKey.isValidSignature(certificate.signature, for: certificate)
        else { return true }
        if case .lane = self { return false }
        return (try? certificate.extensions.subjectAlternativeNames) != names.alternativeNames
    }
}
