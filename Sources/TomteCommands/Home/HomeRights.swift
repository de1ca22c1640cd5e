import ArgumentParser
import Foundation
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte home rights`.
struct HomeRights: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rights",
        abstract: "Show what you may do: your role, and your grants with their hours.",
        discussion: HelpDiscussion.discussion(
            "Times are those of the home. --as shows the rights of a person, at the gateway.",
            commands: "tomte home rights --gateway villa", "tomte home rights --as kim",
            "tomte home rights --as kim --json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            try output.show(try await client.home()) { home, console in
                guard let grants = home.grants, let person = home.person else {
                    return console.line("The console has an owner's rights; --as shows those of a person.")
                }
                console.line("\(person.name, .strong) has the role \(person.role.rawValue).")
                console.prose(Self.rights(person.role, hasGrants: !grants.isEmpty))
                guard !grants.isEmpty else { return }
                let clock = HomeClockText(home)
                console.table(Self.table(grants, zone: clock.zone))
                console.line(StyledText(clock.note))
            }
        }
    }

    /// What the role may do, and whether the grants that follow add to it.
    static func rights(_ role: Role, hasGrants: Bool) -> String {
        switch (role, hasGrants) {
        case (.guest, false): "\(role.words) There is none now."
        case (_, true): "\(role.words) These grants apply too:"
        default: role.words
        }
    }

    static func table(_ grants: [OwnGrantBody], zone: TimeZone) -> Table {
        var table = Table([
            Table.Column("WHAT"), Table.Column("PERMISSIONS"), Table.Column("HOURS"), Table.Column("NOW"),
        ])
        for grant in grants {
            table.add([
                StyledText(grant.subject), StyledText(grant.permissions.map(\.rawValue).joined(separator: ", ")),
                StyledText(grant.windows.isEmpty ? "any time" : grant.windows.joined(separator: " and ")),
                grant.state(zone),
            ])
        }
        return table
    }
}

extension OwnGrantBody {
    /// The devices and rooms, and the kinds of capability that the grant is limited to.
    fileprivate var subject: String {
        let names = devices.map(\.name) + rooms.map(\.name)
        let places = names.isEmpty ? "everything" : names.joined(separator: ", ")
        return capabilities.isEmpty ? places : "\(places): \(capabilities.map(\.rawValue).joined(separator: ", "))"
    }

    /// Whether the grant applies, and when that changes.
    fileprivate func state(_ zone: TimeZone) -> StyledText {
        if appliesNow {
            let until = end.map { " until \(LocalTime.minute($0, in: zone))" } ?? ""
            let left = remainingUses.map { ", \($0) \($0 == 1 ? "use" : "uses") left" } ?? ""
            return StyledText("yes\(until)\(left)", style: .good)
        }
        return StyledText(
            nextStart.map { "from \(LocalTime.minute($0, in: zone))" } ?? "not known while the clock is not known")
    }
}
