import ArgumentParser
import Foundation
import GatewayApp
import GatewayCore
import Logging
import UnixSignals
import TomteClient

/// The subcommand `tomte run`.
struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Run the gateway in the foreground, until Ctrl-C.",
        discussion: HelpDiscussion.discussion(
            """
            The gateway stores all its data in the state folder and runs its own MQTT broker. With --broker it uses
            another broker and reads ca.pem, tomte-telemetry.pem/.key and tomte-control.pem/.key from
            <state>/external-broker.
            """,
            commands: "tomte run",
            "tomte run --state /var/lib/tomte --config /etc/tomte.yaml",
            "tomte run --mqtt-port 18883",
            "tomte run --broker mqtts://broker.local:8883"))

    @OptionGroup var state: StateOptions

    @Option(help: ArgumentHelp("Configuration file; see tomte.example.yaml.", valueName: "file"))
    var config: String?

    @Option(help: ArgumentHelp("Port of the broker, for devices with a certificate (default 8883).", valueName: "port"))
    var mqttPort: UInt16?

    @Option(help: ArgumentHelp("Port of the broker, for devices with a password (default 8884).", valueName: "port"))
    var compatibilityPort: UInt16?

    @Option(help: ArgumentHelp("Port of the page and the API, HTTPS (default 8443).", valueName: "port"))
    var httpsPort: UInt16?

    @Option(help: ArgumentHelp("Use this broker instead of running one: mqtts://host:port.", valueName: "url"))
    var broker: String?

    func run() async throws {
        let configuration = try configuration()
        let logger = Self.logger(configuration.logLevel)
        let clock = HomeClock.system(trustsUnsynchronised: configuration.trustsUnsynchronisedClock)
        do {
            let folder = try GatewayApp.StateFolder(path: state.folder.path)
            let gateway = try await Gateway.build(
                state: folder, configuration: configuration, clock: clock, logger: logger)
            let (name, claim) = (await gateway.home.settings.naming.name, await gateway.claimPayload())
            try await gateway.run(stoppingOn: [.sigint, .sigterm]) {
                Console.output.line("\("tomte", .strong) serves \(name); its state folder is \(folder.path)")
                guard let claim else { return }
                // The code is shown only on a terminal: another output may be a log, which others read and which
                // keeps it.
                if Console.output.terminal.isInteractive {
                    PairingSheet(claim).show(on: .output)
                } else {
                    Console.output.line(
                        "This home has no owner yet: tomte people claim shows a code for the first owner.")
                }
            }
        } catch let error as StartError {
            throw CLIError.cannotStart(error.description)
        }
    }

    private func configuration() throws -> GatewayConfiguration {
        do {
            var configuration = try config.map { try ConfigurationReader.read(path: $0) } ?? GatewayConfiguration()
            if let mqttPort { configuration.mqttPort = mqttPort }
            if let compatibilityPort { configuration.mqttCompatibilityPort = compatibilityPort }
            if let httpsPort { configuration.https.port = httpsPort }
            if let broker {
                guard let external = ExternalBroker(url: broker) else {
                    throw CLIError.usage("--broker must be an address such as mqtts://broker.local:8883.")
                }
                configuration.externalBroker = external
            }
            return configuration
        } catch let error as ConfigurationError {
            throw CLIError.cannotStart(error.description)
        }
    }

    /// Logs to standard error, so that standard output contains only messages to people.
    private static func logger(_ level: Logger.Level) -> Logger {
        var logger = Logger(label: "tomte") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = level
        return logger
    }
}
