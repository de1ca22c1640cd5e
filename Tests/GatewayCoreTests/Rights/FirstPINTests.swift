import HomeModel
import HomeStorage
import Testing

@testable import GatewayCore

/// An unlocked phone is not enough to set the PIN that confirms what is sensitive.
@Suite struct FirstPINTests {
    private let pin = "482915"

    private func code(_ act: () async throws(ActRefusal) -> Void) async -> String? {
        do throws(ActRefusal) {
            try await act()
            return nil
        } catch {
            if case .invalid(_, let code, _) = error { return code }
            return "\(error)"
        }
    }

    @Test func aFirstPinIsSetWithinTenMinutesAfterPairing() async throws {
        try await withCore { home in
            let tokens = try await home.pair("Ada", .admin)
            let ada = tokens.client.person
            home.time.advance(by: .seconds(600))
            let late = try await home.identity(tokens)
            func set() async -> String? {
                await code { () async throws(ActRefusal) in
                    try await home.pins.set(pin, current: nil, of: ada, as: late)
                }
            }
            #expect(await set() == "approvalNeeded")
            let refused = try await home.audit.records(AuditFilter(success: false)).map(\.entry)
            #expect(refused.contains { $0.metadata["act"] == "firstPIN" })
            // A person who manages people allows it, for ten minutes.
            try await home.pins.clear(ada, as: #require(CoreHome.console))
            home.time.advance(by: .seconds(600))
            #expect(await set() == "approvalNeeded")
            try await home.pins.clear(ada, as: #require(CoreHome.console))
            #expect(await set() == nil)
            // The PIN of before is proof enough for another one.
            home.time.advance(by: .seconds(1200))
            try await home.pins.set("918273", current: pin, of: ada, as: home.identity(tokens))
        }
    }

    @Test func aWallClockThatIsSetBackGivesNoMoreTime() async throws {
        try await withCore { home in
            let tokens = try await home.pair("Ada", .admin)
            home.time.advance(by: .seconds(601))
            home.time.set(to: home.clock.now() - .seconds(601), isSynchronised: true)
            let identity = try await home.identity(tokens)
            #expect(
                await code { () async throws(ActRefusal) in
                    try await home.pins.set(pin, current: nil, of: tokens.client.person, as: identity)
                } == "approvalNeeded")
        }
    }

    @Test func oneWhoManagesPeopleWithoutAPinIsNamed() async throws {
        try await withCore { home in
            let tokens = try await home.pair("Ada", .admin)
            let register = home.pins.pins
            #expect(await register.missing(among: [tokens.client.person]) == [tokens.client.person])
            try await home.pins.set(pin, current: nil, of: tokens.client.person, as: home.identity(tokens))
            #expect(await register.missing(among: [tokens.client.person]).isEmpty)
        }
    }
}
