import Foundation
import GatewayWire
import HomeModel
import TestSupport
import Testing

/// Commands that need a confirmation: an owner confirms the time of the clock, and a promotion revokes clients.
/// Refusals name the cause and the remedy.
@Suite(.timeLimit(.minutes(10))) struct ConfirmationsAndRefusalsStory {
    @Test func ownerCanConfirmTheClock() async throws {
        let clock = ManualHomeClock()
        let noon = clock.now
        try await withHome(isStarted: false) { home in
            try await home.startGateway(on: clock)
            #expect(try await home.tomte("clock", "show", "--json").json(ClockBody.self).isKnown)
            for (name, role) in [("Ada", "owner"), ("Mia", "member"), ("Gus", "guest")] {
                #expect(try await home.tomte("people", "add", name, "--role", role).status == 0)
            }
            await home.stopGateway()
            // A machine without a battery for its clock starts at a time before the newest entry of the log.
            clock.set(to: noon - .seconds(1800))
            clock.set(uptime: .seconds(60))
            clock.set(isSynchronised: false)
            try await home.startGateway(on: clock)
            let unknown = try await home.tomte("clock", "show")
            #expect(unknown.status == 0 && unknown.output.contains("the time is not known"), "\(unknown.output)")
            #expect(try await !home.tomte("clock", "show", "--json").json(ClockBody.self).isKnown)

            #expect(try await home.tomte("clock", "confirm", "--yes", "--as", "mia").status == 3)
            // Without a terminal the command cannot ask for the confirmation.
            #expect(try await home.tomte("clock", "confirm").status == 64)
            #expect(try await !home.tomte("clock", "show", "--json").json(ClockBody.self).isKnown)
            let confirmed = try await home.tomte("clock", "confirm", "--yes", "--json")
            #expect(try confirmed.json(ClockBody.self).isKnown, "\(confirmed.errors)")
            let known = try await home.tomte("clock")
            #expect(known.output.contains("the time is known"), "\(known.output)")
            let actions = try await home.audit(.settingsChange).filter { $0.metadata["act"] == "confirmClock" }
            #expect(actions.filter(\.success).count == 1)
        }
    }

    @Test func messagesNameTheObjectAndThePermittedPeople() async throws {
        try await withHome { home in
            for (name, role) in [("Ada", "owner"), ("Cia", "child"), ("Gus", "guest"), ("Grafana", "service")] {
                #expect(try await home.tomte("people", "add", name, "--role", role).status == 0)
            }
            let examples: [(arguments: [String], status: Int32, words: String)] = [
                (["energy", "--as", "cia"], 3, "You have no permission to see energy"),
                (["energy", "--as", "ada"], 0, "No energy was counted in this period."),
                (["devices", "list", "--as", "gus"], 0, "There is no device that you may see now."),
                (["devices", "list", "--as", "ada"], 0, "tomte devices list --discovered"),
                (["rooms", "add", "Attic", "--as", "cia"], 3, "Only an owner or admin may do this."),
                (["people", "token", "grafana", "--days", "91"], 4, "1 to 90 days, not 91"),
                (["commands", "show", "nothing"], 3, "There is no command “nothing”"),
            ]
            for (arguments, status, words) in examples {
                let answer = try await home.tomte.run(arguments)
                #expect(answer.status == status, "\(arguments): \(answer.errors)")
                // The program breaks lines at the width of the terminal.
                let text = (answer.output + answer.errors).split { $0.isWhitespace }.joined(separator: " ")
                #expect(text.contains(words), "\(arguments): \(text)")
            }
        }
    }

    @Test func promotionToOwnerRevokesClientsInvitedByAnAdmin() async throws {
        try await withHome { home in
            for (name, role) in [("Ada", "owner"), ("Bo", "admin"), ("Mia", "member")] {
                #expect(try await home.tomte("people", "add", name, "--role", role).status == 0)
            }
            let remotes = home.remotes
            // An admin invites Mia, who pairs a terminal.
            let invitation = try await home.tomte("people", "invite", "mia", "--approve-any", "--json", "--as", "bo")
            #expect(try await remotes.pair("mia", payload: invitation.output).status == 0, "\(invitation.errors)")
            #expect(try await remotes("mia", "people", "clients").status == 0)

            // A change to guest and back needs no confirmation and revokes no client.
            for role in ["guest", "member"] {
                #expect(try await home.tomte("people", "role", "mia", role).status == 0)
            }
            let asked = try await home.tomte("people", "role", "mia", "owner")
            #expect(asked.status == 64 && asked.errors.contains("Terminal of mia"), "\(asked.errors)")
            #expect(try await remotes("mia", "people", "clients").status == 0)
            let people = try await home.tomte("people", "list", "--json").json([PersonBody].self)
            #expect(people.first { $0.id.rawValue == "mia" }?.role == .member)

            let done = try await home.tomte("people", "role", "mia", "owner", "--yes", "--json")
            #expect(try done.json(PersonBody.self).role == .owner)
            #expect(try await remotes("mia", "people", "clients").status != 0)
            let revoked = try await home.audit(.clientRevoke)
            #expect(revoked.map { $0.metadata["reason"] } == ["raised"])
        }
    }
}
