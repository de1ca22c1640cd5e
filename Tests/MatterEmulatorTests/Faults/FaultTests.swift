import MatterEmulator
import MatterFixtures
import MatterProtocol
import MatterTransport
import Testing

@Suite struct FaultTests {
    private static let isOn = AttributePath(endpoint: 1, cluster: ClusterID.onOff, attribute: 0)

    @Test func lostDatagramsAreSentAgain() async throws {
        try await CommissionedNode.run { node, _, session in
            await node.server.changeFaults {
                $0.lostArrivals = 1
                $0.lostDepartures = 1
            }
            let status = try await session.status(invoking: 1, of: ClusterID.onOff)
            #expect(status == .success)
            await node.server.changeFaults { _ in }
            #expect(await node.server.faults.lostArrivals == 0)
            #expect(await node.server.faults.lostDepartures == 0)
        }
    }

    @Test func nodeIsCommissionedOverALossyNetwork() async throws {
        try await NodeUnderTest.run { node in
            await node.server.changeFaults { $0.lossInterval = 7 }
            let controller = try TestController()
            try await controller.commission(node)
            #expect(await node.server.fabricIndexes == [1])
        }
    }

    @Test func withheldReportsAreSentLater() async throws {
        try await CommissionedNode.run { node, _, session in
            _ = try await session.subscribe([AttributePathPattern(Self.isOn)], maximum: 1)
            await node.server.changeFaults { $0.withholdsReports = true }
            await node.server.set(true, of: Self.isOn)
            await node.server.changeFaults { $0.withholdsReports = false }
            let report = try await session.nextReport()
            #expect(report.attributes.map(\.value) == [true])
        }
    }

    @Test func nodeThatIgnoresCommandsSaysSuccess() async throws {
        try await CommissionedNode.run { node, _, session in
            await node.server.changeFaults { $0.ignoresCommands = true }
            let status = try await session.status(invoking: 1, of: ClusterID.onOff)
            #expect(status == .success)
            #expect(await node.server.value(of: Self.isOn) == false)
        }
    }

    @Test func nodeThatAnswersNoCommandsCarriesThemOut() async throws {
        try await CommissionedNode.run { node, _, session in
            await node.server.changeFaults { $0.answersNoCommands = true }
            let path = CommandPath(endpoint: 1, cluster: ClusterID.onOff, command: 1)
            await #expect(throws: NodeFailure.timedOut) {
                try await session.withExchange { exchange in
                    try await exchange.send(InvokeRequest(commands: [CommandData(path: path)]))
                    _ = try await exchange.receive(within: .milliseconds(500))
                }
            }
            #expect(await node.server.value(of: Self.isOn) == true)
        }
    }

    @Test func nodeRefusesWithAStatus() async throws {
        try await CommissionedNode.run { node, _, session in
            await node.server.changeFaults { $0.statuses = [ClusterID.onOff: .invalidInState] }
            let status = try await session.status(invoking: 1, of: ClusterID.onOff)
            #expect(status == .invalidInState)
        }
    }

    @Test func busyNodeSaysSo() async throws {
        try await CommissionedNode.run { node, controller, session in
            await node.server.changeFaults {
                $0.isBusy = true
                $0.busyWait = .seconds(3)
            }
            await #expect(throws: RefusedRequest(status: .busy)) {
                _ = try await session.status(invoking: 1, of: ClusterID.onOff)
            }
            await #expect(throws: NodeFailure.establishment(.peerBusy(wait: .seconds(3)))) {
                try await controller.withCASE(port: node.port) { _, _ in }
            }
        }
    }

    @Test func nodeEndsItsSession() async throws {
        try await CommissionedNode.run { node, controller, session in
            await node.server.changeFaults { $0.endsSessionAfterAnswer = true }
            let status = try await session.status(invoking: 1, of: ClusterID.onOff)
            #expect(status == .success)
            for await _ in session.channel.incoming {}
            #expect(await session.channel.ending == .sessionLost)
            try await controller.withCASE(port: node.port) { session, _ in
                let value = try await session.value(1, cluster: ClusterID.onOff, attribute: 0)
                #expect(value == true)
            }
        }
    }

    @Test func nodeLosesEventsAndShowsFalseValues() async throws {
        try await CommissionedNode.run([.button()]) { node, _, session in
            await node.server.press(endpoint: 1)
            let position = AttributePath(endpoint: 1, cluster: ClusterID.switchCluster, attribute: 1)
            await node.server.changeFaults {
                $0.losesEvents = true
                $0.falseValues = [position: .text("many")]
            }
            let report = try await session.read([AttributePathPattern(position)], events: [EventPathPattern()])
            #expect(report.events.isEmpty)
            #expect(report.attributes.map(\.value) == [.text("many")])
        }
    }

    @Test func nodeFloodsItsSubscriber() async throws {
        try await CommissionedNode.run { node, _, session in
            _ = try await session.subscribe([AttributePathPattern(Self.isOn)])
            await node.server.changeFaults { $0.repeatedReports = 5 }
            await node.server.set(true, of: Self.isOn)
            for _ in 0..<6 {
                let report = try await session.nextReport()
                #expect(report.attributes.map(\.value) == [true])
            }
        }
    }

    @Test func nodeForgetsItsSubscriptions() async throws {
        try await CommissionedNode.run { node, _, session in
            _ = try await session.subscribe([AttributePathPattern(Self.isOn)])
            await node.server.forgetSubscriptions()
            #expect(await node.server.subscriptionCount == 0)
        }
    }
}
