import Foundation
import HomeModel
import SeededRandom
import Testing

@testable import GatewayCore

/// Runs random acts on one invitation and compares each result with a model that is written without the code under test.
@Suite struct InvitationPropertyTests {
    private enum Act: CaseIterable {
        case stranger, wrongSecret, commit, otherCommit, reveal, approve, wrongNumber, number, otherNumber, finish
        case revoke, wait, restart, reboot
    }

    /// What must be true of the invitation.
    private struct Model {
        let hasNumber: Bool
        var isGone = false
        var minutesLeft = 60
        var wrongNumbers = 0
        var user: Character?
        var isRevealed = false
        var isApproved = false
        var isIn: Character?
        var repeatMinutesLeft = 10

        var isUsable: Bool { !isGone && minutesLeft > 0 && wrongNumbers < 3 }

        /// The client that is in gets its tokens again.
        func repeats(_ client: Character) -> Bool { isIn == client && wrongNumbers < 3 && repeatMinutesLeft > 0 }

        mutating func commits(_ client: Character) -> Bool {
            guard isUsable, !hasNumber, isIn != client, user == nil || user == client else { return false }
            user = client
            return true
        }

        mutating func reveals(_ client: Character) -> Bool {
            guard isUsable, user == client, !hasNumber else { return false }
            isRevealed = true
            return true
        }

        mutating func presents(isRight: Bool, _ client: Character) -> Bool {
            guard hasNumber, repeats(client) || isUsable && isIn != client && (user == nil || user == client) else {
                return false
            }
            guard isRight else {
                wrongNumbers += 1
                return false
            }
            (user, isIn, isGone) = (client, client, true)
            return true
        }

        mutating func approves() -> Bool {
            guard isUsable, isRevealed, !isApproved else { return false }
            isApproved = true
            return true
        }

        /// Nil when it is refused; otherwise whether there is a session.
        mutating func finishes(_ client: Character) -> Bool? {
            guard !repeats(client) else { return true }
            guard isUsable, user == client else { return nil }
            guard isApproved else { return false }
            (isIn, isGone) = (client, true)
            return true
        }
    }

    /// The invitation under test, and the service of the present run of the gateway.
    private struct Run {
        let home: CoreHome
        let sent: SentInvitation
        var service: InvitationService
        var model: Model
        let clients: [Character: InvitedClient] = ["k": InvitedClient(key: "k"), "o": InvitedClient(key: "o")]

        mutating func step(_ act: Act, minutes: Int64) async throws -> Bool {
            guard let phone = clients["k"], let other = clients["o"] else { throw CoreHome.Missing() }
            let (sent, service) = (sent, service)
            switch act {
            case .stranger:
                return await isRefused { () async throws(ActionRefusal) in
                    _ = try await service.open(.random(), secret: sent.secret.exposedText, from: "s")
                }
            case .wrongSecret:
                return await isRefused { () async throws(ActionRefusal) in
                    _ = try await service.open(sent.invitation.id, secret: "b3BlbiBzZXNhbWUgMTYgYg", from: "s")
                }
            case .commit, .otherCommit:
                let (name, client) = act == .commit ? ("k" as Character, phone) : ("o", other)
                let isDone = await !isRefused { () async throws(ActionRefusal) in
                    _ = try await client.commit(sent, to: service)
                }
                return isDone == model.commits(name)
            case .reveal:
                let isDone = await !isRefused { () async throws(ActionRefusal) in
                    try await phone.reveal(sent, to: service)
                }
                return isDone == model.reveals("k")
            case .approve: return try await approve(service)
            case .wrongNumber, .number, .otherNumber:
                let (name, client) = act == .otherNumber ? ("o" as Character, other) : ("k", phone)
                let number = act == .wrongNumber ? sent.otherNumber() : sent.number?.exposedText ?? "123456"
                let isDone = await !isRefused { () async throws(ActionRefusal) in
                    _ = try await client.present(sent, number: number, to: service)
                }
                return isDone == model.presents(isRight: act != .wrongNumber, name)
            case .finish:
                let result = try? await service.finish(sent.invitation.id, key: phone.key).map { _ in true } ?? false
                return result == model.finishes("k")
            case .revoke: return await revoke(service)
            case .wait:
                home.time.advance(by: .seconds(minutes * 60))
                model.minutesLeft -= Int(minutes)
                if model.isIn != nil { model.repeatMinutesLeft -= Int(minutes) }
                return true
            case .restart: self.service = try await home.restartedInvitations()
            case .reboot:
                self.service = try await home.restartedInvitations(clock: home.time.clock(inBoot: UUID()))
            }
            return true
        }

        private mutating func approve(_ service: InvitationService) async throws -> Bool {
            guard let console = CoreHome.console else { throw CoreHome.Missing() }
            let shown = try await service.list(as: console).first?.use?.digits ?? "000000"
            let id = sent.invitation.id
            let isDone = await !isRefused { () async throws(ActionRefusal) in
                try await service.approve(id, digits: shown, as: console)
            }
            return isDone == model.approves()
        }

        private mutating func revoke(_ service: InvitationService) async -> Bool {
            let isListed = !model.isGone && model.isIn == nil && (model.minutesLeft > 0 || model.wrongNumbers == 3)
            model.isGone = true
            let id = sent.invitation.id
            let isDone = await !isRefused { () async throws(ActionRefusal) in
                guard let console = CoreHome.console else { throw .notFound }
                try await service.revoke(id, as: console)
            }
            return isDone == isListed
        }
    }

    @Test(arguments: 0..<8)
    func randomActsHaveTheResultsOfTheModel(_ number: Int) async throws {
        let seed = UInt64.random(in: .min ... .max)
        try await withCore { home in
            var random = SeededGenerator(seed: seed)
            let hasNumber = number.isMultiple(of: 2)
            let sent = try await home.invite(hasNumber ? .number : .approval, lifetime: .seconds(3600))
            var run = Run(home: home, sent: sent, service: home.invitations, model: Model(hasNumber: hasNumber))
            for step in 0..<30 {
                // Most acts end an invitation, so these are rarer than the others.
                var act = Act.allCases.randomElement(using: &random) ?? .commit
                if act == .revoke, Int.random(in: 0..<4, using: &random) > 0 { act = .restart }
                let minutes = Int64.random(in: 1...12, using: &random)
                let isAsInTheModel = try await run.step(act, minutes: minutes)
                #expect(isAsInTheModel, "seed \(seed), step \(step), \(act)")
                let isIn = await home.sessions.clients.values.map(\.key)
                #expect(
                    isIn == (run.model.isIn.map { [KeyThumbprint.filled($0)] } ?? []),
                    "seed \(seed), step \(step), \(act)")
            }
        }
    }
}
