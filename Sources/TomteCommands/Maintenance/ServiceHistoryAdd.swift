import ArgumentParser
import Foundation
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte maintenance history add`.
struct ServiceHistoryAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Write down what was done to an appliance or a device.",
        discussion: HelpDiscussion.discussion(
            "",
            commands: "tomte maintenance history add \"New filter\" --appliance \"Heat pump\"",
            "tomte maintenance history add Repair --appliance a1 --cost 99 --currency SEK",
            "tomte maintenance history add \"New battery\" --device hall-sensor --by Ada"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var about: ServiceSubjectOptions
    @OptionGroup var details: ServiceEntryOptions

    @Argument(help: "What was done, in one line.")
    var title: String

    @Option(
        help: ArgumentHelp("The day on which it was done (default: today at home).", valueName: "date"),
        transform: LocalDate.argument)
    var day: LocalDate?

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let subject = try await about.requiredSubject(client)
            let doneOn: LocalDate
            if let day { doneOn = day } else { doneOn = try await client.todayAtHome() }
            var body = ServiceEntryChangeBody(day: doneOn, title: title)
            try await details.apply(to: &body, client: client)
            try output.show(try await client.add(NewServiceEntryBody(subject, entry: body))) { entry, console in
                console.line(
                    "\("✓", .good) \(entry.title, .strong) was written down for \(entry.name). Id: \(entry.id)")
            }
        }
    }
}

extension CLIClient {
    /// Today at home: the terminal may be in another time zone.
    func todayAtHome() async throws(CLIError) -> LocalDate {
        let identifier = try await home().body().timeZone
        guard let zone = TimeZone(identifier: identifier), let today = LocalDate(Timestamp(Date()), in: zone) else {
            throw .invalid("The day at home is not known, so the command needs a day.")
        }
        return today
    }
}

/// The subcommand `tomte maintenance history edit`.
struct ServiceHistoryEdit: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change an entry of the service history.",
        discussion: HelpDiscussion.discussion(
            "What no option names stays as it is. --clear removes a detail.",
            commands: "tomte maintenance history edit p4w8zk3x9d0a7q2m --day 2026-11-21",
            "tomte maintenance history edit p4w8zk3x9d0a7q2m --clear cost"))

    /// The details that can be removed.
    enum Field: String, ExpressibleByArgument, CaseIterable { case cost, by, provider, note }

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var about: ServiceSubjectOptions
    @OptionGroup var details: ServiceEntryOptions

    @Argument(help: "Id of the entry.")
    var entry: ServiceEntryID

    @Option(help: "What was done, in one line.")
    var title: String?

    @Option(help: ArgumentHelp("The day on which it was done.", valueName: "date"), transform: LocalDate.argument)
    var day: LocalDate?

    @Option(help: ArgumentHelp("Remove this detail; may be given several times.", valueName: "detail"))
    var clear: [Field] = []

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let known = try await known(client)
            var body = ServiceEntryChangeBody(known)
            if let title { body.title = title }
            if let day { body.day = day }
            for field in clear {
                switch field {
                case .cost: body.cost = nil
                case .by: body.doneBy = nil
                case .provider: body.provider = nil
                case .note: body.note = nil
                }
            }
            try await details.apply(to: &body, client: client)
            try output.show(try await client.set(body, of: known.id, replacing: known.revision)) { changed, console in
                console.line("\("✓", .good) The entry \(changed.title, .strong) of \(changed.name) was changed.")
            }
        }
    }

    /// Looks for the entry page by page.
    private func known(_ client: CLIClient) async throws(CLIError) -> ServiceEntryBody {
        let subject = try await about.subject(client)
        var cursor: String?
        repeat {
            let page = try await client.serviceHistory(
                of: subject, limit: ServiceFilter.limitBounds.upperBound, before: cursor
            ).body()
            if let found = page.entries.first(where: { $0.id == entry }) { return found }
            cursor = page.next
        } while cursor != nil
        throw .invalid("There is no entry “\(entry)”. tomte maintenance history shows all ids.")
    }
}
