import DeviceProtocols
import HomeModel
import TestSupport
import Testing

@testable import AuditTrail
@testable import GatewayCore

@Suite struct SetupServiceTests {
    private static let root = CoreHome.setupRoot

    @Test func credentialOfASetupThatSucceedsIsKept() async throws {
        try await withCore { home in
            home.configurator.whenConfigured { await home.announceDevice() }
            let end = try await home.endedSetup()
            #expect(end.outcome == .succeeded && end.failure == nil)
            #expect(SetupStage.allCases.allSatisfy { end.state(of: $0) == .done })
            #expect(await home.issuer.confirmed == [Self.root])
            #expect(await home.issuer.revoked == [])
            #expect(home.configurator.sent == [.settings, .restart])
            let entries = try await home.audit.records().map(\.entry)
            #expect(entries.contains { $0.event == .deviceSetup && $0.target == "porch" })
        }
    }

    @Test(arguments: [DeviceRequest.Effect.settings, .restart])
    func failureOfAStepRevokesTheCredential(effect: DeviceRequest.Effect) async throws {
        try await withCore { home in
            home.configurator.fail(effect, with: .refused(EscapedText("no")))
            let end = try await home.endedSetup()
            #expect(end.outcome == .failed && end.failure?.code == "refusedByDevice" && end.isRevoked)
            #expect(end.state(of: effect == .settings ? .settings : .restart) == .failed)
            #expect(await home.issuer.revoked == ["porch"])
            let entries = try await home.audit.records().map(\.entry)
            #expect(entries.contains { $0.event == .certificateRevoke && $0.metadata["reason"] == "refusedByDevice" })
        }
    }

    @Test func deviceThatConnectsWithOtherHardwareIsNotKept() async throws {
        try await withCore { home in
            home.configurator.whenConfigured { await home.announceDevice(mac: "02:00:00:00:00:99") }
            let end = try await home.endedSetup()
            #expect(end.failure?.code == "otherDeviceAfterPassword")
            #expect(await home.issuer.revoked == ["porch"])
        }
    }

    @Test func cancelledSetupIsRevoked() async throws {
        try await withCore { home in
            let end = try await home.endedSetup() { home in
                try await eventually("the settings are written") { home.configurator.sent.contains(.restart) }
                try await home.residents.setups.cancel(Self.root, as: #require(CoreHome.console))
            }
            #expect(end.failure == .cancelled && end.isRevoked)
            #expect(await home.issuer.revoked == ["porch"])
        }
    }

    @Test func deviceThatIsReplacedAfterThePlanGetsNoCredential() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            home.configurator.answer(as: "shellyplus1-0200000000ff", mac: MACAddress(bits: 0x0200_0000_00FF))
            await #expect {
                _ = try await home.residents.setups.begin(
                    Self.root, at: FakeConfigurator.target, family: nil, expecting: FakeConfigurator.mac, as: console)
            } throws: { error in
                if case .invalid("address", "otherDevice", _) = error as? ActionRefusal { true } else { false }
            }
            #expect(await home.issuer.issued == [])
            #expect(home.configurator.sent == [])
        }
    }

    @Test func deviceUnderAnAddressThatAnotherAnnouncesIsRefused() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            await home.core.discovered.apply(.found(announced(as: "shellyplus1-0200000000AA")))
            await #expect {
                _ = try await home.residents.setups.plan(
                    Self.root, at: FakeConfigurator.target, family: nil, as: console)
            } throws: { error in
                if case .invalid("address", "otherDevice", _) = error as? ActionRefusal { true } else { false }
            }
            await home.core.discovered.apply(.found(announced(as: "ShellyPlus1-020000000001")))
            let plan = try await home.residents.setups.plan(
                Self.root, at: FakeConfigurator.target, family: nil, as: console)
            #expect(plan.isAnnounced)
        }
    }

    private func announced(as name: String) -> NetworkService {
        let time = Timestamp(milliseconds: 0)
        return NetworkService(
            id: NetworkService.ID(kind: .web, identity: name), announcedName: name, announcedHost: "host", port: 80,
            addresses: [NetworkAddress(family: .ipv4, text: "192.168.7.50", interface: "eth0")],
            record: .web(WebServiceRecord(TXTRecord())), firstSeen: time, lastSeen: time)
    }

    @Test func nameThatHasACredentialIsRefused() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            _ = try await home.residents.credentials.provision(
                CredentialRequest(root: Self.root, terms: ShellyFamily.terms), as: console)
            await #expect(throws: ActionRefusal.self) {
                _ = try await home.residents.setups.begin(
                    Self.root, at: FakeConfigurator.target, family: nil, expecting: FakeConfigurator.mac, as: console)
            }
            #expect(await home.issuer.revoked == [])
        }
    }

    @Test(arguments: [Role.member, .child, .guest])
    func roleWithoutTheRightCannotSetUpDevices(role: Role) async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let person = try CoreHome.identity(
                try await home.peopleService.add(name: "Kim", role: role, as: console).id)
            let setups = home.residents.setups
            await #expect(throws: ActionRefusal.self) {
                _ = try await setups.plan(Self.root, at: FakeConfigurator.target, family: nil, as: person)
            }
            await #expect(throws: ActionRefusal.self) {
                _ = try await setups.begin(
                    Self.root, at: FakeConfigurator.target, family: nil, expecting: FakeConfigurator.mac, as: person)
            }
            await #expect(throws: ActionRefusal.self) { try await setups.cancel(Self.root, as: person) }
            #expect(await home.issuer.issued == [])
        }
    }

    @Test func startRevokesTheCredentialsOfUnfinishedSetupsOnly() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            for (root, isProvisional) in [(Self.root, true), (DeviceID("lamp" as StaticString), false)] {
                _ = try await home.residents.credentials.provision(
                    CredentialRequest(root: root, terms: ShellyFamily.terms, isProvisional: isProvisional), as: console)
            }
            await home.residents.setups.revokeUnfinished()
            #expect(await home.issuer.revoked == ["porch"])
            let entries = try await home.audit.records().map(\.entry)
            #expect(entries.contains { $0.actor == "gateway" && $0.metadata["reason"] == "setupInterrupted" })
        }
    }

    @Test func failedRevocationHoldsUpNoOtherAndIsRepeated() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let roots = [Self.root, DeviceID("lamp" as StaticString), DeviceID("shed" as StaticString)]
            for root in roots {
                _ = try await home.residents.credentials.provision(
                    CredentialRequest(root: root, terms: ShellyFamily.terms, isProvisional: true), as: console)
            }
            await home.issuer.set(Self.root, isUnrevocable: true)
            #expect(await !home.residents.setups.attemptRevocations())
            #expect(Set(await home.issuer.revoked) == ["lamp", "shed"])
            await home.issuer.set(Self.root, isUnrevocable: false)
            #expect(await home.residents.setups.attemptRevocations())
            #expect(await home.issuer.revoked.last == "porch")
            let entries = try await home.audit.records().map(\.entry)
            #expect(entries.count { $0.metadata["reason"] == "setupInterrupted" } == 3)
        }
    }

    @Test func setupThatFailsBeforeItsCredentialRecordsNoRevocation() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let setups = home.residents.setups
            _ = try await setups.begin(
                Self.root, at: FakeConfigurator.target, family: nil, expecting: FakeConfigurator.mac, as: console)
            home.configurator.answer(as: "shellyplus1-0200000000ff", mac: MACAddress(bits: 0x0200_0000_00FF))
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await setups.run() }
                try await eventually("the setup ends") {
                    try await setups.progress(of: Self.root, as: console).outcome != .running
                }
                group.cancelAll()
            }
            let end = try await setups.progress(of: Self.root, as: console)
            #expect(end.failure?.code == "otherDevice" && end.state(of: .credential) == .waiting && end.isRevoked)
            let entries = try await home.audit.records().map(\.entry)
            #expect(!entries.contains { $0.event == .certificateRevoke })
            #expect(await home.issuer.revoked == [])
        }
    }
}
