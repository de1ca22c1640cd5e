import Foundation
import GatewayAPI
import GatewayCore
package import GatewayWire
import Glibc
import HomeCertificates
import Logging
import PageFiles
import Synchronization

extension GatewayConfiguration {
    /// The description of the HTTPS endpoint for clients; nil if HTTPS is off or its certificate cannot be read.
    func endpointDescription(_ certificates: HomeCertificates) async -> EndpointDescription? {
        guard https.isEnabled, let endpoint = try? await certificates.apiFingerprints() else { return nil }
        return EndpointDescription(
            host: "\(hostName).local", port: Int(https.port), certificateFingerprint: endpoint.certificate,
            publicKeyFingerprint: endpoint.publicKey, webRoot: certificates.ownWebRoot)
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

/// The machine's own addresses, read again every 10 s, because a router can assign new ones.
private final class CachedInterfaceAddresses: Sendable {
    private static let life = Duration.seconds(10)

    private let known = Mutex<(addresses: Set<String>, until: ContinuousClock.Instant)?>(nil)

    func now() -> Set<String> {
        let now = ContinuousClock.now
        return known.withLock { known in
            if let known, now < known.until { return known.addresses }
            let addresses = Set(InterfaceAddresses.current)
            known = (addresses, now + Self.life)
            return addresses
        }
    }
}

/// The IP addresses of this machine.
enum InterfaceAddresses {
    /// The addresses in numeric form, without link-local ones, which mean nothing in a certificate.
    static var current: [String] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        var found: Set<String> = []
        var next = list
        while let entry = next?.pointee {
            if let text = numeric(entry.ifa_addr), !isLinkLocal(text) { found.insert(text) }
            next = entry.ifa_next
        }
        return found.sorted()
    }

    private static func isLinkLocal(_ text: String) -> Bool {
        text.hasPrefix("fe80:") || text.hasPrefix("169.254.")
    }

    private static func numeric(_ address: UnsafeMutablePointer<sockaddr>?) -> String? {
        guard let address else { return nil }
        let length: Int
        switch Int32(address.pointee.sa_family) {
        case AF_INET: length = MemoryLayout<sockaddr_in>.size
        case AF_INET6: length = MemoryLayout<sockaddr_in6>.size
        default: return nil
        }
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let failed = getnameinfo(
            address, socklen_t(length), &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
        guard failed == 0 else { return nil }
        let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return String(decoding: bytes, as: UTF8.self).split(separator: "%").first.map(String.init)
    }
}
