import AvahiDiscovery
import Logging
import Synchronization
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

    private func withAdvertisement(
        _ service: GatewayAdvertisement, body: () async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await service.run(logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }) }
            try await body()
            // The gateway also ends the advertisement by cancellation.
            group.cancelAll()
            try await group.waitForAll()
        }
    }

    @Test func advertisementContainsPortVersionAndFingerprint() async throws {
        try await withPrivateAvahi { avahi in
            try await withAdvertisement(service) {
                try await eventually("seen") { try await isSeen(avahi) }
            }
            try await eventually("gone") { try await !avahi.browse(GatewayAdvertisement.type).contains(";tomte;") }
        }
    }

    /// People type this name, whatever the machine is called.
    @Test func nameOfTheGatewayIsAnnouncedWithThePresentAddresses() async throws {
        let addresses = Mutex(["192.0.2.7"])
        var service = service
        service.addresses = { addresses.withLock { $0.map { PublishedService.Host.Address($0) } } }
        service.pauseBetweenReads = .milliseconds(50)
        try await withPrivateAvahi { avahi in
            try await withAdvertisement(service) {
                try await eventually("the name has its address") {
                    try await avahi.browse(GatewayAdvertisement.type).contains(";tomte.local;192.0.2.7;8443;")
                }
                addresses.withLock { $0 = ["192.0.2.8"] }
                try await eventually("the name has its new address") {
                    let seen = try await avahi.browse(GatewayAdvertisement.type)
                    return seen.contains(";tomte.local;192.0.2.8;8443;") && !seen.contains("192.0.2.7")
                }
            }
        }
    }

    @Test func nameThatAnotherGatewayHasIsReported() async throws {
        // One daemon takes equal records for the same service, so the ports differ.
        func gateway(at address: String, port: UInt16) -> GatewayAdvertisement {
            var service = GatewayAdvertisement(
                hostName: "tomte", port: port, keyFingerprint: String(repeating: "0123456789abcdef", count: 4))
            service.addresses = { [PublishedService.Host.Address(address)] }
            service.pauseBetweenReads = .milliseconds(50)
            return service
        }
        let (first, second) = (gateway(at: "192.0.2.7", port: 8443), gateway(at: "192.0.2.8", port: 8444))
        try await withPrivateAvahi { avahi in
            try await withAdvertisement(first) {
                try await eventually("seen") { try await isSeen(avahi) }
                try await withAdvertisement(second) {
                    try await eventually("the second one has another name") {
                        second.announcedName.replacement
                            == AnnouncedName.Replacement(wanted: "tomte.local", announced: "tomte-2.local")
                    }
                    #expect(first.announcedName.replacement == nil)
                }
            }
        }
    }

    @Test func advertisementReturnsAfterADaemonRestart() async throws {
        try await withPrivateAvahi { avahi in
            try await withAdvertisement(service) {
                try await eventually("seen") { try await isSeen(avahi) }
                await avahi.killDaemon()
                try await avahi.startDaemon()
                try await eventually("seen again") { try await isSeen(avahi) }
            }
        }
    }
}
