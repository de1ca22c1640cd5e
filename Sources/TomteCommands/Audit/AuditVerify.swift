import ArgumentParser
import Foundation
import HomeModel
import TomteClient

/// The subcommand `tomte audit verify`.
struct AuditVerify: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Verify that no audit entry was changed, removed or moved.",
        discussion: HelpDiscussion.discussion(
            """
            With --heads, the chains are also compared with heads that tomte audit heads showed
            earlier. This finds a log that was rewritten with the gateway's own keys.
            The exit code is 6 when a chain is not valid.
            """, commands: "tomte audit verify", "tomte audit verify --heads heads.json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Option(help: ArgumentHelp("Earlier output of tomte audit heads --json.", valueName: "file"))
    var heads: String?

    func run() async throws(CLIError) {
        let remembered = try heads.map(Self.read) ?? []
        try await gateway.withClient { client throws(CLIError) in
            let answer = try await client.auditVerification(remembered: remembered)
            try output.show(answer) { chains, console in
                for chain in chains { Self.printResult(chain, on: console) }
            }
            guard try answer.body().allSatisfy(\.isProven) else { throw .ended(.failed) }
        }
    }

    private static func read(_ path: String) throws(CLIError) -> [AuditHead] {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw .invalid("The file \(path) cannot be read.")
        }
        guard let heads = try? JSONDecoder().decode(AuditHeads.self, from: data) else {
            throw .invalid("The file \(path) is not output of tomte audit heads --json.")
        }
        return heads.heads
    }

    private static func printResult(_ chain: AuditVerification, on console: Console) {
        let mark = chain.isProven ? StyledText("✓", style: .good) : StyledText("✗", style: .bad)
        let name = StyledText(chain.severity.rawValue).padded(to: 13)
        let verdict = chain.isProven ? "valid" : "not valid"
        let range =
            chain.entries == 0
            ? "no entries" : "\(chain.entries) entries, \(chain.firstSequence) to \(chain.lastSequence)"
        console.line("\(mark) \(name)  \(verdict): \(range)")
        if let erased = chain.erased, erased > 0 {
            console.prose(
                "In \(erased) of them, data of people cannot be read any more, because they were erased.", after: "    "
            )
        }
        switch chain.remembered {
        case .holds: console.prose("The chain contains the entry of the earlier head.", after: "    ")
        case .trimmed: console.prose("Retention has removed the entry of the earlier head.", after: "    ")
        case .differs, .missing, nil: break
        }
        for problem in chain.problems { console.prose(problem.text, after: "    ") }
    }
}

/// The subcommand `tomte audit heads`.
struct AuditHeadsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "heads",
        abstract: "Show the signed heads of the audit chains, to be kept on another machine.",
        discussion: HelpDiscussion.discussion(
            """
            A person who has the gateway's keys can rewrite the audit log and sign it again, but
            cannot change copies elsewhere. Keep the heads on another machine, and compare them
            later with tomte audit verify --heads.
            """, commands: "tomte audit heads", "tomte audit heads --json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            try output.show(try await client.auditHeads()) { heads, console in
                var table = Table([
                    Table.Column("SEVERITY", isNeverTruncated: true), Table.Column("ENTRY", isNeverTruncated: true),
                    Table.Column("HASH", isNeverTruncated: true),
                ])
                for head in heads.heads {
                    table.add([
                        StyledText(head.severity.rawValue), StyledText("\(head.sequence)"), StyledText(head.hash),
                    ])
                }
                console.table(table)
            }
        }
    }
}
