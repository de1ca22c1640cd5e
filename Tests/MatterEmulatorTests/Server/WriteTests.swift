import MatterEmulator
import MatterFixtures
import MatterProtocol
import MatterTransport
import Testing

@Suite struct WriteTests {
    @Test(arguments: [
        (ClusterID.thermostat, UInt32(0x12), TLVValue.signed(2150), InteractionStatus.success),
        (ClusterID.thermostat, 0x12, .signed(5000), .constraintError),
        // The set-point for cooling moves away, as far as it can.
        (ClusterID.thermostat, 0x12, .signed(2590), .success),
        (ClusterID.thermostat, 0x11, .signed(1600), .success),
        (ClusterID.thermostat, 0x12, .text("warm"), .invalidDataType),
        (ClusterID.thermostat, 0x00, .signed(2000), .unsupportedWrite),
        (ClusterID.thermostat, 0x1C, .unsigned(3), .success),
        (ClusterID.onOff, 0x4000, .boolean(true), .unsupportedCluster),
    ])
    func writeHasItsStatus(
        cluster: UInt32, attribute: UInt32, value: TLVValue, expected: InteractionStatus
    ) async throws {
        try await CommissionedNode.run([.thermostat()]) { node, _, session in
            let status = try await session.write(1, cluster: cluster, attribute: attribute, value: value)
            #expect(status == expected)
            guard expected == .success else { return }
            #expect(await node.value(1, cluster: cluster, attribute: attribute) == value)
        }
    }

    @Test func writeForAnOldVersionIsRefused() async throws {
        try await CommissionedNode.run([.fan()]) { _, _, session in
            let path = AttributePath(endpoint: 1, cluster: ClusterID.fanControl, attribute: 2)
            let version = try await session.read([AttributePathPattern(path)]).attributes.first?.dataVersion
            let data = AttributeData(path: path, dataVersion: version, value: .number(UInt8(50)))
            let first = try await session.write([data])
            #expect(first == [.success])
            let second = try await session.write([data])
            #expect(second == [.dataVersionMismatch])
        }
    }

    @Test func speedOfAFanSetsItsMode() async throws {
        try await CommissionedNode.run([.fan()]) { node, _, session in
            let status = try await session.write(
                1, cluster: ClusterID.fanControl, attribute: 2, value: .number(UInt8(100)))
            #expect(status == .success)
            #expect(await node.value(1, cluster: ClusterID.fanControl, attribute: 0)?.unsigned == 3)
            #expect(await node.value(1, cluster: ClusterID.fanControl, attribute: 3)?.unsigned == 100)
        }
    }

    @Test func nameOfANodeIsWritten() async throws {
        try await CommissionedNode.run { _, _, session in
            let status = try await session.write(
                0, cluster: ClusterID.basicInformation, attribute: 5, value: .text("Hall"))
            #expect(status == .success)
            let long = try await session.write(
                0, cluster: ClusterID.basicInformation, attribute: 5,
                value: .text(String(repeating: "x", count: 33)))
            #expect(long == .constraintError)
            let name = try await session.value(0, cluster: ClusterID.basicInformation, attribute: 5)
            #expect(name == .text("Hall"))
        }
    }

    @Test func writeOfSeveralMessagesIsAnsweredEachTime() async throws {
        try await CommissionedNode.run { _, controller, session in
            let path = AttributePath(endpoint: 0, cluster: ClusterID.accessControl, attribute: 0)
            func entry(_ privilege: UInt8, subject: UInt64) -> TLVValue {
                .structure([
                    1: .number(privilege), 2: .number(UInt8(2)), 3: .array([.number(subject)]), 4: .null,
                ])
            }
            let messages = [
                WriteRequest(attributes: [AttributeData(path: path, value: .array([]))], hasMoreChunks: true),
                WriteRequest(
                    attributes: [
                        AttributeData(
                            path: path, index: .append, value: entry(5, subject: controller.administrator.rawValue)),
                        AttributeData(path: path, index: .append, value: entry(1, subject: 7)),
                    ]),
            ]
            let statuses = try await session.withExchange { exchange in
                var statuses: [InteractionStatus] = []
                for message in messages {
                    try await exchange.send(message)
                    statuses += try await exchange.receive(WriteResponse.self).statuses.map(\.outcome.status)
                }
                return statuses
            }
            #expect(statuses == [.success, .success, .success])
            let entries = try await session.value(0, cluster: ClusterID.accessControl, attribute: 0)
            #expect(entries?.values?.count == 2)
        }
    }

    @Test func thermostatHeatsWhileItIsTooCold() async throws {
        try await CommissionedNode.run([.thermostat()]) { node, _, session in
            let status = try await session.write(
                1, cluster: ClusterID.thermostat, attribute: 0x12, value: .signed(2200))
            #expect(status == .success)
            #expect(await node.value(1, cluster: ClusterID.thermostat, attribute: 0x29)?.unsigned == 1)
            await node.server.set(
                .signed(2300), of: AttributePath(endpoint: 1, cluster: ClusterID.thermostat, attribute: 0))
            #expect(await node.value(1, cluster: ClusterID.thermostat, attribute: 0x29)?.unsigned == 0)
        }
    }
}
