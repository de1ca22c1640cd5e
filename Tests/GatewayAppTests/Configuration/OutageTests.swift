import MosquittoBroker
import Testing

@testable import GatewayApp

struct OutageTests {
    @Test(arguments: [1, 8, 144, 168, 240, 720])
    func sessionOutlivesTheOutageThatTheQueueIsSizedFor(hours: Int) {
        var configuration = GatewayConfiguration()
        configuration.outageHours = hours
        #expect(Int(configuration.sessionExpirySeconds) >= (hours + 24) * 3600)
        #expect(configuration.sessionExpirySeconds >= 7 * 86_400)
    }

    /// 250 series that report every 10 s.
    @Test func defaultQueueCoversTheDesignLoad() {
        let configuration = GatewayConfiguration()
        #expect(configuration.outageMessagesPerSecond >= 25)
        #expect(OutageBudget().messagesPerSecond == configuration.outageMessagesPerSecond)
    }
}
