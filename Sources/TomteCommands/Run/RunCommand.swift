import ArgumentParser
import CrashReports
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
            <state>/external-broker. With --broker-service the system runs the broker as tomte-broker.service, which
            goes on while the gateway is stopped or restarted.

            Under systemd (Type=notify) the gateway says when it serves and when it stops, and feeds a watchdog
            (WatchdogSec=) as long as its lanes, commands, audit log and API answer.

            EXIT CODES (sysexits.h):
              0    stopped by a signal
              64   wrong command line (*)
              65   the stored data is damaged, or a newer program wrote it (*)
              69   something that the gateway needs is not there: a free port, a broker that answers
              74   a file cannot be read or written
              75   the disk is full, the clock is not set, or another gateway uses the home
              78   wrong configuration, or a state folder that cannot be used (*)
              (*) a restart does not fix it: RestartPreventExitStatus=64 65 78
            """,
            commands: "tomte run",
            "tomte run --state /var/lib/tomte --config /etc/tomte/tomte.yaml",
            "tomte run --mqtt-port 18883",
            "tomte run --broker-service --state /var/lib/tomte",
            "tomte run --broker mqtts://broker.local:8883"))

    @OptionGroup var state: StateOptions

    @Option(
        help: ArgumentHelp(
            "Configuration file; tomte.example.yaml, installed in /usr/share/tomte, shows all settings.",
            valueName: "file"))
    var config: String?

    @Option(help: ArgumentHelp("Port of the broker, for devices with a certificate (default 8883).", valueName: "port"))
    var mqttPort: UInt16?

    @Option(help: ArgumentHelp("Port of the broker, for devices with a password (default 8884).", valueName: "port"))
    var compatibilityPort: UInt16?

    @Option(help: ArgumentHelp("Port of the page and the API, HTTPS (default 8443).", valueName: "port"))
    var httpsPort: UInt16?

    @Option(help: ArgumentHelp("Use this broker instead of running one: mqtts://host:port.", valueName: "url"))
    var broker: String?

    @Flag(help: "Let the system run the broker, as tomte-broker.service, instead of starting it.")
    var brokerService = false

    func run() async throws {
        let manager = ServiceManager(environment: ProcessInfo.processInfo.environment)
        let start = manager.map(StartTimer.init)
        start?.begin()
        defer { start?.end() }
        let configuration = try configuration()
        let recording = CrashRecording()
        let logger = Self.logger(configuration.logLevel, recording: recording)
        let clock = HomeClock.system(trustsUnsynchronised: configuration.trustsUnsynchronisedClock)
        do {
            let folder = try GatewayApp.StateFolder(path: state.ownFolder.path)
            // A gateway that is wiped stops, and the next start deletes everything. A service manager starts it again.
            // A signal ends the program also during a wipe.
            while try await run(
                in: folder, configuration: configuration, clock: clock, manager: manager, start: start, logger: logger,
                recording: recording),
                manager == nil
            {
                Console.output.line("The home was wiped. The gateway starts as at the first time.")
            }
        } catch let error as StartError {
            manager?.send(.status(error.description))
            throw CLIError.gatewayCannotStart(reasons: error.description, status: ExitStatus(error.kind))
        }
    }

    /// Runs one gateway until its end. Returns whether it stopped because its home is wiped at the next start.
    private func run(
        in folder: GatewayApp.StateFolder, configuration: GatewayConfiguration, clock: HomeClock,
        manager: ServiceManager?, start: StartTimer?, logger: Logger, recording: CrashRecording
    ) async throws -> Bool {
        let gateway = try await Gateway.build(
            state: folder, configuration: configuration, clock: clock, logger: logger, recording: recording)
        let (name, claim) = (await gateway.home.settings.naming.name, await gateway.claimPayload())
        try await gateway.run(stoppingOn: [.sigint, .sigterm], manager: manager) {
            start?.end()
            Console.output.line("\("tomte", .strong) serves \(name); its state folder is \(folder.path)")
            guard let claim else { return }
            // The code is shown only on a terminal: another output may be a log, which others read and which
            // keeps it.
            if Console.output.terminal.isInteractive {
                PairingSheet(claim).show(on: .output)
            } else {
                Console.output.line("This home has no owner yet: tomte setup shows a code for the first owner.")
            }
        }
        guard await !gateway.home.privacy.wipe.stopsGateway else { return true }
        if gateway.isWipeRequested { Console.output.line("The next start of the gateway deletes the home.") }
        return false
    }

    private func configuration() throws -> GatewayConfiguration {
        do {
            var configuration = try config.map { try ConfigurationReader.read(path: $0) } ?? GatewayConfiguration()
            configuration.file = config
            if let mqttPort { configuration.mqttPort = mqttPort }
            if let compatibilityPort { configuration.mqttCompatibilityPort = compatibilityPort }
            if let httpsPort { configuration.https.port = httpsPort }
            if let broker {
                guard let external = ExternalBroker(url: broker) else {
                    throw CLIError.usage("--broker must be an address such as mqtts://broker.local:8883.")
                }
                configuration.externalBroker = external
            }
            if brokerService { configuration.useBrokerService() }
            return configuration
        } catch let error as ConfigurationError {
            throw CLIError.gatewayCannotStart(reasons: error.description, status: .configuration)
        }
    }

    /// Logs to standard error, so that standard output contains only messages to people.
    private static func logger(_ level: Logger.Level, recording: CrashRecording) -> Logger {
        var logger = Logger(label: "tomte") {
            CrashLogHandler(passingTo: StreamLogHandler.standardError(label: $0), recording: recording)
        }
        logger.logLevel = level
        return logger
    }
}
