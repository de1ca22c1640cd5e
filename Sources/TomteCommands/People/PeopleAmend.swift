import ArgumentParser
import Foundation
import GatewayWire
import HomeModel

struct PeopleAmend: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "amend",
        abstract: "Change what a grant or deny is about and when it holds, at once.",
        discussion: Example.discussion(
            """
            The ids are in tomte people grants. What is not named stays, also what was used; --without takes a bound away. \
            Without rooms and devices it holds everywhere.
            """,
            "tomte people amend allow-3fa94c21 --until 5d",
            "tomte people amend allow-3fa94c21 --window \"fri-sun 08:00-22:00\"",
            "tomte people amend allow-3fa94c21 --device lamp-7 --without room"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "Id of the grant or deny.")
    var id: GrantID

    @Option(help: ArgumentHelp("What it is about instead; may be repeated.", valueName: "permission"))
    var permission: [Permission] = []

    @OptionGroup var terms: GrantTerms

    @Option(help: ArgumentHelp("For so many commands, those before included.", valueName: "count"))
    var uses: Int?

    @Option(help: ArgumentHelp("The bound that it has no more; may be repeated.", valueName: "bound"))
    var without: [GrantBound] = []

    func run() async throws(CommandFailure) {
        try await gateway.withClient { client throws(CommandFailure) in
            var change = try await terms.change(client, now: Timestamp(Date()))
            change.permissions = permission.isEmpty ? nil : permission
            change.maximumUses = uses
            for bound in without { try bound.lift(from: &change) }
            try output.show(try await client.change(id, change)) { grant, console in
                console.line("\("✓", .good) \(grant.id, .strong) of \(grant.person) is now: \(grant.words)")
            }
        }
    }
}

/// What can bound a grant, by the names of the options that do.
enum GrantBound: String, ExpressibleByArgument, CaseIterable {
    case room, device, capability, from, until, window, uses

    func lift(from change: inout GrantChangeBody) throws(CommandFailure) {
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

    private static func empty<Item>(_ list: inout [Item]?) throws(CommandFailure) {
        guard list == nil else { throw .usage("A bound is given or taken away, not both.") }
        list = []
    }
}
