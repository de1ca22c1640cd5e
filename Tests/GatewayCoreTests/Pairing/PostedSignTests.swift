import Foundation
import HomeCertificates
import HomeModel
import Testing

@testable import GatewayCore

@Suite struct PostedSignTests {
    @Test func theSignIsReadAgainAfterAWhile() async throws {
        let (time, reads) = (SettableTime(), Count())
        let sign = sign(time) { reads.add() }
        for _ in 0..<3 { #expect(await sign.sign != nil) }
        #expect(reads.value == 1)
        time.advance(by: .seconds(10))
        #expect(await sign.sign != nil)
        #expect(reads.value == 2)
    }

    @Test func aSignThatCannotBeReadIsNotLookedForMoreOften() async throws {
        let (time, reads) = (SettableTime(), Count())
        let sign = PostedSign(uptime: time.clock.uptime) {
            reads.add()
            return nil
        }
        for _ in 0..<3 { #expect(await sign.sign == nil) }
        #expect(reads.value == 1)
        time.advance(by: .seconds(10))
        #expect(await sign.sign == nil)
        #expect(reads.value == 2)
    }

    @Test func manyWhoAskAtOnceReadItOnce() async throws {
        let reads = Count()
        let sign = sign(SettableTime()) {
            reads.add()
            await Task.yield()
        }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<20 { group.addTask { #expect(await sign.sign != nil) } }
        }
        #expect(reads.value == 1)
    }

    private func sign(_ time: SettableTime, _ reading: @escaping @Sendable () async -> Void) -> PostedSign {
        PostedSign(uptime: time.clock.uptime) {
            await reading()
            return DoorSign(
                host: "tomte.local", port: 8443, certificateFingerprint: "c", publicKeyFingerprint: "k",
                webRoot: OwnCertificate(use: .webRoot, pem: "", fingerprint: "r", names: [], notAfter: Date()))
        }
    }
}
