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

            tomte incident keys shows first what a rotation means for each device.
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
            if step == .rotateKeys || step == .finishRotation {
                let clock = try await HomeClockText(of: client)
                KeyRotationSheet(try await client.keyRotationPlan().body(), clock: clock).show(on: Console.errors)
            }
            try confirmation.confirm(StyledText(question))
            let answer = try await client.contain(id, by: ContainmentBody(step: step, target: target))
            try output.show(answer) { incident, console in
                console.line("\("✓", .good) Done: \(step.rawValue).")
                guard let count = incident.acts.last?.signedOut else { return }
                console.line(
                    StyledText(count == 0 ? "No client was signed in." : "Clients that were signed out: \(count)."))
            }
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
            return "Make the old keys invalid? What must be set up again above cannot connect any more. Paired devices "
                + "stay connected."
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
            """, commands: "tomte incident keys", "tomte incident keys --json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let clock = try await HomeClockText(of: client)
            try output.show(try await client.keyRotationPlan()) { plan, console in
                KeyRotationSheet(plan, clock: clock).show(on: console)
            }
        }
    }
}

/// The plan of a rotation as text.
struct KeyRotationSheet {
    private let plan: KeyRotationPlan
    private let clock: HomeClockText

    init(_ plan: KeyRotationPlan, clock: HomeClockText) {
        self.plan = plan
        self.clock = clock
    }

    func show(on console: Console) {
        if let overlap = plan.overlap {
            console.prose(
                "New keys exist since \(clock.minute(overlap.beganAt)). The old ones count until "
                    + "\(clock.minute(overlap.endsAt)). \(clock.note)")
        } else {
            console.line("No rotation runs.")
        }
        var table = Table([
            Table.Column(" ", isNeverTruncated: true), Table.Column("WHAT"), Table.Column("NAME"),
            Table.Column("WHAT TO DO"),
        ])
        for item in plan.items {
            table.add([
                item.isDone ? StyledText("✓", style: .good) : StyledText(" "), StyledText(item.id),
                StyledText(EscapedText(item.name ?? "").description), StyledText(Self.text(of: item)),
            ])
        }
        console.table(table)
        for item in plan.items {
            guard let obstacle = item.obstacle else { continue }
            console.prose(
                "\(EscapedText(item.name ?? item.id, limit: 64)) works on with its old keys. "
                    + "\(EscapedText(obstacle, limit: 300)) The gateway tries again; or remove its pairing, and pair it "
                    + "again.")
        }
    }

    private static func text(of item: KeyRotationPlan.Item) -> String {
        switch item.effect {
        case .setUpAgain: "set it up again: tomte devices provision"
        case .trustAgain: "trust the new web root; pair a terminal again"
        case .renewedByGateway where item.isDone: "it has new keys"
        case .renewedByGateway: "nothing: it gets new keys when the gateway reaches it"
        case .pairAgain: "it refused new keys; see below"
        case .notRotated where item.kind == .pairedDevice: "its keys stay"
        case .notRotated: "its password stays; tomte devices provision gives it a new one"
        }
    }
}
