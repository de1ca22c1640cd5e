import HomeCertificates
import HomeModel
import HomeStorage
import Testing

@testable import GatewayCore

@Suite struct CommandRateLimitTests {
    @Test func limitAffectsOnlyTheFastSender() async throws {
        try await withCore { home in
            let kim = try await home.identity(home.pair("Kim", role: .member, key: "k"))
            let bo = try await home.identity(home.pair("Bo", role: .member, key: "b"))
            let limit = CommandRateLimit(uptime: home.clock.uptime)
            var admitted = 0
            for _ in 0..<200 where await limit.admits(kim) { admitted += 1 }
            #expect(admitted == 100)
            #expect(await limit.admits(bo))
            home.time.advance(by: .seconds(1))
            admitted = 0
            for _ in 0..<200 where await limit.admits(kim) { admitted += 1 }
            #expect(admitted == 50)
        }
    }
}
