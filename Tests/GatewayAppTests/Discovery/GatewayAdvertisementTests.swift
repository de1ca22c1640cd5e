import AvahiDiscovery
import Logging
import TestSupport
import Testing

@testable import GatewayApp

@Suite(.serialized, .enabled(if: PrivateAvahi.isAvailable, "\(PrivateAvahi.requirement)"))
struct GatewayAdvertisementTests {
    private let service = GatewayAdvertisement(
        hostName: "tomte", port: 8443, keyFingerprint: String(repeating: "0123456789abcdef", count: 4))

    /// A line of Avahi ends with the port and the TXT entries. The order of the entries is not defined.
    private func isSeen(_ avahi: PrivateAvahi) async throws -> Bool {
        let lines = try await avahi.browse(GatewayAdvertisement.type).split(separator: "\n").filter {
            $0.hasPrefix("=")
        }
        let fingerprint = "\"fp=\(service.keyFingerprint)\""
        return !lines.isEmpty
            && lines.allSatisfy {
                $0.contains(";tomte;_tomte._tcp;local;")
                    && ($0.hasSuffix(";8443;\"v=1\" \(fingerprint)") || $0.hasSuffix(";8443;\(fingerprint) \"v=1\""))
            }
    }

    private func withAdvertisement(_ body: () async throws -> Void) async throws {
        let publisher = try #require(
            await service.publisher(logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await publisher.run() }
            try await body()
            // The gateway also ends the publisher by cancellation.
            group.cancelAll()
            try await group.waitForAll()
        }
    }

    @Test func advertisementContainsPortVersionAndFingerprint() async throws {
        try await withPrivateAvahi { avahi in
            try await withAdvertisement {
                try await eventually("seen") { try await isSeen(avahi) }
            }
            try await eventually("gone") { try await !avahi.browse(GatewayAdvertisement.type).contains(";tomte;") }
        }
    }

    @Test func advertisementReturnsAfterADaemonRestart() async throws {
        try await withPrivateAvahi { avahi in
            try await withAdvertisement {
                try await eventually("seen") { try await isSeen(avahi) }
                await avahi.killDaemon()
                try await avahi.startDaemon()
                try await eventually("seen again") { try await isSeen(avahi) }
            }
        }
    }
}
