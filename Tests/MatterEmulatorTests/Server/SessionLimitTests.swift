import MatterEmulator
import MatterFixtures
import MatterProtocol
import MatterTransport
import Testing

@Suite struct SessionLimitTests {
    @Test func oneSessionTooManyEndsTheOldest() async throws {
        var limits = NodeLimits()
        limits.sessions = 2
        try await NodeUnderTest.run(limits: limits) { node in
            let controller = try TestController()
            try await controller.commission(node)
            try await controller.withCASE(port: node.port) { first, _ in
                try await controller.withCASE(port: node.port) { second, _ in
                    _ = try await second.value(1, cluster: ClusterID.onOff, attribute: 0)
                    try await controller.withCASE(port: node.port) { third, _ in
                        let value = try await third.value(1, cluster: ClusterID.onOff, attribute: 0)
                        #expect(value == false)
                        for await _ in first.channel.incoming {}
                        #expect(await first.channel.ending == .sessionLost)
                        #expect(await second.channel.ending == nil)
                    }
                }
            }
        }
    }
}
