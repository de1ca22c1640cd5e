import HomeModel
import AuditTrail
import Testing

@testable import GatewayCore

@Suite struct PINTests {
    private let door = DeviceID("front-door" as StaticString)
    private let pin = "482915"

    @Test func stepUpUnlocksTheDoorForFiveMinutes() async throws {
        try await withCore { home in
            try await home.add(
                door,
                capabilities: [Capability(CapabilityName(.lock), options: ["locked", "unlocked"], isCommanded: true)])
            let tokens = try await home.pair("Kim", role: .member)
            func unlock() async throws -> CommandRefusal? {
                try await home.send(.text("unlocked"), to: door, kind: .lock, as: home.identity(tokens)).refusal
            }
            try await home.pins.set(pin, current: nil, of: tokens.client.person, as: home.identity(tokens))
            #expect(try await unlock() == .denied(.stepUpNeeded(.commands)))
            try await home.pins.stepUp(pin, for: .people, as: home.identity(tokens))
            #expect(try await unlock() == .denied(.stepUpNeeded(.commands)))
            try await home.pins.stepUp(pin, for: .commands, as: home.identity(tokens))
            #expect(try await unlock() == nil)
            home.time.advance(by: .seconds(300))
            #expect(try await unlock() == .denied(.stepUpNeeded(.commands)))
        }
    }

    /// A person at a wall panel may know the PIN, but the session of the panel has a limited scope.
    @Test func scopedSessionCannotStepUp() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let tokens = try await home.pair("Kim", role: .owner, scope: [.controlDevices])
            let kim = tokens.client.person
            #expect(await !home.pins.has(kim))
            try await home.pins.set(pin, current: nil, of: kim, as: console)
            #expect(await home.pins.has(kim))
            let panel = try await home.identity(tokens)
            for pin in [pin, "111222"] {
                await #expect {
                    try await home.pins.stepUp(pin, for: .commands, as: panel)
                } throws: { error in
                    guard case .denied(.outOfScope) = error as? ActionRefusal else { return false }
                    return true
                }
            }
            #expect(try await home.identity(tokens).stepUps.isEmpty)
            let refused = try await home.audit.records(AuditFilter(success: false)).map(\.entry)
            #expect(refused.contains { $0.event == .authStepUp && $0.severity == .warning })
        }
    }

    @Test func wrongPINsAreThrottled() async throws {
        try await withCore { home in
            let phone = try await home.pair("Kim", role: .member)
            let asKim = try await home.identity(phone)
            try await home.pins.set(pin, current: nil, of: phone.client.person, as: asKim)
            for _ in 0..<5 {
                #expect(
                    await code { () async throws(ActionRefusal) in
                        try await home.pins.stepUp("111222", for: .commands, as: asKim)
                    } == "wrongPIN")
            }
            // Now even the correct PIN is throttled.
            #expect(
                await code { () async throws(ActionRefusal) in
                    try await home.pins.stepUp(pin, for: .commands, as: asKim)
                }
                    == "throttled")
            home.time.advance(by: .seconds(2))
            #expect(
                await code { () async throws(ActionRefusal) in
                    try await home.pins.stepUp(pin, for: .commands, as: asKim)
                }
                    == nil)
        }
    }

    @Test func hundredWrongPINsLockTheClientUntilItIsUnlocked() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let phone = try await home.pair("Kim", role: .member, key: "k")
            let asKim = try await home.identity(phone)
            try await home.pins.set(pin, current: nil, of: phone.client.person, as: asKim)
            for _ in 0..<100 {
                home.time.advance(by: .seconds(300))
                #expect(
                    await code { () async throws(ActionRefusal) in
                        try await home.pins.stepUp("111222", for: .commands, as: asKim)
                    } == "wrongPIN")
            }
            #expect(await home.sessions.clients[phone.client.id]?.isLocked == true)
            try await home.pins.unlock(phone.client.id, as: console)
            #expect(await home.sessions.clients[phone.client.id]?.isLocked == false)
            try await home.pins.stepUp(pin, for: .commands, as: asKim)
        }
    }

    @Test func pinIsChangedWithTheOldPINAndClearedByAManager() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let phone = try await home.pair("Kim", role: .member)
            let kim = phone.client.person
            let asKim = try await home.identity(phone)
            try await home.pins.set(pin, current: nil, of: kim, as: asKim)
            #expect(
                await code { () async throws(ActionRefusal) in
                    try await home.pins.set("918273", current: nil, of: kim, as: asKim)
                } == "wrongPIN")
            try await home.pins.set("918273", current: pin, of: kim, as: asKim)
            try await home.pins.stepUp("918273", for: .commands, as: asKim)
            try await home.pins.clear(kim, as: console)
            #expect(
                await code { () async throws(ActionRefusal) in
                    try await home.pins.stepUp("918273", for: .commands, as: asKim)
                } == "noPIN")
            // An admin cannot set the PIN of another person.
            let bo = try await home.pair("Bo", role: .admin, key: "b")
            let asBo = try await home.identity(bo)
            #expect(
                await code { () async throws(ActionRefusal) in
                    try await home.pins.set(pin, current: nil, of: kim, as: asBo)
                } == "notFound")
        }
    }

    @Test(arguments: [
        "", "12345", "1234567890123", "12345a", "١٢٣٤٥٦", "111111", "123456", "987654", "0000000",
    ])
    func malformedOrSimplePINIsRefused(_ pin: String) async throws {
        try await withCore { home in
            let phone = try await home.pair("Kim", role: .member)
            let asKim = try await home.identity(phone)
            let code = await code { () async throws(ActionRefusal) in
                try await home.pins.set(pin, current: nil, of: phone.client.person, as: asKim)
            }
            #expect(code == "malformed" || code == "tooSimple")
        }
    }

    /// The code of the refusal; nil when the action succeeds.
    private func code(_ act: () async throws(ActionRefusal) -> Void) async -> String? {
        do throws(ActionRefusal) {
            try await act()
            return nil
        } catch {
            switch error {
            case .invalid(_, let code, _): return code
            case .throttled: return "throttled"
            case .notFound: return "notFound"
            default: return "\(error)"
            }
        }
    }
}
