import MatterEmulator
import MatterFixtures
import MatterProtocol
import MatterTransport
import Testing

@Suite struct FabricTests {
    /// Opens an enhanced window with a passcode of the test.
    private static func openWindow(
        _ session: ControllerSession, passcode: SetupPasscode, seconds: UInt16 = 180
    ) async throws -> InteractionStatus? {
        let salt = Array(repeating: UInt8(5), count: 32)
        let verifier = try SPAKE2PlusVerifier(
            passcode: passcode, parameters: PBKDFParameters(iterations: 1000, salt: salt))
        return try await session.status(
            invoking: 0, of: ClusterID.administratorCommissioning, on: 0,
            fields: .structure([
                0: .number(seconds), 1: .bytes(verifier.exposedBytes), 2: .number(UInt16(77)),
                3: .number(UInt32(1000)), 4: .bytes(salt),
            ]), timeout: 10_000)
    }

    @Test func secondFabricJoinsThroughAnEnhancedWindow() async throws {
        try await CommissionedNode.run { node, first, session in
            var random = SystemRandomNumberGenerator()
            let passcode = SetupPasscode.random(using: &random)
            let opened = try await Self.openWindow(session, passcode: passcode)
            #expect(opened == .success)
            let status = try await session.value(0, cluster: ClusterID.administratorCommissioning, attribute: 0)
            #expect(status?.unsigned == 1)
            let announced = try await node.announcements { $0.contains { $0["CM"] == "2" } }
            #expect(announced.first { $0.service == .commissionable }?["D"] == "77")
            let second = try TestController()
            try await second.commission(node, passcode: passcode)
            #expect(await node.server.fabricIndexes == [1, 2])
            let closed = try await session.value(0, cluster: ClusterID.administratorCommissioning, attribute: 0)
            #expect(closed?.unsigned == 0)
            // Each sees its own entries alone, if lists are filtered.
            let pattern = AttributePathPattern(endpoint: 0, cluster: ClusterID.operationalCredentials, attribute: 1)
            let own = try await session.read([pattern]).attributes.first?.value.values
            #expect(own?.map { $0[3]?.unsigned } == [first.fabricID.rawValue])
            let all = try await session.read([pattern], isFabricFiltered: false).attributes.first?.value.values
            #expect(all?.map { $0[3]?.unsigned } == [first.fabricID.rawValue, second.fabricID.rawValue])
            // Entries of access control of another fabric show only that there is one.
            let entries = AttributePathPattern(endpoint: 0, cluster: ClusterID.accessControl, attribute: 0)
            let foreign = try await session.read([entries], isFabricFiltered: false).attributes.first?.value.values
            #expect(foreign?.last == .structure([254: .number(UInt8(2))]))
        }
    }

    @Test func windowIsRevoked() async throws {
        try await CommissionedNode.run { node, _, session in
            let opened = try await session.status(
                invoking: 1, of: ClusterID.administratorCommissioning, on: 0,
                fields: .structure([0: .number(UInt16(180))]), timeout: 10_000)
            #expect(opened == .success)
            let again = try await session.invoke(
                0, cluster: ClusterID.administratorCommissioning, command: 1,
                fields: .structure([0: .number(UInt16(180))]), timeout: 10_000)
            guard case .status(let busy) = again else { throw UnexpectedResult(result: again) }
            #expect(busy.outcome == InteractionOutcome(.failure, clusterStatus: 2))
            let revoked = try await session.status(
                invoking: 2, of: ClusterID.administratorCommissioning, on: 0, timeout: 10_000)
            #expect(revoked == .success)
            let result = try await session.invoke(
                0, cluster: ClusterID.administratorCommissioning, command: 2, timeout: 10_000)
            guard case .status(let notOpen) = result else { throw UnexpectedResult(result: result) }
            #expect(notOpen.outcome.clusterStatus == 4)
            await #expect(throws: NodeFailure.self) {
                try await TestController.withPASE(port: node.port) { _ in }
            }
        }
    }

    @Test(arguments: [UInt16(179), 901])
    func windowOfAnImpossibleTimeIsRefused(seconds: UInt16) async throws {
        try await CommissionedNode.run { _, _, session in
            let status = try await Self.openWindow(session, passcode: .sample, seconds: seconds)
            #expect(status == .invalidCommand)
        }
    }

    @Test func nodeThatLeavesItsLastFabricCanBeCommissionedAgain() async throws {
        try await CommissionedNode.run { node, controller, session in
            let response = try await session.answer(
                invoking: 0x0A, of: ClusterID.operationalCredentials, fields: .structure([0: .number(UInt8(1))]))
            #expect(response[0]?.unsigned == 0)
            // The node ends the sessions of the fabric.
            for await _ in session.channel.incoming {}
            #expect(await session.channel.ending == .sessionLost)
            await #expect(throws: NodeFailure.self) {
                try await controller.withCASE(port: node.port) { _, _ in }
            }
            try await controller.commission(node)
            #expect(await node.server.fabricIndexes == [2])
        }
    }

    @Test func fabricThatDoesNotExistIsNotRemoved() async throws {
        try await CommissionedNode.run { _, _, session in
            let response = try await session.answer(
                invoking: 0x0A, of: ClusterID.operationalCredentials, fields: .structure([0: .number(UInt8(9))]))
            #expect(response[0]?.unsigned == 11)
        }
    }

    @Test func fabricIsAddedOnce() async throws {
        try await CommissionedNode.run { node, controller, session in
            let opened = try await Self.openWindow(session, passcode: .sample)
            #expect(opened == .success)
            try await TestController.withPASE(port: node.port) { commissioner in
                try await controller.prepare(commissioner)
                let request = try await controller.requestCertificate(commissioner, isForUpdate: false)
                let root = try await commissioner.status(
                    invoking: 0x0B, of: ClusterID.operationalCredentials, on: 0,
                    fields: .structure([0: .bytes(controller.authority.certificate.encoded)]))
                #expect(root == .success)
                let response = try await controller.addNOC(commissioner, request: request)
                #expect(response[0]?.unsigned == 9)
            }
        }
    }

    @Test func labelIsSetAndNotSharedBetweenFabrics() async throws {
        try await CommissionedNode.run { _, _, session in
            let response = try await session.answer(
                invoking: 9, of: ClusterID.operationalCredentials, fields: .structure([0: .text("Home")]))
            #expect(response[0]?.unsigned == 0)
            let fabrics = try await session.value(0, cluster: ClusterID.operationalCredentials, attribute: 1)
            #expect(fabrics?.values?.first?[5] == .text("Home"))
        }
    }

    @Test func certificateIsReplaced() async throws {
        try await CommissionedNode.run { node, controller, session in
            let armed = try await TestController.arm(session, seconds: 60)
            #expect(armed == 0)
            let request = try await controller.requestCertificate(session, isForUpdate: true)
            let certificate = try controller.authority.issue(
                nodeID: controller.nodeID, fabricID: controller.fabricID, publicKey: request.publicKey)
            let response = try await session.answer(
                invoking: 7, of: ClusterID.operationalCredentials,
                fields: .structure([0: .bytes(certificate.encoded)]))
            #expect(response[0]?.unsigned == 0)
            try await controller.withCASE(port: node.port) { session, _ in
                let completed = try await session.answer(invoking: 4, of: ClusterID.generalCommissioning)
                #expect(completed[0]?.unsigned == 0)
                let certificates = try await session.value(
                    0, cluster: ClusterID.operationalCredentials, attribute: 0)
                #expect(certificates?.values?.first?[1] == .bytes(certificate.encoded))
            }
        }
    }

    @Test func sessionIsResumed() async throws {
        try await CommissionedNode.run { node, controller, _ in
            let record = try await controller.withCASE(port: node.port) { _, session in session.resumption }
            try await controller.withCASE(port: node.port, resumption: record) { controllerSession, session in
                #expect(session.isResumed)
                let value = try await controllerSession.value(1, cluster: ClusterID.onOff, attribute: 0)
                #expect(value == false)
            }
            // The record can be used once.
            try await controller.withCASE(port: node.port, resumption: record) { _, session in
                #expect(!session.isResumed)
            }
        }
    }

    @Test func nodeOfAnotherFabricGetsNoSession() async throws {
        try await CommissionedNode.run { node, _, _ in
            let stranger = try TestController()
            await #expect(throws: NodeFailure.establishment(.noSharedTrustRoots)) {
                try await stranger.withCASE(port: node.port) { _, _ in }
            }
        }
    }
}
