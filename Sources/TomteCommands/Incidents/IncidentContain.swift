import ArgumentParser
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte incident contain`.
struct IncidentContain: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "contain",
        abstract: "Act against an incident, in one step.",
        discussion: HelpDiscussion.discussion(
            """
              lockdown                    only safe commands are carried out
              revokeClient CLIENT         sign out a phone, browser or terminal for good
              endSessionsOfPerson PERSON  sign out everything of one person
              revokeToken TOKEN           revoke the token of a program
              revokeDevice DEVICE         disconnect a device and revoke its credential
              endAllSessions              sign out all clients but this one; tokens stay
              rotateKeys                  new keys; the old ones count until finishRotation
              finishRotation              make the old keys invalid

            tomte incident keys shows first what a rotation means for each device. Through a paired terminal, steps \
            that sign out a person or everyone, and new keys, need your PIN; the others do not, so that they are quick.
            """,
            commands: "tomte incident contain 7k2mq4tz9xb1c8de lockdown",
            "tomte incident contain 7k2mq4tz9xb1c8de revokeClient 9xb1c8de7k2mq4tz"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var confirmation: ConfirmationOptions

    @Argument(help: "The id of the incident.")
    var id: IncidentID

    @Argument(help: "The step.")
    var step: Containment

    @Argument(help: "The client, person, token or device.")
    var target: String?

    func validate() throws {
        if step.needsTarget, target == nil { throw ValidationError("Say what \(step.rawValue) is against.") }
        if !step.needsTarget, target != nil { throw ValidationError("\(step.rawValue) has no target.") }
    }

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            try await prepare(with: client)
            try confirmation.confirm(StyledText(question))
            let answer = try await client.contain(id, by: ContainmentBody(step: step, target: target))
            try output.show(answer) { incident, console in
                let done = incident.acts.last?.words() ?? step.words(target: target)
                console.prose("Done: \(done).", after: StyledText("✓ ", style: .good))
                if step == .rotateKeys {
                    console.prose(
                        "tomte incident keys shows what is left to do, also when the incident is closed.", after: "→ ")
                }
                guard let count = incident.acts.last?.signedOut else { return }
                console.line(
                    StyledText(count == 0 ? "No client was signed in." : "Clients that were signed out: \(count)."))
            }
        }
    }

    /// Throws, before a question, for an incident that does not exist and for a step that there is nothing to do by. Shows
    /// what a step of a rotation does.
    private func prepare(with client: CLIClient) async throws(CLIError) {
        _ = try await client.incident(id)
        switch step {
        case .lockdown:
            guard try await !client.lockdown().body().isOn else {
                throw .invalid("The lockdown is on already. End it: tomte lockdown off")
            }
        case .rotateKeys, .finishRotation:
            let plan = try await client.keyRotationPlan().body()
            guard step == .finishRotation || plan.overlap == nil else {
                throw .invalid(
                    "New keys exist already. tomte incident keys shows what is left to do, and the step finishRotation "
                        + "ends the old keys.")
            }
            guard step == .rotateKeys || plan.overlap != nil else { throw .invalid("There is no rotation to end.") }
            let sheet = KeyRotationSheet(plan, clock: try await HomeClockText(of: client))
            Console.errors.lines(sheet.consequences(of: step))
        case .revokeClient, .endSessionsOfPerson, .revokeToken, .revokeDevice, .endAllSessions: break
        case .endLockdown, .changePIN: break
        }
    }

    private var question: String {
        let target = EscapedText(target ?? "", limit: 64)
        switch step {
        case .lockdown: return "Refuse all commands except safe ones?"
        case .revokeClient: return "Sign out the client \(target) for good?"
        case .endSessionsOfPerson:
            return "Sign out all clients of \(target), and end open invitations? Each must be invited again."
        case .revokeToken: return "Revoke the token \(target)?"
        case .revokeDevice: return "Disconnect \(target)? It must be provisioned again before it can connect."
        case .endAllSessions:
            return "Sign out all clients of the home, except this one, and end open invitations? Each must be invited "
                + "again. The tokens of programs stay."
        case .rotateKeys: return "Create new keys?"
        case .finishRotation:
            return "Make the old keys invalid? What is cut off must be set up again. Paired devices stay connected."
        case .endLockdown, .changePIN: return "\(step.rawValue)?"
        }
    }
}

/// The subcommand `tomte incident keys`.
struct IncidentKeys: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "Show what a rotation of the home's keys means for each device and client.",
        discussion: HelpDiscussion.discussion(
            """
            A rotation creates new roots. For 14 days the old and the new roots both count: set up the devices again
            meanwhile. tomte incident contain ID finishRotation ends the old ones earlier. Paired devices get new keys
            from the gateway as soon as it reaches them, also later.

            After the end it shows what is cut off, until each of these has connected with a new certificate; --all shows
            also what another rotation would mean. A bridge and the devices behind it are one connection.
            """, commands: "tomte incident keys", "tomte incident keys --all", "tomte incident keys --json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Flag(help: "Show what another rotation would concern, also while devices are cut off.")
    var all = false

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let clock = try await HomeClockText(of: client)
            let names = await PersonNames(of: client)
            try output.show(try await client.keyRotationPlan()) { plan, console in
                KeyRotationSheet(plan, names: names, clock: clock).show(on: console, showsAll: all)
            }
        }
    }
}
