import ArgumentParser
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte people rename`.
struct PeopleRename: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Rename a person, a client or a token; the id stays the same.",
        discussion: HelpDiscussion.discussion(
            "", commands: "tomte people rename olle \"Olle B\"",
            "tomte people rename --client 4tq9m2xk \"Kitchen tablet\"",
            "tomte people rename --token 9xk2zz4m Grafana"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Flag(help: "Rename a client; see tomte people clients.")
    var client = false

    @Flag(help: "Rename a token; see tomte people token.")
    var token = false

    @Argument(help: "Id or name of the person; id of the client or token.")
    var subject: String

    @Argument(help: "The new name: 1 to 100 letters, numbers, spaces and - _ ( ).")
    var name: String

    func validate() throws {
        guard !client || !token else { throw ValidationError("Use --client or --token, not both.") }
    }

    func run() async throws(CLIError) {
        try await gateway.withClient { gateway throws(CLIError) in
            let new = NewNameBody(name: name)
            if client {
                let id: ClientID = try id()
                try output.show(try await gateway.rename(id, name: new)) {
                    printRenamed($0.id.rawValue, name: $0.name, console: $1)
                }
            } else if token {
                let id: TokenID = try id()
                try output.show(try await gateway.rename(id, name: new)) {
                    printRenamed($0.id.rawValue, name: $0.name, console: $1)
                }
            } else {
                let id = try await gateway.resolvePerson(subject).id
                let change = PersonChangeBody(name: name)
                try output.show(try await gateway.change(id, change: change)) {
                    printRenamed($0.id.rawValue, name: $0.name, console: $1)
                }
            }
        }
    }

    private func id<Subject>() throws(CLIError) -> Identifier<Subject> {
        guard let id = Identifier<Subject>(subject) else { throw .usage("Give the id, such as 4tq9m2xk.") }
        return id
    }

    private func printRenamed(_ id: String, name: String, console: Console) {
        console.line("\("✓", .good) \(id) is now called \(name, .strong).")
    }
}
