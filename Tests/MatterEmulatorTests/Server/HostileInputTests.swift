import MatterEmulator
import MatterFixtures
import MatterProtocol
import MatterTransport
import SeededRandom
import Testing

@Suite struct HostileInputTests {
    private static let opcodes: [InteractionOpcode] = [
        .readRequest, .writeRequest, .invokeRequest, .subscribeRequest, .timedRequest, .reportData, .statusResponse,
    ]

    /// A message with any payload.
    private static func send(_ payload: [UInt8], opcode: InteractionOpcode, over session: ControllerSession) async {
        let exchange = try? await session.channel.begin()
        try? await exchange?.send(opcode: opcode, payload: payload)
        _ = try? await exchange?.receive(within: .milliseconds(200))
        await exchange?.end()
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func randomRequestsDoNotEndTheNode(seed: UInt64) async throws {
        try await CommissionedNode.run([.extendedColorLight(), .doorLock(2)]) { node, controller, session in
            var random = SeededGenerator(seed: seed)
            for _ in 0..<60 {
                let payload = (0..<Int.random(in: 0...80, using: &random)).map { _ in
                    UInt8.random(in: .min ... .max, using: &random)
                }
                let opcode = Self.opcodes.randomElement(using: &random) ?? .readRequest
                await Self.send(payload, opcode: opcode, over: session)
            }
            try await controller.withCASE(port: node.port) { session, _ in
                let value = try await session.value(1, cluster: ClusterID.onOff, attribute: 0)
                #expect(value == false)
            }
        }
    }

    @Test(arguments: [4, 5] as [UInt64])
    func changedCommandsDoNotEndTheNode(seed: UInt64) async throws {
        try await CommissionedNode.run([.extendedColorLight(), .windowCovering(2)]) { node, controller, session in
            var random = SeededGenerator(seed: seed)
            let paths = [
                CommandPath(endpoint: 1, cluster: ClusterID.levelControl, command: 4),
                CommandPath(endpoint: 1, cluster: ClusterID.colorControl, command: 7),
                CommandPath(endpoint: 2, cluster: ClusterID.windowCovering, command: 5),
                CommandPath(endpoint: 0, cluster: ClusterID.operationalCredentials, command: 6),
                CommandPath(endpoint: 0, cluster: ClusterID.operationalCredentials, command: 0x0B),
                CommandPath(endpoint: 0, cluster: ClusterID.groupKeyManagement, command: 0),
            ]
            for round in 0..<60 {
                let fields = TLVValue.structure([
                    0: .number(UInt8.random(in: .min ... .max, using: &random)),
                    1: .bytes((0..<20).map { _ in UInt8.random(in: .min ... .max, using: &random) }),
                    2: .number(UInt64.random(in: .min ... .max, using: &random)),
                    3: .signed(Int64.random(in: .min ... .max, using: &random)), 4: .null,
                ])
                var payload = InvokeRequest(commands: [CommandData(path: paths[round % paths.count], fields: fields)])
                    .encode()
                let position = Int.random(in: 0..<payload.count, using: &random)
                payload[position] = UInt8.random(in: .min ... .max, using: &random)
                await Self.send(payload, opcode: .invokeRequest, over: session)
            }
            try await controller.withCASE(port: node.port) { session, _ in
                let value = try await session.value(0, cluster: ClusterID.basicInformation, attribute: 2)
                #expect(value == .number(UInt16(0xFFF1)))
            }
        }
    }
}
