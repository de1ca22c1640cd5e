import Foundation
import GatewayAPI
import GatewayCore
package import GatewayWire
import Glibc
import HomeCertificates
import HomeModel
import Logging
import PageFiles

extension GatewayConfiguration {
    /// The description of the HTTPS endpoint for clients; nil if HTTPS is off or its certificate cannot be read.
    func endpointDescription(_ certificates: HomeCertificates) async -> EndpointDescription? {
        guard https.isEnabled, let endpoint = try? await certificates.apiFingerprints() else { return nil }
        return EndpointDescription(
            host: "\(hostName).local", port: Int(https.port), certificateFingerprint: endpoint.certificate,
            publicKeyFingerprint: endpoint.publicKey, webRoot: certificates.ownWebRoot,
            nextWebRoot: await nextWebRoot(certificates),
            webRootSince: await certificates.lastRotation.map { Timestamp($0.endedAt) })
    }

    private func nextWebRoot(_ certificates: HomeCertificates) async -> NextWebRoot? {
        guard let root = certificates.nextWebRoot, let rotation = try? await certificates.rotation() else { return nil }
        return NextWebRoot(root, neededFrom: KeyRotationOverlap(beganAt: Timestamp(rotation.beganAt)).endsAt)
    }

    /// The settings of the HTTPS server. The accepted host names include the machine's current addresses.
    var httpsSettings: HTTPSSettings {
        let names = Set(https.hostNames + ["\(hostName).local", "localhost"])
        let addresses = CachedInterfaceAddresses()
        return HTTPSSettings(
            address: https.bindAddress ?? Self.allAddresses, port: Int(https.port),
            page: StaticFileStore(folder: https.pageFolder)
        ) {
            names.union(addresses.now())
        }
    }

    /// All addresses of IPv6 and IPv4, or of IPv4 only if the machine has no IPv6.
    private static var allAddresses: String {
        FileManager.default.fileExists(atPath: "/proc/net/if_inet6") ? "::" : "0.0.0.0"
    }
}

extension Gateway {
    /// The payload with which the first owner claims the home; nil if the home has an owner or no HTTPS endpoint.
    package func claimPayload() async -> PairingPayload? {
        guard let endpoint = await home.sessions.endpointDescription(),
            let code = await home.sessions.pairing.newClaimCode()
        else {
            return nil
        }
        return PairingPayload(.claim, at: endpoint, code: code, expiresAt: nil)
    }
}

extension HTTPSServer {
    /// The HTTPS server for this configuration; nil if HTTPS is off.
    static func of(
        _ home: Home, configuration: GatewayConfiguration, certificates: HomeCertificates, logger: Logger
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
