import MatterEmulator
import MatterFixtures
import MatterProtocol
import Testing

/// Nodes with a physical device that carries out their commands.
@Suite struct OperatorTests {
    private static let onOff = AttributePath(endpoint: 1, cluster: ClusterID.onOff, attribute: 0)
    private static let lockState = AttributePath(endpoint: 1, cluster: ClusterID.doorLock, attribute: 0)

    @Test func attributeChangesWhenTheDeviceHasReachedTheValue() async throws {
        let (wanted, sink) = AsyncStream.makeStream(of: [ControllerChange].self)
        let nodeOperator: NodeOperator = { changes in
            sink.yield(changes)
            return .success
        }
        try await CommissionedNode.run(nodeOperator: nodeOperator) { node, _, session in
            let status = try await session.status(invoking: 1, of: ClusterID.onOff)
            #expect(status == .success)
            let changes = await wanted.first { _ in true }
            #expect(changes?.map(\.path) == [Self.onOff] && changes?.map(\.value) == [true])
            #expect(try await session.value(1, cluster: ClusterID.onOff, attribute: 0) == false)
            await node.server.set(true, of: Self.onOff)
            #expect(try await session.value(1, cluster: ClusterID.onOff, attribute: 0) == true)
        }
    }

    @Test func refusalOfTheDeviceIsTheStatusOfCommandsAndWrites() async throws {
        try await CommissionedNode.run(
            [.dimmableLight(), .thermostat(2)], nodeOperator: { _ in .failure }
        ) { _, _, session in
            #expect(try await session.status(invoking: 1, of: ClusterID.onOff) == .failure)
            let status = try await session.write(
                2, cluster: ClusterID.thermostat, attribute: 0x12, value: .signed(2100))
            #expect(status == .failure)
            #expect(try await session.value(2, cluster: ClusterID.thermostat, attribute: 0x12) == .signed(2000))
        }
    }

    /// The settings of the node are not the device's.
    @Test func settingIsWrittenWithoutTheDevice() async throws {
        try await CommissionedNode.run(nodeOperator: { _ in .failure }) { _, _, session in
            let status = try await session.write(
                1, cluster: ClusterID.onOff, attribute: 0x4001, value: .number(UInt16(5)))
            #expect(status == .success)
        }
    }

    @Test func lockOperationIsRecordedWhenTheBoltHasTurned() async throws {
        try await CommissionedNode.run([.doorLock()], nodeOperator: { _ in .success }) { node, _, session in
            func sources() async throws -> [UInt64?] {
                let pattern = EventPathPattern(endpoint: 1, cluster: ClusterID.doorLock, event: 2)
                return try await session.read([], events: [pattern]).events.map { $0.fields?[1]?.unsigned }
            }
            let unlocked = try await session.status(invoking: 1, of: ClusterID.doorLock, timeout: 10_000)
            #expect(unlocked == .success)
            #expect(try await sources() == [])
            await node.server.set(.number(UInt8(2)), of: Self.lockState)
            #expect(try await sources() == [7])
            // A hand locks the door.
            await node.server.set(.number(UInt8(1)), of: Self.lockState)
            #expect(try await sources() == [7, 1])
        }
    }
}
