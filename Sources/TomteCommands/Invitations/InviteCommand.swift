import ArgumentParser
import Foundation
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte invite`.
struct InviteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite",
        abstract: "Invite a person with a link that can be sent, valid for 5 minutes to 14 days and one use.",
        discussion: HelpDiscussion.discussion(
            """
            Without --number, you approve the person's phone or browser when they use the link: both screens show six \
            digits, and tomte invitations approve compares them. With --number, the link works only with six digits \
            that you say to the person or send by another way.

            The invitation can contain what the person may do from then on. Templates fill in what you do not give: \
            cleaner (mon-fri 08-18), neighbour (any time), babysitter (daily 15-24), family (a member, who needs no \
            grant). Name devices or rooms, or the whole home.
            """,
            commands: "tomte invite anna --days 7",
            "tomte invite Kim --new --template cleaner --devices front-door",
            "tomte invite kim --template cleaner --days-of-week tue --whole-home",
            "tomte invite kim --permission controlDevices --hours 08-12 --rooms Hall",
            "tomte invite Bo --new --template babysitter --rooms Hall,Kitchen --number",
            "tomte invite anna --minutes 30 --json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "Id or name of the person; with --new, the name of a person to add.")
    var person: String

    @Flag(help: "Add the person.")
    var new = false

    @Option(help: "The role of a new person (default: guest; member with the template family).")
    var role: Role?

    @OptionGroup var validity: InvitationValidity
    @OptionGroup var grant: InvitedGrantOptions

    @Flag(help: "Let the person in with a number of six digits instead of your approval.")
    var number = false

    func validate() throws {
        guard new || role == nil else { throw ValidationError("--role is for a new person; use it with --new.") }
    }

    func run() async throws(CLIError) {
        let minutes = validity.total
        try await gateway.withClient { client throws(CLIError) in
            var body = NewInvitationBody(validMinutes: minutes, admission: number ? .number : .approval)
            if new {
                body.newPerson = NewPersonBody(name: person, role: role ?? grant.template?.role ?? .guest)
            } else {
                body.person = try await client.resolvePerson(person).id
            }
            body.grants = try await grant.body(client).map { [$0] }
            let clock = try await HomeClockText(of: client)
            try output.show(try await client.invite(body)) { sent, console in
                InvitationSheet(sent, clock: clock).show(on: console)
            }
        }
    }
}

/// How long an invitation is valid.
struct InvitationValidity: ParsableArguments {
    @Option(help: ArgumentHelp("Valid for this number of days, 1 to 14 (default: 1).", valueName: "days"))
    var days: Int?

    @Option(help: ArgumentHelp("Valid for this number of minutes, at least 5.", valueName: "minutes"))
    var minutes: Int?

    func validate() throws {
        guard days == nil || minutes == nil else { throw ValidationError("Give either --days or --minutes.") }
        guard (1...14).contains(days ?? 1), (5...20_160).contains(minutes ?? 5) else {
            throw ValidationError("An invitation is valid for 5 minutes to 14 days.")
        }
    }
}

extension InvitationValidity {
    /// The validity in minutes, whichever option gave it.
    fileprivate var total: Int { minutes ?? (days ?? 1) * 24 * 60 }
}

/// What the invited person may do from the first use on.
struct InvitedGrantOptions: ParsableArguments {
    @Option(help: "Fill in the rest like for a cleaner, neighbour, babysitter or family member.")
    var template: InvitationTemplate?

    @Option(help: ArgumentHelp("A permission of the grant; may be repeated.", valueName: "permission"))
    var permission: [GrantablePermission] = []

    @Option(help: ArgumentHelp("Only these devices, separated by commas; may be repeated.", valueName: "devices"))
    var devices: [String] = []

    @Option(help: ArgumentHelp("Only these rooms, separated by commas; may be repeated.", valueName: "rooms"))
    var rooms: [String] = []

    @Flag(help: "The whole home.")
    var wholeHome = false

    @Option(help: ArgumentHelp("Only on these days, such as tue or mon-fri or sat,sun.", valueName: "days"))
    var daysOfWeek: String?

    @Option(help: ArgumentHelp("Only in these hours, such as 08-18 or 22:00-06:00.", valueName: "hours"))
    var hours: HoursArgument?

    @Flag(help: "At any time, also with a template that has hours.")
    var anyTime = false

    var terms: InvitationTerms {
        InvitationTerms(
            template: template, permissions: permission.map(\.permission), days: daysOfWeek, hours: hours,
            isAnyTime: anyTime)
    }

    /// The grant; nil when none of the options asks for one. Throws when it names no place: an empty list must not mean
    /// the whole home.
    func body(_ client: CLIClient) async throws(CLIError) -> InvitedGrantBody? {
        let permissions = terms.allPermissions
        let window = try terms.window
        guard !permissions.isEmpty else {
            guard devices.isEmpty, rooms.isEmpty, !wholeHome, window == nil else {
                throw .usage("Give a --permission or a --template for the devices, rooms and hours.")
            }
            return nil
        }
        guard wholeHome != !(devices.isEmpty && rooms.isEmpty) else {
            throw .usage("Say where: --devices or --rooms, or --whole-home for everything.")
        }
        var body = InvitedGrantBody(permissions: permissions)
        body.devices = try await ids(of: devices) { name throws(CLIError) in
            guard let address = DeviceArgument(argument: name) else { throw .notFound(.device, EscapedText(name)) }
            return try await client.resolve(address).id
        }
        body.rooms = try await ids(of: rooms) { name throws(CLIError) in try await client.resolveRoom(name).id }
        body.windows = window.map { [$0] }
        return body
    }

    /// The ids of names in lists that are separated by commas; nil for none.
    private func ids<ID>(
        of lists: [String], find: (String) async throws(CLIError) -> ID
    ) async throws(CLIError) -> [ID]? {
        var ids: [ID] = []
        for name in lists.flatMap({ $0.split(separator: ",") }) {
            ids.append(try await find(name.trimmingCharacters(in: .whitespaces)))
        }
        return ids.isEmpty ? nil : ids
    }
}
