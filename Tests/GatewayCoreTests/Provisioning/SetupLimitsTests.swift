import DeviceProtocols
import HomeModel
import Testing

@testable import AuditTrail
@testable import GatewayCore

/// What ends plans and setups: their time, the rights of the person, and devices that are not the planned one.
@Suite(.timeLimit(.minutes(10))) struct SetupLimitsTests {
    private static let root = CoreHome.setupRoot

    private func plan(_ home: CoreHome, as identity: Identity) async throws -> SetupPlan {
        try await home.residents.setups.plan(Self.root, at: FakeConfigurator.target, family: nil, as: identity)
    }

    /// Carries out a setup in virtual time.
    private func endedSetup(_ home: CoreHome) async throws -> SetupProgress {
        let (console, setups) = (try #require(CoreHome.console), home.residents.setups)
        _ = try await setups.begin(
            Self.root, at: FakeConfigurator.target, family: nil, expecting: FakeConfigurator.mac, as: console)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await setups.run() }
            try await home.passTime {
                (try? await setups.progress(of: Self.root, as: console).outcome) != .running
            }
            group.cancelAll()
            return try await setups.progress(of: Self.root, as: console)
        }
    }

    @Test func silentDevicesBlockOtherPlansOnlyForALimitedTime() async throws {
        try await withVirtualCore { home in
            let console = try #require(CoreHome.console)
            home.configurator.set(isSilent: true)
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<SetupService.maximumAtOnce {
                    group.addTask {
                        do {
                            _ = try await plan(home, as: console)
                            return false
                        } catch ActionRefusal.invalid("address", "tooSlow", _) {
                            return true
                        }
                    }
                }
                try await home.passTime { home.configurator.silentCount == SetupService.maximumAtOnce }
                await #expect(throws: ActionRefusal.self) { _ = try await plan(home, as: console) }
                try await home.passTime { home.configurator.silentCount == 0 }
                for try await isTooSlow in group { #expect(isTooSlow) }
            }
            home.configurator.set(isSilent: false)
            _ = try await plan(home, as: console)
        }
    }

    @Test func planEndsWhenItsClientIsRevoked() async throws {
        try await withVirtualCore { home in
            let console = try #require(CoreHome.console)
            let tokens = try await home.pair("Ada", role: .admin)
            let ada = try await home.identity(tokens)
            home.configurator.set(isSilent: true)
            let start = home.clock.uptime()
            async let ended: SetupPlan = plan(home, as: ada)
            try await home.passTime { home.configurator.silentCount == 1 }
            try await home.clients.revoke(tokens.client.id, as: console)
            try await home.passTime { home.configurator.silentCount == 0 }
            #expect(home.clock.uptime() - start < SetupService.planTimeout)
            do {
                _ = try await ended
                Issue.record("the plan of a revoked client succeeded")
            } catch ActionRefusal.denied(.revoked) {}
        }
    }

    @Test func setupOfADeviceThatHoldsItsSettingsEnds() async throws {
        try await withVirtualCore { home in
            home.configurator.whenConfigured { await FakeConfigurator.waitForCancellation() }
            let end = try await endedSetup(home)
            #expect(end.failure == .tooSlow(SetupService.totalTimeout) && end.isRevoked)
            #expect(await home.issuer.revoked == ["porch"])
        }
    }

    @Test(arguments: [(nil, LinkKind.shelly), ("02:00:00:00:00:01", .homie5)] as [(String?, LinkKind)])
    func deviceWithoutTheAddressOrOfAnotherFamilyIsNotTheConfiguredOne(mac: String?, dialect: LinkKind) async throws {
        try await withVirtualCore { home in
            home.configurator.whenConfigured { await home.announceDevice(mac: mac, dialect: dialect) }
            let end = try await endedSetup(home)
            #expect(end.failure == .otherDeviceAfterPassword(found: "Plug") && end.isRevoked)
            #expect(await home.issuer.confirmed == [])
            #expect(await home.issuer.revoked == ["porch"])
        }
    }

    @Test func setupWithoutADescribedDeviceIsNotConnected() async throws {
        try await withVirtualCore { home in
            let end = try await endedSetup(home)
            #expect(end.failure == .notConnected && end.isRevoked)
        }
    }

    /// How the person who started a setup loses the right to it.
    enum Loss: CaseIterable {
        case role, client
    }

    @Test(arguments: Loss.allCases)
    func setupOfAPersonWhoLosesTheRightSendsNothingMore(loss: Loss) async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let tokens = try await home.pair("Ada", role: .admin)
            home.configurator.whenConfigured {
                await home.announceDevice()
                switch loss {
                case .role:
                    _ = try? await home.peopleService.change(
                        tokens.client.person, role: .member, isConfirmed: true, as: console)
                case .client: try? await home.clients.revoke(tokens.client.id, as: console)
                }
            }
            let end = try await home.endedSetup(as: try await home.identity(tokens))
            #expect(end.failure == .permissionLost && end.isRevoked)
            #expect(home.configurator.sent == [.settings])
            #expect(await home.issuer.revoked == ["porch"])
            let entries = try await home.audit.records().map(\.entry)
            #expect(entries.count { $0.event == .deviceSetup && !$0.success && $0.target == "porch" } == 1)
        }
    }
}
