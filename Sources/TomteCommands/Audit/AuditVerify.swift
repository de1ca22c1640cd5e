import ArgumentParser
import Foundation
import HomeModel

struct AuditVerify: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Prove that no entry was changed, removed or moved.",
        discussion: Example.discussion(
            """
            With --heads it is also compared with what tomte audit heads said before: that shows
            a past that was written anew by somebody who holds the gateway's own keys.
            The exit code is 6 when a chain does not hold.
            """, "tomte audit verify", "tomte audit verify --heads heads.json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Option(help: ArgumentHelp("What tomte audit heads --json printed once.", valueName: "file"))
    var heads: String?

    func run() async throws(CommandFailure) {
        let remembered = try heads.map(Self.read) ?? []
        try await gateway.withClient { client throws(CommandFailure) in
            let answer = try await client.auditVerification(remembered: remembered)
            try output.show(answer) { chains, console in
                for chain in chains { Self.tell(chain, on: console) }
            }
            guard try answer.body().allSatisfy(\.isProven) else { throw .ended(.failed) }
        }
    }

    private static func read(_ path: String) throws(CommandFailure) -> [AuditHead] {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw .invalid("The file \(path) cannot be read.")
        }
        guard let heads = try? JSONDecoder().decode(AuditHeads.self, from: data) else {
            throw .invalid("\(path) is not what tomte audit heads --json prints.")
        }
        return heads.heads
    }

    private static func tell(_ chain: AuditVerification, on console: Console) {
        let mark = chain.isProven ? StyledText("✓", .good) : StyledText("✗", .bad)
        let name = StyledText(chain.severity.rawValue).padded(to: 13)
        let verdict = chain.isProven ? "proven" : "does not hold"
        let range =
            chain.entries == 0
            ? "no entries" : "\(chain.entries) entries, \(chain.firstSequence) to \(chain.lastSequence)"
        console.line("\(mark) \(name)  \(verdict): \(range)")
        switch chain.remembered {
        case .holds: console.prose("It holds the entry that was remembered.", after: "    ")
        case .trimmed: console.prose("Retention took the entry that was remembered.", after: "    ")
        case .differs, .missing, nil: break
        }
        for problem in chain.problems { console.prose(problem, after: "    ") }
    }
}
