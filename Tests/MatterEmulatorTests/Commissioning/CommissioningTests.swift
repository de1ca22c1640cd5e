import MatterEmulator
import MatterFixtures
import MatterProtocol
import MatterTransport
import Testing

@Suite struct CommissioningTests {
    @Test func controllerCommissionsANode() async throws {
        try await NodeUnderTest.run { node in
            let controller = try TestController()
            try await controller.commission(node)
            #expect(await node.server.fabricIndexes == [1])
            try await controller.withCASE(port: node.port) { session, _ in
                let isOn = try await session.value(1, cluster: ClusterID.onOff, attribute: 0)
                #expect(isOn == false)
                let administrators = try await session.value(0, cluster: ClusterID.accessControl, attribute: 0)
                #expect(administrators?.values?.first?[3]?.values == [.number(controller.administrator.rawValue)])
                let fabrics = try await session.value(0, cluster: ClusterID.operationalCredentials, attribute: 1)
                #expect(fabrics?.values?.first?[3]?.unsigned == controller.fabricID.rawValue)
                let index = try await session.value(0, cluster: ClusterID.operationalCredentials, attribute: 5)
                #expect(index == .number(UInt8(1)))
            }
        }
    }

    @Test func nodeProvesItsMaker() async throws {
        try await NodeUnderTest.run { node in
            try await TestController.withPASE(port: node.port) { session in
                let nonce = Array(repeating: UInt8(9), count: 32)
                let answer = try await session.answer(
                    invoking: 0, of: ClusterID.operationalCredentials, fields: .structure([0: .bytes(nonce)]))
                var certificates: [[UInt8]] = []
                for type: UInt8 in [1, 2] {
                    let answer = try await session.answer(
                        invoking: 2, of: ClusterID.operationalCredentials, fields: .structure([0: .number(type)]))
                    certificates.append(try #require(answer[0]?.bytes))
                }
                let maker = try SampleAttestation.shared.get().authority
                let root = try #require(AttestationCertificate(maker.authority))
                let verifier = AttestationVerifier(
                    store: AttestationTrustStore(
                        authorities: [.init(certificate: root, isForTests: false)], declarationSigners: []))
                let verdict = try verifier.verify(
                    AttestationVerifier.Evidence(
                        deviceCertificate: certificates[0], intermediateCertificate: certificates[1],
                        elements: #require(answer[0]?.bytes), signature: #require(answer[1]?.bytes),
                        vendorID: 0xFFF1, productID: 0x8000),
                    nonce: nonce, challenge: session.attestationChallenge)
                if case .forged(let failure) = verdict { Issue.record("\(failure)") }
            }
        }
    }

    @Test func wrongPasscodeGetsNoSession() async throws {
        try await NodeUnderTest.run { node in
            var random = SystemRandomNumberGenerator()
            let wrong = SetupPasscode.random(using: &random)
            await #expect(throws: NodeFailure.self) {
                try await TestController.withPASE(port: node.port, passcode: wrong) { _ in }
            }
        }
    }

    @Test func tooManyWrongPasscodesCloseTheWindow() async throws {
        var limits = NodeLimits()
        limits.failedAttempts = 2
        try await NodeUnderTest.run(limits: limits) { node in
            var random = SystemRandomNumberGenerator()
            for _ in 0..<2 {
                let wrong = SetupPasscode.random(using: &random)
                try? await TestController.withPASE(port: node.port, passcode: wrong) { _ in }
            }
            _ = try await node.announcements { $0.isEmpty }
            await #expect(throws: NodeFailure.self) {
                try await TestController.withPASE(port: node.port) { _ in }
            }
        }
    }

    @Test func expiredFailSafeRemovesTheFabric() async throws {
        try await NodeUnderTest.run { node in
            let controller = try TestController()
            try await TestController.withPASE(port: node.port) { session in
                try await controller.prepare(session)
                try await controller.addCertificates(session)
                #expect(await node.server.fabricIndexes == [1])
                let armed = try await TestController.arm(session, seconds: 1)
                #expect(armed == 0)
                _ = try await node.announcements { $0.allSatisfy { $0.service == .commissionable } }
            }
            #expect(await node.server.fabricIndexes.isEmpty)
            // The node can be commissioned again.
            try await controller.commission(node)
            #expect(await node.server.fabricIndexes == [1])
        }
    }

    @Test func endOfTheCommissionersSessionEndsItsFailSafe() async throws {
        try await NodeUnderTest.run { node in
            let controller = try TestController()
            try await TestController.withPASE(port: node.port) { session in
                try await controller.prepare(session)
                try await controller.addCertificates(session)
            }
            _ = try await node.announcements { $0.allSatisfy { $0.service == .commissionable } }
            #expect(await node.server.fabricIndexes.isEmpty)
        }
    }

    @Test func secondCommissionerWaitsForTheFirst() async throws {
        try await NodeUnderTest.run { node in
            try await TestController.withPASE(port: node.port) { _ in
                await #expect(throws: NodeFailure.self) {
                    try await TestController.withPASE(port: node.port) { _ in }
                }
            }
        }
    }

    @Test func disarmedFailSafeRemovesTheFabric() async throws {
        try await NodeUnderTest.run { node in
            let controller = try TestController()
            try await TestController.withPASE(port: node.port) { session in
                try await controller.prepare(session)
                try await controller.addCertificates(session)
                let armed = try await TestController.arm(session, seconds: 0)
                #expect(armed == 0)
            }
            #expect(await node.server.fabricIndexes.isEmpty)
        }
    }

    @Test func stepsOfCommissioningHaveTheirOrder() async throws {
        try await NodeUnderTest.run { node in
            let controller = try TestController()
            try await TestController.withPASE(port: node.port) { session in
                // PASE arms the fail-safe. Without it there is no request and no root.
                let disarmed = try await TestController.arm(session, seconds: 0)
                #expect(disarmed == 0)
                let request = try await session.status(
                    invoking: 4, of: ClusterID.operationalCredentials, on: 0,
                    fields: .structure([0: .bytes(Array(repeating: 1, count: 32))]))
                #expect(request == .failSafeRequired)
                let root = try await session.status(
                    invoking: 0x0B, of: ClusterID.operationalCredentials, on: 0,
                    fields: .structure([0: .bytes(controller.authority.certificate.encoded)]))
                #expect(root == .failSafeRequired)
                let completed = try await session.answer(invoking: 4, of: ClusterID.generalCommissioning)
                #expect(completed[0]?.unsigned == 3)
            }
            try await TestController.withPASE(port: node.port) { session in
                try await controller.prepare(session)
                // CommissioningComplete needs a session of the fabric.
                let completed = try await session.answer(invoking: 4, of: ClusterID.generalCommissioning)
                #expect(completed[0]?.unsigned == 2)
                // AddNOC needs a request first.
                let request = try await controller.requestCertificate(session, isForUpdate: false)
                let withoutRoot = try await controller.addNOC(session, request: request)
                #expect(withoutRoot[0]?.unsigned == 3)
            }
        }
    }
}
