import ArgumentParser
import Foundation
import GatewayWire
import HomeModel

struct RetentionSet: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set how long a kind of record is kept; what is not named stays.",
        discussion: Example.discussion(
            """
            From \(RetentionTerms.bounds.lowerBound) to \(RetentionTerms.bounds.upperBound) days; security entries of the \
            audit no shorter than \(RetentionTerms.auditSecurityBounds.lowerBound). Hourly values are kept as long as the readings \
            unless they have a term of their own. It asks before a term gets shorter, because what is older is deleted.
            """,
            "tomte retention set --energy-days 1000 --energy-roll-up-days 3650",
            "tomte retention set --environment-days 90 --audit-security-days 1825"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @OptionGroup var confirmation: ConfirmationOptions

    @Option(help: "Power, energy, voltage, current, gas, water.")
    var energyDays: Int?

    @Option(help: "Everything else that is recorded.")
    var environmentDays: Int?

    @Option(help: "Hours of energy; never shorter than the readings.")
    var energyRollUpDays: Int?

    @Option(help: "Hours of everything else.")
    var environmentRollUpDays: Int?

    @Option(help: "Informational audit entries.")
    var auditInformationalDays: Int?

    @Option(help: "Warnings in the audit.")
    var auditWarningDays: Int?

    @Option(help: "Security entries of the audit.")
    var auditSecurityDays: Int?

    func validate() throws {
        let options = [
            energyDays, environmentDays, energyRollUpDays, environmentRollUpDays, auditInformationalDays,
            auditWarningDays, auditSecurityDays,
        ]
        guard options.contains(where: { $0 != nil }) else {
            throw ValidationError("Name at least one term, such as --energy-days 365.")
        }
    }

    func run() async throws(CommandFailure) {
        try await gateway.withClient { client throws(CommandFailure) in
            let known = try await client.retention().body()
            var terms = known.terms
            terms.energyDays = energyDays ?? terms.energyDays
            terms.environmentDays = environmentDays ?? terms.environmentDays
            terms.energyRollUpDays = energyRollUpDays ?? terms.energyRollUpDays
            terms.environmentRollUpDays = environmentRollUpDays ?? terms.environmentRollUpDays
            terms.auditInformationalDays = auditInformationalDays ?? terms.auditInformationalDays
            terms.auditWarningDays = auditWarningDays ?? terms.auditWarningDays
            terms.auditSecurityDays = auditSecurityDays ?? terms.auditSecurityDays
            try RetentionLoss(from: known.terms, to: terms, disk: known.disk, at: Timestamp(Date()))
                .confirm(confirmation)
            try output.show(try await client.set(terms)) { terms, console in
                console.table(RetentionText.table(terms))
            }
        }
    }
}
