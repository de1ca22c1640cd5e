import Logging
package import MatterEmulator
package import MatterProtocol

/// A simulated node while a test uses it.
package struct NodeUnderTest: Sendable {
    package let server: NodeServer
    package let port: UInt16

    package static let passcode = SetupPasscode.sample
    package static let discriminator: UInt16 = 3840

    /// A node with these endpoints. `timing` is how fast it says that it answers.
    package static func definition(
        _ endpoints: [EndpointDefinition] = [.dimmableLight()], timing: SessionParameters? = nil
    ) -> NodeDefinition {
        var definition = NodeDefinition(
            productName: "Test lamp", passcode: passcode, discriminator: discriminator, endpoints: endpoints)
        if let timing { definition.sessionParameters = timing }
        return definition
    }

    /// Runs `body` with a node, and ends the node.
    @discardableResult package static func run<Result: Sendable>(
        _ endpoints: [EndpointDefinition] = [.dimmableLight()], timing: SessionParameters? = nil,
        storage: NodeStorage = .memory, port: UInt16 = 0, host: String? = nil,
        limits: NodeLimits = NodeLimits(), lockPIN: String? = nil, nodeOperator: NodeOperator? = nil,
        attestation: SampleAttestation? = nil, body: @escaping @Sendable (NodeUnderTest) async throws -> Result
    ) async throws -> Result {
        let server = try NodeServer(
            definition: definition(endpoints, timing: timing),
            credentials: (attestation ?? SampleAttestation.shared.get()).credentials, storage: storage,
            port: port, host: host, limits: limits, lockPIN: lockPIN, nodeOperator: nodeOperator,
            logger: Logger(label: "test"))
        return try await withThrowingTaskGroup(of: Result?.self) { group in
            group.addTask {
                try await server.run()
                return nil
            }
            group.addTask {
                let port = try await firstPort(of: server)
                return try await body(NodeUnderTest(server: server, port: port))
            }
            defer { group.cancelAll() }
            while let result = try await group.next() {
                if let result { return result }
            }
            throw CancellationError()
        }
    }

    private static func firstPort(of server: NodeServer) async throws -> UInt16 {
        for await announcements in server.announcements {
            if let port = announcements.first?.port { return port }
        }
        throw CancellationError()
    }

    /// Waits for announcements that fulfil a condition.
    package func announcements(
        until isWanted: @Sendable ([NodeAnnouncement]) -> Bool
    ) async throws -> [NodeAnnouncement] {
        for await announcements in server.announcements where isWanted(announcements) { return announcements }
        throw CancellationError()
    }

    /// Waits until the node has begun to listen this often.
    package func start(_ count: Int) async throws {
        for await _ in server.announcements where await server.startCount >= count { return }
        throw CancellationError()
    }

    package func value(_ endpoint: UInt16, cluster: UInt32, attribute: UInt32) async -> TLVValue? {
        await server.value(of: AttributePath(endpoint: endpoint, cluster: cluster, attribute: attribute))
    }
}

extension SetupPasscode {
    package static let sample: SetupPasscode = {
        var random = SystemRandomNumberGenerator()
        return SetupPasscode.random(using: &random)
    }()
}

extension SessionParameters {
    /// A node that answers sooner than others do, so that it is given up sooner.
    package static let quick = SessionParameters(
        idleInterval: 200, activeInterval: 100, activeThreshold: 4000, dataModelRevision: 18,
        interactionModelRevision: 12, specificationVersion: 0x0104_0000, maximumPathsPerInvoke: 10)
}
