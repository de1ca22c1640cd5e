import HomeModel
import AuditTrail
import Testing

@testable import GatewayCore

/// An unlocked phone is not enough to set the PIN that confirms sensitive actions.
@Suite struct FirstPINTests {
    private let pin = "482915"

    private func code(_ act: () async throws(ActionRefusal) -> Void) async -> String? {
        do throws(ActionRefusal) {
            try await act()
            return nil
        } catch {
            switch error {
            case .invalid(_, let code, _): return code
            case .conflict: return "conflict"
            case .notFound: return "notFound"
            case .denied: return "denied"
            default: return "\(error)"
            }
        }
    }

    @Test func firstPINIsSetWithinTenMinutesAfterPairing() async throws {
        try await withCore { home in
            let tokens = try await home.pair("Ada", role: .admin)
            let ada = tokens.client.person
            home.time.advance(by: .seconds(600))
            let late = try await home.identity(tokens)
            func set() async -> String? {
                await code { () async throws(ActionRefusal) in
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
            // The old PIN is enough to set another one.
            home.time.advance(by: .seconds(1200))
            try await home.pins.set("918273", current: pin, of: ada, as: home.identity(tokens))
        }
    }

    @Test func adminAllowsAFirstPINForTenMinutes() async throws {
        try await withCore { home in
            let tokens = try await home.pair("Kim", role: .guest)
            let kim = tokens.client.person
            let olga = try CoreHome.identity(try await home.pair("Olga", role: .admin, key: "o").client.person)
            func asKim() async throws -> Identity { try await home.identity(tokens) }
            #expect(try await home.pins.maySetFirst(of: kim, as: asKim()))
            home.time.advance(by: .seconds(600))
            #expect(try await !home.pins.maySetFirst(of: kim, as: asKim()))
            try await home.pins.allowFirst(of: kim, as: olga)
            #expect(try await home.pins.maySetFirst(of: kim, as: asKim()))
            home.time.advance(by: .seconds(600))
            #expect(try await !home.pins.maySetFirst(of: kim, as: asKim()))
            try await home.pins.allowFirst(of: kim, as: olga)
            try await home.pins.set(pin, current: nil, of: kim, as: asKim())
            #expect(
                await code { () async throws(ActionRefusal) in try await home.pins.allowFirst(of: kim, as: olga) }
                    == "conflict")
            let entries = try await home.audit.records(AuditFilter(success: true)).map(\.entry)
                .filter { $0.metadata["act"] == "allowFirstPIN" }
            #expect(entries.map(\.actor) == [olga.description, olga.description])
            #expect(entries.allSatisfy { $0.concerned == kim.rawValue })
        }
    }

    /// Columns: the role of the person who allows it, the role of the other person, the refusal.
    @Test(
        arguments: [
            (.guest, .guest, "denied"), (.member, .guest, "denied"), (.admin, .guest, nil), (.admin, .owner, "denied"),
            (.owner, .owner, nil),
        ] as [(Role, Role, String?)])
    func onlyManagersOfThePersonMayAllowAFirstPIN(_ role: Role, other: Role, expected: String?) async throws {
        try await withCore { home in
            let kim = try await home.pair("Kim", role: other).client.person
            let asker = try CoreHome.identity(try await home.pair("Bo", role: role, key: "b").client.person)
            #expect(
                await code { () async throws(ActionRefusal) in try await home.pins.allowFirst(of: kim, as: asker) }
                    == expected)
        }
    }

    @Test func wallClockThatIsSetBackGivesNoMoreTime() async throws {
        try await withCore { home in
            let tokens = try await home.pair("Ada", role: .admin)
            home.time.advance(by: .seconds(601))
            home.time.set(to: home.clock.now() - .seconds(601), isSynchronised: true)
            let identity = try await home.identity(tokens)
            #expect(
                await code { () async throws(ActionRefusal) in
                    try await home.pins.set(pin, current: nil, of: tokens.client.person, as: identity)
                } == "approvalNeeded")
        }
    }

    @Test func managerWithoutAPINIsListedAsMissing() async throws {
        try await withCore { home in
            let tokens = try await home.pair("Ada", role: .admin)
            let registry = home.pins.pins
            #expect(await registry.missing(among: [tokens.client.person]) == [tokens.client.person])
            try await home.pins.set(pin, current: nil, of: tokens.client.person, as: home.identity(tokens))
            #expect(await registry.missing(among: [tokens.client.person]).isEmpty)
        }
    }
}
