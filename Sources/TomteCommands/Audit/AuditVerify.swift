import ArgumentParser
import HomeModel

struct AuditVerify: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Prove that no entry was changed, removed or moved.",
        discussion: Example.discussion("The exit code is 6 when a chain does not hold.", "tomte audit verify"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws(CommandFailure) {
        try await gateway.withClient { client throws(CommandFailure) in
            let answer = try await client.auditVerification()
            try output.show(answer) { chains, console in
                for chain in chains { Self.tell(chain, on: console) }
            }
            guard try answer.body().allSatisfy(\.isProven) else { throw .ended(.failed) }
        }
    }

    private static func tell(_ chain: AuditVerification, on console: Console) {
        let mark = chain.isProven ? StyledText("✓", .good) : StyledText("✗", .bad)
        let name = StyledText(chain.severity.rawValue).padded(to: 13)
        let verdict = chain.isProven ? "proven" : "does not hold"
        let range =
            chain.entries == 0
            ? "no entries" : "\(chain.entries) entries, \(chain.firstSequence) to \(chain.lastSequence)"
        console.line("\(mark) \(name)  \(verdict): \(range)")
        for problem in chain.problems { console.prose(problem, after: "    ") }
    }
}
