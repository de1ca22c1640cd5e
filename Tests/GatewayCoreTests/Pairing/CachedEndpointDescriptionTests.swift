import Foundation
import HomeCertificates
import HomeModel
import Testing

@testable import GatewayCore

@Suite struct CachedEndpointDescriptionTests {
    @Test func descriptionIsReadAgainAfterTenSeconds() async throws {
        let (time, reads) = (SettableTime(), Count())
        let cache = cache(time) { reads.add() }
        for _ in 0..<3 { #expect(await cache.description != nil) }
        #expect(reads.value == 1)
        time.advance(by: .seconds(10))
        #expect(await cache.description != nil)
        #expect(reads.value == 2)
    }

    @Test func failedReadIsNotRepeatedEarlier() async throws {
        let (time, reads) = (SettableTime(), Count())
        let cache = CachedEndpointDescription(uptime: time.clock.uptime) {
            reads.add()
            return nil
        }
        for _ in 0..<3 { #expect(await cache.description == nil) }
        #expect(reads.value == 1)
        time.advance(by: .seconds(10))
        #expect(await cache.description == nil)
        #expect(reads.value == 2)
    }

    @Test func concurrentCallersShareOneRead() async throws {
        let reads = Count()
        let cache = cache(SettableTime()) {
            reads.add()
            await Task.yield()
        }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<20 { group.addTask { #expect(await cache.description != nil) } }
        }
        #expect(reads.value == 1)
    }

    private func cache(_ time: SettableTime, read: @escaping @Sendable () async -> Void)
        -> CachedEndpointDescription
    {
        CachedEndpointDescription(uptime: time.clock.uptime) {
            await read()
            return EndpointDescription(
                host: "tomte.local", port: 8443, certificateFingerprint: "c", publicKeyFingerprint: "k",
                webRoot: HomeCertificateInfo(use: .webRoot, pem: "", fingerprint: "r", names: [], notAfter: Date()))
        }
    }
}
