import ArgumentParser
import Foundation
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte retention set`.
struct RetentionSet: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set how long a kind of record is kept; the other terms stay the same.",
        discussion: HelpDiscussion.discussion(
            """
            A term has \(RetentionTerms.bounds.lowerBound) to \(RetentionTerms.bounds.upperBound) days; that of \
            security audit entries has at least \(RetentionTerms.auditSecurityBounds.lowerBound). Hourly roll-ups are \
            kept as long as the readings unless they have their own term. It asks for confirmation before a term gets \
            shorter, because older records are deleted.
            """,
            commands: "tomte retention set --energy-days 1000 --energy-roll-up-days 3650",
            "tomte retention set --environment-days 90 --audit-security-days 1825"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @OptionGroup var confirmation: ConfirmationOptions

    @Option(help: "Readings of energy: power, energy, voltage, current, gas, water.")
    var energyDays: Int?

    @Option(help: "Readings of the environment: everything else that is recorded.")
    var environmentDays: Int?

    @Option(help: "Hourly roll-ups of energy; at least as long as the readings.")
    var energyRollUpDays: Int?

    @Option(help: "Hourly roll-ups of the environment; at least as long as the readings.")
    var environmentRollUpDays: Int?

    @Option(
        help: """
            Motion and presence without the consent to keep them, \(RetentionTerms.presenceBounds.lowerBound) to \
            \(RetentionTerms.presenceBounds.upperBound) days.
            """)
    var presenceDays: Int?

    @Option(help: "Informational audit entries.")
    var auditInformationalDays: Int?

    @Option(help: "Audit warnings.")
    var auditWarningDays: Int?

    @Option(help: "Security audit entries.")
    var auditSecurityDays: Int?

    func validate() throws {
        let options = [
            energyDays, environmentDays, energyRollUpDays, environmentRollUpDays, auditInformationalDays,
            auditWarningDays, auditSecurityDays, presenceDays,
        ]
        guard options.contains(where: { $0 != nil }) else {
            throw ValidationError("Give at least one term, such as --energy-days 365.")
        }
    }

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let known = try await client.retention().body()
            var terms = known.effectiveTerms
            terms.energyDays = energyDays ?? terms.energyDays
            terms.environmentDays = environmentDays ?? terms.environmentDays
            terms.energyRollUpDays = energyRollUpDays ?? terms.energyRollUpDays
            terms.environmentRollUpDays = environmentRollUpDays ?? terms.environmentRollUpDays
            terms.presenceDays = presenceDays ?? terms.presenceDays
            terms.auditInformationalDays = auditInformationalDays ?? terms.auditInformationalDays
            terms.auditWarningDays = auditWarningDays ?? terms.auditWarningDays
            terms.auditSecurityDays = auditSecurityDays ?? terms.auditSecurityDays
            try RetentionLoss(from: known.effectiveTerms, to: terms, disk: known.disk, at: Timestamp(Date()))
                .confirm(confirmation)
            try output.show(try await client.set(terms)) { terms, console in
                console.table(RetentionText.table(terms))
            }
        }
    }
}
