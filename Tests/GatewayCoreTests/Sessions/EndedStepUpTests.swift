import HomeModel
import Testing

@testable import GatewayCore

/// A step-up ends when the PIN or the role of the person changes.
@Suite(.timeLimit(.minutes(10))) struct EndedStepUpTests {
    private static let pin = "482915"

    enum Change: CaseIterable, Sendable {
        case clearedByAnother, changedByThemselves, setByTheConsole, roleThereAndBack, roleOnly
    }

    private func make(_ change: Change, of tokens: IssuedTokens, in home: CoreHome) async throws {
        let (person, console) = (tokens.client.person, try #require(CoreHome.console))
        switch change {
        case .clearedByAnother: try await home.pins.clear(person, as: console)
        case .changedByThemselves:
            try await home.pins.set("918273", current: Self.pin, of: person, as: home.identity(tokens))
        case .setByTheConsole: try await home.pins.set("918273", current: nil, of: person, as: console)
        case .roleThereAndBack:
            _ = try await home.peopleService.change(person, role: .child, as: console)
            _ = try await home.peopleService.change(person, role: .member, as: console)
        case .roleOnly: _ = try await home.peopleService.change(person, role: .guest, as: console)
        }
    }

    @Test(arguments: Change.allCases) func changedPINOrRoleEndsAllStepUps(_ change: Change) async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let door = DeviceID("front-door" as StaticString)
            try await home.add(
                door,
                capabilities: [Capability(CapabilityName(.lock), options: ["locked", "unlocked"], isCommanded: true)])
            let (kim, bo) = (
                try await home.pair("Kim", role: .member), try await home.pair("Bo", role: .member, key: "b")
            )
            for tokens in [kim, bo] {
                try await home.pins.set(Self.pin, current: nil, of: tokens.client.person, as: console)
                for purpose in StepUp.allCases {
                    try await home.pins.stepUp(Self.pin, for: purpose, as: home.identity(tokens))
                }
            }
            let before = try await home.identity(kim)
            #expect(before.stepUps == Set(StepUp.allCases))
            try await make(change, of: kim, in: home)
            let after = try await home.identity(kim)
            #expect(after.stepUps.isEmpty)
            let refusal = try await home.send(.text("unlocked"), to: door, kind: .lock, as: after).refusal
            #expect(refusal != nil)
            // A command that waits in the queue is not sent any more.
            #expect(await !home.sessions.isStillValid(before))
            #expect(await home.sessions.isStillValid(after))
            // Step-ups of other people continue.
            #expect(try await home.identity(bo).stepUps == Set(StepUp.allCases))
        }
    }

    @Test func newNameEndsNoStepUp() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let kim = try await home.pair("Kim", role: .member)
            try await home.pins.set(Self.pin, current: nil, of: kim.client.person, as: console)
            try await home.pins.stepUp(Self.pin, for: .commands, as: home.identity(kim))
            _ = try await home.peopleService.change(kim.client.person, name: "Kimmy", role: .member, as: console)
            #expect(try await home.identity(kim).stepUps == [.commands])
        }
    }

    /// The correct PIN was entered, and was cleared before the step-up was recorded.
    @Test func pinClearedDuringItsCheckConfirmsNothing() async throws {
        try await withCore { home in
            let kim = try await home.pair("Kim", role: .member)
            let round = await home.sessions.stepUpRound(of: kim.client.person)
            try await home.pins.clear(kim.client.person, as: #require(CoreHome.console))
            #expect(await !home.sessions.mark(.commands, by: kim.client.id, in: round))
            #expect(try await home.identity(kim).stepUps.isEmpty)
        }
    }

    @Test func newPINConfirmsAgain() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let kim = try await home.pair("Kim", role: .member)
            try await home.pins.set(Self.pin, current: nil, of: kim.client.person, as: console)
            try await home.pins.stepUp(Self.pin, for: .commands, as: home.identity(kim))
            try await home.pins.set("918273", current: nil, of: kim.client.person, as: console)
            try await home.pins.stepUp("918273", for: .commands, as: home.identity(kim))
            let again = try await home.identity(kim)
            #expect(again.stepUps == [.commands])
            #expect(await home.sessions.isStillValid(again))
        }
    }
}
