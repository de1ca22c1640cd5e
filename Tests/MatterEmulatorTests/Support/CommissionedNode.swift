import MatterEmulator
import MatterFixtures
import MatterProtocol

/// A node that belongs to the fabric of a controller.
enum CommissionedNode {
    /// Runs `body` with a commissioned node and a session of its administrator.
    @discardableResult static func run<Result: Sendable>(
        _ endpoints: [EndpointDefinition] = [.dimmableLight()], limits: NodeLimits = NodeLimits(),
        lockPIN: String? = nil, nodeOperator: NodeOperator? = nil,
        body: @escaping @Sendable (NodeUnderTest, TestController, ControllerSession) async throws -> Result
    ) async throws -> Result {
        try await NodeUnderTest.run(endpoints, limits: limits, lockPIN: lockPIN, nodeOperator: nodeOperator) { node in
            let controller = try TestController()
            try await controller.commission(node)
            return try await controller.withCASE(port: node.port) { session, _ in
                try await body(node, controller, session)
            }
        }
    }
}
