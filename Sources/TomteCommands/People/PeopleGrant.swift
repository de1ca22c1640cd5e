import ArgumentParser
import Foundation
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte people grant`.
struct PeopleGrant: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "grant",
        abstract: "Grant a person permissions that their role does not have.",
        discussion: HelpDiscussion.discussion(
            "A grant can give controlDevices, viewEnergy or viewEnvironment; for other permissions, change the role.",
            commands: "tomte people grant kim controlDevices --room Hall --until 2d",
            "tomte people grant kim controlDevices --device front-door --uses 3",
            "tomte people grant kim viewEnergy --window \"sat,sun 08:00-20:00\""))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "Id or name of the person.")
    var person: String

    @Argument(help: "One or more of the permissions that a grant can give.")
    var permissions: [GrantablePermission]

    @OptionGroup var terms: GrantTerms

    @Option(help: ArgumentHelp("Limit to this number of commands.", valueName: "count"))
    var uses: Int?

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let id = try await client.resolvePerson(person).id
            var body = NewGrantBody(person: id, permissions: permissions.map(\.permission))
            try await terms.apply(to: &body, client: client, now: Timestamp(Date()))
            body.maximumUses = uses
            let clock = try await HomeClockText(of: client)
            try output.show(try await client.grant(body)) { grant, console in
                console.prose(
                    "\(grant.person) may: \(grant.words(at: clock.named)) (\(grant.id))", after: "\("✓", .good) ")
            }
        }
    }
}

/// The subcommand `tomte people deny`.
struct PeopleDeny: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "deny",
        abstract: "Deny a person permissions that their role or a grant gives.",
        discussion: HelpDiscussion.discussion(
            "A deny overrides every grant.", commands: "tomte people deny olle controlDevices --room Garage",
            "tomte people deny olle controlDevices --window \"daily 21:00-07:00\""))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "Id or name of the person.")
    var person: String

    @Argument(help: "One or more permissions.")
    var permissions: [Permission]

    @OptionGroup var terms: GrantTerms

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let id = try await client.resolvePerson(person).id
            var body = NewGrantBody(person: id, permissions: permissions)
            try await terms.apply(to: &body, client: client, now: Timestamp(Date()))
            let clock = try await HomeClockText(of: client)
            try output.show(try await client.deny(body)) { grant, console in
                console.prose(
                    "\(grant.person) may not: \(grant.words(at: clock.named)) (\(grant.id))", after: "\("✓", .good) ")
            }
        }
    }
}

/// The limits of a grant or deny: rooms, devices, capabilities and times.
struct GrantTerms: ParsableArguments {
    @Option(help: ArgumentHelp("Only in this room; may be repeated.", valueName: "room"))
    var room: [String] = []

    @Option(help: ArgumentHelp("Only this device; may be repeated.", valueName: "device"))
    var device: [DeviceArgument] = []

    @Option(help: ArgumentHelp("Only this capability, such as lock; may be repeated.", valueName: "capability"))
    var capability: [CapabilityKind] = []

    @Option(help: ArgumentHelp("Start: a time (RFC 3339), or a duration from now such as 2d.", valueName: "when"))
    var from: TimeArgument?

    @Option(help: ArgumentHelp("End: a time (RFC 3339), or a duration from now such as 2d.", valueName: "when"))
    var until: TimeArgument?

    @Option(
        help: ArgumentHelp(
            "Only at these times each week: \"sat,sun 08:00-20:00\", \"daily 22:00-06:00\"; may be repeated.",
            valueName: "window"),
        transform: { text in
            do throws(WeeklyWindow.ParsingError) {
                return try WeeklyWindow(reading: text)
            } catch {
                throw ValidationError(error.description)
            }
        })
    var window: [WeeklyWindow] = []

    /// The limits that were given as options; the others are nil.
    func change(_ client: CLIClient, now: Timestamp) async throws(CLIError) -> GrantChangeBody {
        var change = GrantChangeBody()
        for name in room { change.rooms = (change.rooms ?? []) + [try await client.resolveRoom(name).id] }
        for address in device { change.devices = (change.devices ?? []) + [try await client.resolve(address).id] }
        change.capabilities = capability.isEmpty ? nil : capability
        change.notBefore = from?.timestamp(after: now).rfc3339
        change.notAfter = until?.timestamp(after: now).rfc3339
        change.windows = window.isEmpty ? nil : window.map(\.description)
        return change
    }

    /// Sets the limits of a new grant or deny.
    func apply(to body: inout NewGrantBody, client: CLIClient, now: Timestamp) async throws(CLIError) {
        let terms = try await change(client, now: now)
        (body.rooms, body.devices, body.capabilities) = (terms.rooms, terms.devices, terms.capabilities)
        (body.notBefore, body.notAfter, body.windows) = (terms.notBefore, terms.notAfter, terms.windows)
    }
}

extension CapabilityKind: ExpressibleByArgument {}

extension GrantBody {
    /// A short description, such as `controlDevices · hall · until 2026-12-01 08:00`. `time` formats a time.
    func words(at time: (Timestamp) -> String) -> String {
        let places = rooms.map(\.rawValue) + devices.map(\.rawValue)
        let limits: [(word: String, time: String?)] = [("from", notBefore), ("until", notAfter)]
        var times: [String] = []
        for limit in limits {
            guard let text = limit.time else { continue }
            times.append("\(limit.word) \(Timestamp(rfc3339: text).map { time($0) } ?? text)")
        }
        times += windows
        if let maximumUses { times.append("\(uses) of \(maximumUses) uses") }
        return [
            permissions.map(\.rawValue), places.isEmpty ? ["everywhere"] : places, capabilities.map(\.rawValue), times,
        ]
        .filter { !$0.isEmpty }.map { $0.joined(separator: ", ") }.joined(separator: " · ")
    }
}

/// The subcommand `tomte people grants`.
struct PeopleGrants: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "grants",
        abstract: "List all grants, or with --denies all denies.",
        discussion: HelpDiscussion.discussion(
            "", commands: "tomte people grants", "tomte people grants --denies --json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Flag(help: "List denies instead of grants.")
    var denies = false

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let clock = try await HomeClockText(of: client)
            let answer = denies ? try await client.denies() : try await client.grants()
            try output.show(answer) { grants, console in
                if grants.isEmpty {
                    console.line(
                        denies
                            ? "There are no denies; see tomte people deny --help."
                            : "There are no grants; see tomte people grant --help.")
                    return
                }
                var table = Table([
                    Table.Column("ID", isNeverTruncated: true), Table.Column("PERSON"), Table.Column("PERMISSIONS"),
                ])
                for grant in grants {
                    table.add([
                        StyledText(grant.id.rawValue), StyledText(grant.person.rawValue),
                        StyledText(grant.words(at: clock.minute)),
                    ])
                }
                console.table(table)
                console.line(StyledText(clock.note))
            }
        }
    }
}
