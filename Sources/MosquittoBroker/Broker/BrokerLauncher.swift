import Glibc
import HomeCertificates

/// Starts, reloads and ends a broker through its host, and reads the result from its log.
struct BrokerLauncher {
    let configuration: BrokerConfiguration
    let host: any BrokerHost
    let log: BrokerLog

    static let readySeconds = 20
    /// The seconds that a broker has to save before it is killed. A full queue is 100 MB, which takes seconds on an SD
    /// card; what is not saved by then is lost.
    static let savingSeconds = 30
    private let files: BrokerFiles
    private let probe: PortProbe
    /// Nil while there is no compatibility listener.
    private let compatibilityProbe: PortProbe?

    init(
        settings: BrokerSettings, configuration: BrokerConfiguration, files: BrokerFiles, isCompatible: Bool
    ) throws(BrokerError) {
        if let service = settings.service {
            host = ServiceBrokerHost(service, files: files)
        } else {
            host = try ChildBrokerHost(executable: settings.executable, files: files)
        }
        self.configuration = configuration
        self.files = files
        log = files.log
        probe = PortProbe(port: settings.port, address: settings.bindAddress)
        compatibilityProbe =
            isCompatible ? PortProbe(port: settings.compatibilityPort, address: settings.bindAddress) : nil
    }

    /// Nil while there is no compatibility listener.
    var compatibilityPort: UInt16? { compatibilityProbe?.port }

    /// The result of a start.
    struct Launched {
        let process: BrokerProcess
        let tuning: BrokerTuning
        /// The name of the database that was set aside.
        var quarantined: String?
    }

    /// Starts a broker and returns when it accepts connections. When the database prevents the start, the broker is
    /// started once more without a memory limit. If that does not help, the database is set aside and the broker starts
    /// without it.
    func launch(_ settings: BrokerSettings, isMemoryLimitRaised: Bool) async throws(BrokerError) -> Launched {
        var tuning = BrokerTuning(
            settings, databaseBytes: files.databaseBytes, isMemoryLimitRaised: isMemoryLimitRaised)
        do throws(BrokerError) { return Launched(process: try await launchOnce(tuning), tuning: tuning) } catch {
            guard error.isDatabaseFailure else { throw error }
        }
        tuning.memoryLimit = 0
        do throws(BrokerError) { return Launched(process: try await launchOnce(tuning), tuning: tuning) } catch {
            guard error.isDatabaseFailure, let name = files.quarantineDatabase() else { throw error }
            let tuning = BrokerTuning(settings)
            return Launched(process: try await launchOnce(tuning), tuning: tuning, quarantined: name)
        }
    }

    private func launchOnce(_ tuning: BrokerTuning) async throws(BrokerError) -> BrokerProcess {
        try probe.checkFree()
        try checkCompatibilityPort()
        let position = log.end
        let process = try await host.launch(BrokerLaunch(configuration: configuration, tuning: tuning))
        do throws(BrokerError) { try await waitUntilServing(process, after: position) } catch {
            try? await host.end(process)
            throw error
        }
        return process
    }

    /// Throws when the port of the compatibility listener is not free, unless `other` uses it.
    func checkCompatibilityPort(openedBy other: BrokerLauncher) throws(BrokerError) {
        if compatibilityProbe?.port != other.compatibilityProbe?.port { try checkCompatibilityPort() }
    }

    /// Throws when the configuration has a compatibility listener whose port is not free.
    func checkCompatibilityPort() throws(BrokerError) {
        do throws(BrokerError) { try compatibilityProbe?.checkFree() } catch {
            guard case .portInUse(let port, let holder) = error else { throw error }
            throw .compatibilityPortInUse(port: port, by: holder)
        }
    }

    /// Returns once the process runs, has logged that it runs (if it was started after `position`) and accepts connections.
    func waitUntilServing(_ process: BrokerProcess, after position: BrokerLog.Position?) async throws(BrokerError) {
        let deadline = ContinuousClock.now + .seconds(Self.readySeconds)
        repeat {
            guard process.isAlive else { throw cause(after: position) }
            let hasLoggedStart = position.map { log.lines(after: $0).contains { $0.hasSuffix(" running") } } ?? true
            if hasLoggedStart, probe.isServed, compatibilityProbe?.isServed ?? true { return }
            try? await Task.sleep(for: .milliseconds(10))
        } while ContinuousClock.now < deadline && !Task.isCancelled
        throw .notReady(seconds: Self.readySeconds)
    }

    /// Whether the broker handles a new connection within 10 s. A save of a full queue can take some of that. Blocks.
    var handlesConnections: Bool { probe.isHandled(withinMilliseconds: 10_000) }

    /// Makes the broker read certificate, revocations and access rules again, and returns when it has.
    ///
    /// The broker logs the beginning of a reload but not its end. So a save is requested as well: the log line of a
    /// save that follows the beginning comes after the end of the reload.
    func reload(_ process: BrokerProcess) async throws(BrokerError) {
        let position = log.end
        let begun = try await logged(after: position, by: process, requesting: .reload) { lines in
            lines.firstIndex { $0.hasPrefix("Reloading config") }
        }
        let ended = try await logged(after: position, by: process, requesting: .save) { lines in
            lines.dropFirst(begun).firstIndex(where: Self.isSave)
        }
        let lines = log.lines(after: position)[begun...ended]
        if let failure = lines.first(where: { $0.hasPrefix("Error") }) { throw .reloadFailed(line: failure) }
    }

    /// Makes the broker write its sessions, queues and retained messages to the disk. A signal is certain to arrive; a
    /// request to a service manager is not, so the log line of the save is awaited.
    func save(_ process: BrokerProcess) async throws(BrokerError) {
        guard host.kind == .service else { return try host.request(.save, of: process) }
        _ = try await logged(after: log.end, by: process, requesting: .save) { $0.firstIndex(where: Self.isSave) }
    }

    /// Requests an action until the log shows the answer, and returns the index of that line, which does not change
    /// later. The broker loses a signal that arrives while it handles one of the same kind, so the request is repeated.
    private func logged(
        after position: BrokerLog.Position, by process: BrokerProcess, requesting action: BrokerAction,
        at find: ([String]) -> Int?
    ) async throws(BrokerError) -> Int {
        for attempt in 0..<(Self.readySeconds * 100) {
            guard process.isAlive else { throw .notRunning }
            if attempt.isMultiple(of: host.kind.repetition) { try host.request(action, of: process) }
            if let index = find(log.lines(after: position)) { return index }
            if (try? await Task.sleep(for: .milliseconds(10))) == nil { break }
        }
        throw host.unanswered(action, seconds: Self.readySeconds)
    }

    private static func isSave(_ line: String) -> Bool { line.hasPrefix("Saving in-memory database") }

    private func cause(after position: BrokerLog.Position?) -> BrokerError {
        let lines = position.map(log.lines(after:)) ?? []
        if lines.contains(where: { $0.contains("Address already in use") }) {
            return .portInUse(port: probe.port, by: ProcessTable.listener(on: probe.port))
        }
        let line = lines.first { Self.isDatabaseFailure($0) } ?? lines.last { $0.hasPrefix("Error") } ?? lines.last
        return .ended(line: line ?? "it logged nothing")
    }

    /// Whether mosquitto logs this line last when it cannot use its database.
    fileprivate static func isDatabaseFailure(_ line: String) -> Bool {
        line.contains("Couldn't open database")
    }
}

extension BrokerLauncher {
    /// A launcher for the configuration that follows from the settings, the identity and the access rules.
    init(
        _ settings: BrokerSettings, files: BrokerFiles, identity: BrokerIdentity, access: BrokerAccessRules
    ) throws(BrokerError) {
        // The service manager sets the user of a service.
        let user = settings.service == nil ? try BrokerUser.current().map { _ in BrokerUser.name } : nil
        let isCompatible = access.passwords != nil && identity.compatibility != nil
        let configuration = try BrokerConfiguration(settings, user: user, isCompatible: isCompatible)
        try self.init(settings: settings, configuration: configuration, files: files, isCompatible: isCompatible)
    }
}

extension BrokerError {
    fileprivate var isDatabaseFailure: Bool {
        if case .ended(let line) = self { BrokerLauncher.isDatabaseFailure(line) } else { false }
    }
}
