import MatterEmulator
import MatterFixtures
import MatterProtocol
import MatterTransport
import Testing

/// The steps of commissioning.
extension TestController {
    /// Commissions a node completely. The session of PASE stays open until then, because its end ends the fail-safe.
    func commission(_ node: NodeUnderTest, passcode: SetupPasscode = NodeUnderTest.passcode) async throws {
        try await Self.withPASE(port: node.port, passcode: passcode) { session in
            try await prepare(session)
            try await addCertificates(session)
            try await withCASE(port: node.port) { session, _ in
                let answer = try await session.answer(invoking: 4, of: ClusterID.generalCommissioning)
                try #require(answer[0]?.unsigned == 0)
            }
        }
    }

    /// Arms the fail-safe and sets the region.
    func prepare(_ session: ControllerSession, seconds: UInt16 = 60) async throws {
        let armed = try await Self.arm(session, seconds: seconds)
        try #require(armed == 0)
        let region = try await session.answer(
            invoking: 2, of: ClusterID.generalCommissioning,
            fields: .structure([0: .number(UInt8(2)), 1: .text("XX"), 2: .number(UInt64(2))]))
        try #require(region[0]?.unsigned == 0)
    }

    /// Arms the fail-safe, and returns the error code.
    static func arm(_ session: ControllerSession, seconds: UInt16) async throws -> UInt64? {
        try await session.answer(
            invoking: 0, of: ClusterID.generalCommissioning,
            fields: .structure([0: .number(seconds), 1: .number(UInt64(1))]))[0]?.unsigned
    }

    /// Asks for the request of the node, and gives it its certificates. Returns the index of the fabric.
    @discardableResult
    func addCertificates(_ session: ControllerSession) async throws -> UInt64? {
        let request = try await requestCertificate(session, isForUpdate: false)
        let root = try await session.status(
            invoking: 0x0B, of: ClusterID.operationalCredentials, on: 0,
            fields: .structure([0: .bytes(authority.certificate.encoded)]))
        try #require(root == .success)
        let response = try await addNOC(session, request: request)
        try #require(response[0]?.unsigned == 0)
        return response[1]?.unsigned
    }

    func requestCertificate(_ session: ControllerSession, isForUpdate: Bool) async throws -> NOCRequest {
        let nonce = (0..<32).map { _ in UInt8.random(in: .min ... .max) }
        let answer = try await session.answer(
            invoking: 4, of: ClusterID.operationalCredentials,
            fields: .structure([0: .bytes(nonce), 1: .boolean(isForUpdate)]))
        return try AttestationVerifier.verifyRequest(
            elements: #require(answer[0]?.bytes), signature: #require(answer[1]?.bytes),
            device: SampleAttestation.shared.get().credentials.deviceCertificate, nonce: nonce,
            challenge: session.attestationChallenge)
    }

    func addNOC(_ session: ControllerSession, request: NOCRequest) async throws -> TLVValue {
        let certificate = try authority.issue(nodeID: nodeID, fabricID: fabricID, publicKey: request.publicKey)
        return try await session.answer(
            invoking: 6, of: ClusterID.operationalCredentials,
            fields: .structure([
                0: .bytes(certificate.encoded), 2: .bytes(epochKey), 3: .number(administrator.rawValue),
                4: .number(UInt16(0xFFF1)),
            ]))
    }
}
