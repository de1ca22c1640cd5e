import AvahiDiscovery
import Logging
import TestSupport
import Testing

@testable import GatewayApp

@Suite(.serialized, .enabled(if: PrivateAvahi.isAvailable, "\(PrivateAvahi.requirement)"))
struct OwnServiceTests {
    private let service = OwnService(
        hostName: "tomte", port: 8443, keyFingerprint: String(repeating: "0123456789abcdef", count: 4))

    /// Ends with the port and the TXT entries; Avahi lists them in the order of its own.
    private func isSeen(_ avahi: PrivateAvahi) async throws -> Bool {
        let lines = try await avahi.browse(OwnService.type).split(separator: "\n").filter { $0.hasPrefix("=") }
        let fingerprint = "\"fp=\(service.keyFingerprint)\""
        return !lines.isEmpty
            && lines.allSatisfy {
                $0.contains(";tomte;_tomte._tcp;local;")
                    && ($0.hasSuffix(";8443;\"v=1\" \(fingerprint)") || $0.hasSuffix(";8443;\(fingerprint) \"v=1\""))
            }
    }

    private func withOwnService(_ body: () async throws -> Void) async throws {
        let publisher = try #require(
            await service.publisher(logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await publisher.run() }
            try await body()
            // As the gateway ends it.
            group.cancelAll()
            try await group.waitForAll()
        }
    }

    @Test func theGatewayIsFoundWithPortVersionAndKeyAndNothingElse() async throws {
        try await withPrivateAvahi { avahi in
            try await withOwnService {
                try await eventually("seen") { try await isSeen(avahi) }
            }
            try await eventually("gone") { try await !avahi.browse(OwnService.type).contains(";tomte;") }
        }
    }

    @Test func itIsThereAgainAfterTheDaemonWasKilled() async throws {
        try await withPrivateAvahi { avahi in
            try await withOwnService {
                try await eventually("seen") { try await isSeen(avahi) }
                await avahi.killDaemon()
                try await avahi.startDaemon()
                try await eventually("seen again") { try await isSeen(avahi) }
            }
        }
    }
}
