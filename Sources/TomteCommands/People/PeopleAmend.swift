import ArgumentParser
import Foundation
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte people amend`.
struct PeopleAmend: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "amend",
        abstract: "Change the permissions and limits of a grant or deny, with immediate effect.",
        discussion: HelpDiscussion.discussion(
            """
            tomte people grants shows the ids. Limits that are not given stay the same, and so does the number of \
            uses; --without removes a limit. Without rooms and devices, the grant or deny applies everywhere.
            """,
            commands: "tomte people amend allow-3fa94c21 --until 5d",
            "tomte people amend allow-3fa94c21 --window \"fri-sun 08:00-22:00\"",
            "tomte people amend allow-3fa94c21 --device lamp-7 --without room"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "Id of the grant or deny.")
    var id: GrantID

    @Option(help: ArgumentHelp("Replace the permissions by this one; may be repeated.", valueName: "permission"))
    var permission: [Permission] = []

    @OptionGroup var terms: GrantTerms

    @Option(help: ArgumentHelp("Limit to this number of commands, earlier ones included.", valueName: "count"))
    var uses: Int?

    @Option(help: ArgumentHelp("Remove this limit; may be repeated.", valueName: "limit"))
    var without: [GrantBound] = []

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            var change = try await terms.change(client, now: Timestamp(Date()))
            change.permissions = permission.isEmpty ? nil : permission
            change.maximumUses = uses
            for bound in without { try bound.remove(from: &change) }
            let clock = try await HomeClockText(of: client)
            try output.show(try await client.change(id, change: change)) { grant, console in
                console.prose(
                    "\(grant.id) for \(grant.person) is now: \(grant.words(at: clock.named))",
                    after: "\("✓", .good) ")
            }
        }
    }
}

/// The limits of a grant or deny, by the names of their options.
enum GrantBound: String, ExpressibleByArgument, CaseIterable {
    case room, device, capability, from, until, window, uses

    /// Makes `change` remove this limit. Throws when `change` sets it too.
    func remove(from change: inout GrantChangeBody) throws(CLIError) {
        switch self {
        case .room: try Self.empty(&change.rooms)
        case .device: try Self.empty(&change.devices)
        case .capability: try Self.empty(&change.capabilities)
        case .window: try Self.empty(&change.windows)
        case .from: change.without = (change.without ?? []) + [.notBefore]
        case .until: change.without = (change.without ?? []) + [.notAfter]
        case .uses: change.without = (change.without ?? []) + [.maximumUses]
        }
    }

    private static func empty<Item>(_ list: inout [Item]?) throws(CLIError) {
        guard list == nil else { throw .usage("A limit cannot be set and removed at once.") }
        list = []
    }
}
