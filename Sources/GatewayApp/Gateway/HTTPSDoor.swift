import Foundation
import GatewayAPI
import GatewayCore
package import GatewayWire
import HomeCertificates
import Logging
import PageFiles
import Synchronization

extension GatewayConfiguration {
    /// What clients are told of the HTTPS door; nil while there is none, or its certificate cannot be read.
    func doorSign(_ certificates: HomeCertificates) async -> DoorSign? {
        guard https.isEnabled, let door = try? await certificates.apiFingerprints() else { return nil }
        return DoorSign(
            host: "\(hostName).local", port: Int(https.port), certificateFingerprint: door.certificate,
            publicKeyFingerprint: door.publicKey, webRoot: certificates.ownWebRoot)
    }

    var httpsSettings: HTTPSSettings {
        let names = Set(https.hostNames + ["\(hostName).local", "localhost"])
        let addresses = CurrentAddresses()
        return HTTPSSettings(
            address: https.bindAddress ?? Self.allAddresses, port: Int(https.port),
            page: PageShelf(folder: https.pageFolder)
        ) {
            names.union(addresses.now())
        }
    }

    /// Both families where the machine has both.
    private static var allAddresses: String {
        FileManager.default.fileExists(atPath: "/proc/net/if_inet6") ? "::" : "0.0.0.0"
    }
}

extension Gateway {
    /// What lets the first owner in; nil when the home has one, or no door.
    package func claimPayload() async -> PairingPayload? {
        guard let door = await home.doorSign(), let code = await home.pairing.newClaimCode() else { return nil }
        return PairingPayload(.claim, at: door, code, expiresAt: nil)
    }
}

extension HTTPSServer {
    static func of(
        _ home: Home, _ configuration: GatewayConfiguration, _ certificates: HomeCertificates, _ logger: Logger
    ) async throws(StartError) -> HTTPSServer? {
        guard configuration.https.isEnabled else { return nil }
        do {
            return try HTTPSServer(
                home: home, settings: configuration.httpsSettings, identity: try await certificates.apiIdentity(),
                logger: logger)
        } catch let error as CertificateError {
            throw .certificates(error)
        } catch {
            throw .certificates(.encoding("\(error)"))
        }
    }
}

/// This machine's own addresses, looked up again after a while: they change when a router says so.
private final class CurrentAddresses: Sendable {
    private static let life = Duration.seconds(10)

    private let known = Mutex<(addresses: Set<String>, until: ContinuousClock.Instant)?>(nil)

    func now() -> Set<String> {
        let now = ContinuousClock.now
        return known.withLock { known in
            if let known, now < known.until { return known.addresses }
            let addresses = Set(OwnAddresses.current)
            known = (addresses, now + Self.life)
            return addresses
        }
    }
}
