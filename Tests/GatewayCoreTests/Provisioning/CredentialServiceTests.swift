import DeviceProtocols
@testable import AuditTrail
@testable import GatewayCore
import HomeCertificates
import HomeModel
import Testing

@Suite struct CredentialServiceTests {
    private func service(_ home: CoreHome) -> CredentialService {
        CredentialService(issuer: home.issuer, registry: home.registry, actions: home.actions)
    }

    @Test func issuedAndRevokedCredentialsAreAudited() async throws {
        try await withCore { home in
            let (console, service) = (try #require(CoreHome.console), service(home))
            _ = try await service.provision(
                CredentialRequest(root: DeviceID("plug"), terms: ShellyFamily.terms), as: console)
            #expect(try await service.list(as: console).map(\.root) == [DeviceID("plug")])
            try await service.revoke(DeviceID("plug"), as: console)
            #expect(await home.issuer.revoked == ["plug"])
            await #expect(throws: ActionRefusal.self) { try await service.revoke(DeviceID("plug"), as: console) }
            let entries = try await home.audit.records().map(\.entry)
            #expect(entries.contains { $0.event == .certificateIssue && $0.metadata["dialect"] == "shelly" })
            #expect(entries.contains { $0.event == .certificateRevoke && $0.target == "plug" })
        }
    }

    @Test func entryNamesTheDevicesThatUseTheCredential() async throws {
        try await withCore { home in
            let (console, service) = (try #require(CoreHome.console), service(home))
            for (root, expected) in [("plug", nil), ("lamp", "lamp")] as [(String, String?)] {
                let root = try #require(DeviceID(root))
                if expected != nil { try await home.add(root, capabilities: [.lamp]) }
                _ = try await service.provision(CredentialRequest(root: root, terms: HomieFamily.terms), as: console)
                let entries = try await home.audit.records().map(\.entry)
                let entry = try #require(entries.last { $0.event == .certificateIssue && $0.target == root.rawValue })
                #expect(entry.metadata["name"] == expected)
            }
        }
    }

    /// Shelly devices usually get a password.
    @Test func credentialKeepsItsKindUnlessAnotherOneIsAskedFor() async throws {
        try await withCore { home in
            let (console, service) = (try #require(CoreHome.console), service(home))
            let requests: [(terms: DeviceFamilyTerms, proof: CredentialKind?, expected: CredentialKind)] = [
                (ShellyFamily.terms, nil, .password), (ShellyFamily.terms, .certificate, .certificate),
                (ShellyFamily.terms, nil, .certificate), (ShellyFamily.terms, .password, .password),
                (HomieFamily.terms, nil, .certificate),
            ]
            for (terms, proof, expected) in requests {
                let request = CredentialRequest(root: DeviceID("plug"), terms: terms, proof: proof)
                #expect(try await service.provision(request, as: console).request.proof == expected)
            }
        }
    }

    @Test func credentialOfAFamilyThatNeedsAMACAddressRequiresIt() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            await #expect {
                _ = try await service(home).provision(
                    CredentialRequest(root: DeviceID("plug"), terms: TasmotaFamily.terms), as: console)
            } throws: { error in
                if case .invalid("mac", "missing", _) = error as? ActionRefusal { true } else { false }
            }
            #expect(await home.issuer.issued == [])
        }
    }

    @Test(arguments: [Role.member, .child, .guest])
    func roleWithoutTheRightCannotManageCredentials(role: Role) async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let person = try CoreHome.identity(
                try await home.peopleService.add(name: "Kim", role: role, as: console).id)
            let service = service(home)
            let request = CredentialRequest(root: DeviceID("plug"), terms: HomieFamily.terms)
            await #expect(throws: ActionRefusal.self) { _ = try await service.provision(request, as: person) }
            await #expect(throws: ActionRefusal.self) { _ = try await service.list(as: person) }
            await #expect(throws: ActionRefusal.self) { try await service.revoke(DeviceID("plug"), as: person) }
            #expect(await home.issuer.issued == [])
        }
    }

    @Test func credentialOfAnAdoptedDeviceEndsWithTheDevice() async throws {
        try await withCore { home in
            let (console, service) = (try #require(CoreHome.console), service(home))
            _ = try await service.provision(
                CredentialRequest(root: DeviceID("lamp"), terms: HomieFamily.terms), as: console)
            try await home.add(DeviceID("lamp"), capabilities: [.lamp])
            await #expect { try await service.revoke(DeviceID("lamp"), as: console) } throws: { error in
                if case .conflict(let detail) = error as? ActionRefusal { detail.contains("“lamp”") } else { false }
            }
            #expect(await home.issuer.revoked == [])
            try await home.devices.remove(DeviceID("lamp"), as: console)
            #expect(await home.issuer.revoked == ["lamp"])
        }
    }

    @Test func removalReportsACredentialThatCouldNotBeRevoked() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(DeviceID("lamp"), capabilities: [.lamp])
            await home.issuer.fail(with: .notEnded("The broker is not running.", isTriedAfterRestart: true))
            await #expect { try await home.devices.remove(DeviceID("lamp"), as: console) } throws: { error in
                if case .conflict(let detail) = error as? ActionRefusal { detail.contains("is removed") } else { false }
            }
            #expect(await home.registry.snapshot[DeviceID("lamp")] == nil)
        }
    }
}

/// A credential issuer without a broker. It records all requests, and fails when the test sets an error.
actor FakeCredentialIssuer: CredentialIssuer {
    private(set) var issued: [CredentialRequest] = []
    private(set) var revoked: [String] = []
    private(set) var confirmed: Set<DeviceID> = []
    private var failure: CredentialError?
    private var unrevocable: Set<String> = []

    /// Makes the revocation of this credential fail, or succeed again.
    func set(_ root: DeviceID, isUnrevocable: Bool) {
        if isUnrevocable { unrevocable.insert(root.rawValue) } else { unrevocable.remove(root.rawValue) }
    }

    func fail(with error: CredentialError?) { failure = error }

    func issue(_ request: CredentialRequest) async throws(CredentialError) -> DeviceCredential {
        if let failure { throw failure }
        issued.append(request)
        return DeviceCredential(
            request: request, host: "tomte.local", addresses: ["192.168.7.20"], port: 8884, authorityPEM: "CA",
            key: .password(.init("secret")), sheet: SetupSheet(steps: []),
            deviceRequests: request.isProvisional
                ? [DeviceRequest(path: "/set"), DeviceRequest(.restart, path: "/restart")] : [])
    }

    func revoke(_ root: String) async throws(CredentialError) {
        if let failure { throw failure }
        guard !unrevocable.contains(root) else {
            throw .notEnded("The broker is not running.", isTriedAfterRestart: true)
        }
        revoked.append(root)
    }

    nonisolated func port(for kind: CredentialKind) -> Int? { 8884 }

    func confirm(_ root: DeviceID) async throws(CredentialError) {
        if let failure { throw failure }
        confirmed.insert(root)
    }

    func revokeProvisional(_ root: DeviceID) async throws(CredentialError) {
        if !confirmed.contains(root) { try await revoke(root.rawValue) }
    }

    func credentials() async throws(CredentialError) -> [ListedCredential] {
        issued.filter { !revoked.contains($0.root.rawValue) }.reversed().map {
            ListedCredential(
                root: $0.root, family: $0.family, proof: $0.proof, mac: $0.mac, issuedAt: nil, expiresAt: nil,
                isEnding: false, isProvisional: $0.isProvisional && !confirmed.contains($0.root))
        }
    }
}
