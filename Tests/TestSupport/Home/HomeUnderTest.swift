import DeviceProtocols
import Foundation
import GatewayApp
import Glibc
package import HomeModel
import Logging
package import SimulatedHome

/// A home in a folder of its own, with the real program as its gateway and a real broker.
package actor HomeUnderTest {
    package nonisolated let state: String
    package nonisolated let mqttPort: UInt16
    package nonisolated let httpsPort: UInt16
    /// The port for devices with a password, which is open while there are any.
    package nonisolated let compatibilityPort: UInt16
    package nonisolated let tomte: TomteProgram
    private nonisolated let ports: [FreePort]
    package nonisolated let configuration: String
    private var gateway: ChildProcess?
    private var inProcessGateway: Task<Void, any Error>?

    fileprivate init(settings: String, in folder: String?, through commandPrefix: [String]) throws {
        state = folder ?? "/tmp/tomte-\(UUID().uuidString.prefix(8).lowercased())"
        ports = [try FreePort(), try FreePort(), try FreePort()]
        (mqttPort, httpsPort, compatibilityPort) = (ports[0].number, ports[1].number, ports[2].number)
        tomte = TomteProgram(state: state, commandPrefix: commandPrefix)
        configuration = "\(state).yaml"
        try Data(settings.utf8).write(to: URL(fileURLWithPath: configuration))
    }

    /// The folder of the credentials. It is beside the state folder, which not every user may read.
    package nonisolated var credentials: String { "\(state).credentials" }

    package nonisolated var log: String { (try? String(contentsOfFile: "\(state).log", encoding: .utf8)) ?? "" }

    /// Starts the gateway and returns at once.
    package func launchGateway(at httpsPort: UInt16? = nil) throws {
        let words = runArguments + (httpsPort.map { ["--https-port", "\($0)"] } ?? [])
        gateway = try ChildProcess(tomte.words(words), output: "\(state).log")
    }

    /// Starts the gateway and returns when it answers. `httpsPort` replaces the home's own port.
    package func startGateway(at httpsPort: UInt16? = nil) async throws {
        try launchGateway(at: httpsPort)
        do {
            try await eventually("the gateway serves") { try await tomte("status").status == 0 }
        } catch let timeout as TimedOutWaiting {
            throw TimedOutWaiting(what: "\(timeout.what): \(log.suffix(400))")
        }
    }

    /// Starts the gateway within the process of the test, on a clock that the test sets; everything else is as usual.
    package func startGateway(on clock: ManualHomeClock) async throws {
        var settings = try ConfigurationReader.read(path: configuration)
        settings.mqttPort = mqttPort
        settings.https.port = httpsPort
        settings.mqttCompatibilityPort = compatibilityPort
        // The no-op handler is not used, because it discards the metadata in which Hummingbird keeps the request id.
        var logger = Logger(label: "gateway") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .critical
        let gateway = try await Gateway.build(
            state: try StateFolder(path: state), configuration: settings, clock: clock.homeClock, logger: logger)
        inProcessGateway = Task { try await gateway.run() }
        try await eventually("the gateway serves") { try await tomte("status").status == 0 }
    }

    /// The arguments of `tomte` that start this home's gateway.
    package nonisolated var runArguments: [String] {
        [
            "run", "--state", state, "--mqtt-port", "\(mqttPort)", "--https-port", "\(httpsPort)",
            "--compatibility-port", "\(compatibilityPort)", "--config", configuration,
        ]
    }

    /// The process id of the gateway; nil while none runs.
    package var gatewayProcess: Int32? { gateway?.id }

    /// Kills the gateway without a clean stop; its broker keeps running.
    package func killGateway() async { await endGateway(with: SIGKILL) }

    /// Sends the gateway a signal that ends it, and returns when it has ended; its broker keeps running.
    package func endGateway(with signal: Int32) async {
        await gateway?.end(signal)
        gateway = nil
    }

    /// Stops the gateway cleanly, which ends the broker too.
    package func stopGateway() async {
        await gateway?.end(SIGTERM)
        gateway = nil
        inProcessGateway?.cancel()
        _ = await inProcessGateway?.result
        inProcessGateway = nil
    }

    /// Sends SIGINT, like Ctrl-C. Returns the exit code; throws when the gateway does not end.
    package func interruptGateway() async throws -> Int32? {
        let code = try await gateway?.end(SIGINT, within: .seconds(120))
        gateway = nil
        return code
    }

    /// The process id of the broker, found by its working directory.
    package nonisolated var brokerProcess: Int32? {
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return entries.compactMap { pid_t($0) }.first { id in
            let folder = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(id)/cwd")
            let name = try? String(contentsOfFile: "/proc/\(id)/comm", encoding: .utf8)
            return folder?.hasPrefix(state) == true && name?.hasPrefix("mosquitto") == true
        }
    }

    /// The resident memory of the process of the gateway, in kB.
    package var residentKilobytes: Int? { memory("VmRSS:") }

    /// The highest resident memory since the start of the process, or since `forgetPeak()`.
    package var peakResidentKilobytes: Int? { memory("VmHWM:") }

    /// Lets the peak begin at the present memory. Source: proc(5), `clear_refs`.
    package func forgetPeak() throws {
        guard let id = gateway?.id else { return }
        try Data("5".utf8).write(to: URL(filePath: "/proc/\(id)/clear_refs"))
    }

    private func memory(_ field: String) -> Int? {
        guard let id = gateway?.id, let text = try? String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix(field) })
        else { return nil }
        return line.split(separator: " ").compactMap { Int($0) }.first
    }

    /// The processor time of the gateway since its start.
    package var processorTime: Duration? {
        guard let id = gateway?.id, let text = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8),
            let end = text.lastIndex(of: ")")
        else { return nil }
        // User and system time, in ticks: the 14th and 15th field. The name in parentheses is the second field.
        let ticks = text[end...].split(separator: " ").dropFirst(12).prefix(2).compactMap { Int($0) }.reduce(0, +)
        return .seconds(ticks) / sysconf(Int32(_SC_CLK_TCK))
    }

    /// Creates simulated devices in this process, so that a test can change them and check the record of their
    /// messages.
    package nonisolated func simulate(
        _ scenario: Scenario, publishLog: PublishLog? = nil,
        now: @escaping @Sendable () -> Timestamp = { Timestamp(Date()) }
    ) -> SimulatedHome {
        var logger = Logger(label: "simulated") { _ in SwiftLogNoOpLogHandler() }
        logger.logLevel = .critical
        return SimulatedHome(
            scenario: scenario, broker: ("localhost", mqttPort),
            credentials: ProvisionedCredentials(home: self, families: scenario.family, macOf: scenario.mac),
            now: now, publishLog: publishLog, logger: logger)
    }

    /// Adopts every device of the scenario like a person does, as soon as it has announced itself.
    package nonisolated func adopt(_ scenario: Scenario) async throws {
        for device in scenario.devices {
            let purposes = device.purposes.flatMap { ["--purpose", "\($0.key)=\($0.value.rawValue)"] }
            let room = device.room.map { ["--room", $0.text] } ?? []
            try await eventually("\(device.id) is adopted") {
                try await tomte.run(["devices", "adopt", device.id, "--name", device.name.text] + room + purposes)
                    .status == 0
            }
        }
    }

    fileprivate func tearDown() async {
        await stopGateway()
        if let broker = brokerProcess { kill(broker, SIGKILL) }
        for path in [state, credentials, "\(state).log", configuration] {
            try? FileManager.default.removeItem(atPath: path)
        }
    }
}

/// Gets credentials from the gateway through its command line.
package struct ProvisionedCredentials: CredentialSource {
    let home: HomeUnderTest

    private let families: @Sendable (_ root: String) -> DeviceFamily
    private let macOf: @Sendable (_ root: String) -> MACAddress?

    /// `macOf` returns the hardware address of a device that announces itself by it.
    package init(
        home: HomeUnderTest, families: @escaping @Sendable (_ root: String) -> DeviceFamily = { _ in .homie },
        macOf: @escaping @Sendable (_ root: String) -> MACAddress? = { _ in nil }
    ) {
        self.home = home
        self.families = families
        self.macOf = macOf
    }

    package func credential(for root: String) async throws -> DeviceCredential {
        let folder = home.credentials
        let credential = DeviceCredential(
            certificateAuthority: "\(folder)/\(root).ca.pem", certificate: "\(folder)/\(root).pem",
            privateKey: "\(folder)/\(root).key")
        guard !FileManager.default.fileExists(atPath: "\(folder)/\(root).key") else { return credential }
        let family = ["--dialect", families(root).rawValue, "--certificate"]
        let mac = macOf(root).map { ["--mac", "\($0)"] } ?? []
        let provisioned = try await home.tomte.run(
            ["devices", "provision", root, "--folder", folder, "--yes"] + family + mac)
        guard provisioned.status == 0 else {
            throw TimedOutWaiting(what: "\(root) is provisioned: \(provisioned.errors)")
        }
        return credential
    }
}

/// Runs `body` with a new home and removes the home afterwards. Its gateway answers if `isStarted`.
///
/// Discovery is off unless the settings enable it, because only one test at a time may use the private Avahi. The clock
/// is trusted, because the clock of a machine that has just started may not be synchronised. `commandPrefix` is a
/// program with arguments that runs the words that follow, for every program of this home.
package func withHome(
    settings: String = """
    discovery: { enabled: false }
    storage: { commitMilliseconds: 100 }
    clock: { trustUnsynchronised: true }

    """,
    in folder: String? = nil, through commandPrefix: [String] = [], isStarted: Bool = true,
    _ body: (HomeUnderTest) async throws -> Void
) async throws {
    let home = try HomeUnderTest(settings: settings, in: folder, through: commandPrefix)
    do {
        if isStarted { try await home.startGateway() }
        try await body(home)
    } catch {
        await home.tearDown()
        throw error
    }
    await home.tearDown()
}

/// Runs simulated devices for the time of `body`; afterwards they disconnect cleanly, or abruptly when `body` throws.
package func withDevices(
    of scenario: Scenario, in home: HomeUnderTest, publishLog: PublishLog? = nil,
    now: @escaping @Sendable () -> Timestamp = { Timestamp(Date()) }, _ body: (SimulatedHome) async throws -> Void
) async throws {
    let devices = home.simulate(scenario, publishLog: publishLog, now: now)
    async let life: Void = devices.run()
    do {
        try await body(devices)
    } catch {
        await devices.stop(abruptly: true)
        try? await life
        throw error
    }
    await devices.stop()
    try await life
}
