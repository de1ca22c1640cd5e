import Glibc
import HomeCertificates

/// Starts, reloads and ends a broker process, and reads in its log how that went.
struct BrokerLauncher {
    let configuration: BrokerConfiguration
    let log: BrokerLog

    private static let readySeconds = 20
    /// A full queue is 100 MB to write, which is seconds on an SD card; what is not saved by then is lost.
    private static let savingSeconds = 30
    private let executable: String
    private let files: BrokerFiles
    private let probe: PortProbe
    /// Nil while there is no compatibility listener.
    private let compatibilityProbe: PortProbe?

    init(
        settings: BrokerSettings, configuration: BrokerConfiguration, files: BrokerFiles, isCompatible: Bool
    ) throws(BrokerError) {
        let places = settings.executable.map { [$0] } ?? ["/usr/sbin/mosquitto", "/usr/local/sbin/mosquitto"]
        guard let executable = places.first(where: { access($0, X_OK) == 0 }) else { throw .notInstalled }
        self.executable = executable
        self.configuration = configuration
        self.files = files
        log = BrokerLog(path: files.folder.path(of: BrokerFiles.log))
        probe = PortProbe(port: settings.port, address: settings.bindAddress)
        compatibilityProbe =
            isCompatible ? PortProbe(port: settings.compatibilityPort, address: settings.bindAddress) : nil
    }

    /// Nil while there is no compatibility listener.
    var compatibilityPort: UInt16? { compatibilityProbe?.port }

    struct Launched {
        let process: BrokerProcess
        let tuning: BrokerTuning
        /// The name of the database that was set aside.
        var quarantined: String?
    }

    /// Starts a broker that serves. A database that stops it is tried once more without a limit of memory; if that is not
    /// the cause, it is set aside and the broker starts without.
    func launch(_ settings: BrokerSettings, isRelieved: Bool) async throws(BrokerError) -> Launched {
        var tuning = BrokerTuning(settings, databaseBytes: files.databaseBytes, isRelieved: isRelieved)
        do throws(BrokerError) { return Launched(process: try await launchOnce(tuning), tuning: tuning) } catch {
            guard error.blamesDatabase else { throw error }
        }
        tuning.memoryLimit = 0
        do throws(BrokerError) { return Launched(process: try await launchOnce(tuning), tuning: tuning) } catch {
            guard error.blamesDatabase, let name = files.quarantineDatabase() else { throw error }
            let tuning = BrokerTuning(settings)
            return Launched(process: try await launchOnce(tuning), tuning: tuning, quarantined: name)
        }
    }

    private func launchOnce(_ tuning: BrokerTuning) async throws(BrokerError) -> BrokerProcess {
        try probe.checkFree()
        try checkCompatibilityPort()
        try files.write(configuration, tuning)
        let mark = log.end
        let process = try BrokerProcess.start(
            executable: executable, folder: files.folder.path, configuration: configuration.fileName, log: log.path,
            files: mostFiles)
        do throws(BrokerError) { try await waitUntilServing(process, after: mark) } catch {
            await end(process)
            throw error
        }
        return process
    }

    /// Open files of the broker: its connections, and a few of its own. mosquitto 2.0.11 was seen to accept far more
    /// connections than its own limit allows.
    private var mostFiles: Int {
        let listeners = compatibilityProbe == nil ? 1 : 2
        return listeners * BrokerConfiguration.mostConnections + 200
    }

    /// Throws when the compatibility listener could not be opened, unless `other` has it open.
    func checkCompatibilityPort(openedBy other: BrokerLauncher) throws(BrokerError) {
        if compatibilityProbe?.port != other.compatibilityProbe?.port { try checkCompatibilityPort() }
    }

    /// Throws when the compatibility listener could not be opened, and there shall be one.
    func checkCompatibilityPort() throws(BrokerError) {
        do throws(BrokerError) { try compatibilityProbe?.checkFree() } catch {
            guard case .portInUse(let port, let holder) = error else { throw error }
            throw .compatibilityPortInUse(port: port, by: holder)
        }
    }

    /// Returns once the process is alive, says that it runs (if it was started after `mark`) and accepts connections.
    func waitUntilServing(_ process: BrokerProcess, after mark: BrokerLog.Mark?) async throws(BrokerError) {
        let deadline = ContinuousClock.now + .seconds(Self.readySeconds)
        repeat {
            guard process.isAlive else { throw cause(after: mark) }
            let saysSo = mark.map { log.lines(after: $0).contains { $0.hasSuffix(" running") } } ?? true
            if saysSo, probe.isServed, compatibilityProbe?.isServed ?? true { return }
            try? await Task.sleep(for: .milliseconds(10))
        } while ContinuousClock.now < deadline && !Task.isCancelled
        throw .notReady(seconds: Self.readySeconds)
    }

    /// Has the broker read certificate, revocations and access rules again, and returns when it has.
    ///
    /// It logs the beginning of a reload, not its end; but whatever it logs of a save after that comes after the end.
    func reload(_ process: BrokerProcess) async throws(BrokerError) {
        let mark = log.end
        let begun = try await logged(after: mark, by: process, signalled: SIGHUP) { lines in
            lines.firstIndex { $0.hasPrefix("Reloading config") }
        }
        let ended = try await logged(after: mark, by: process, signalled: SIGUSR1) { lines in
            lines.dropFirst(begun).firstIndex { $0.hasPrefix("Saving in-memory database") }
        }
        let lines = log.lines(after: mark)[begun...ended]
        if let failure = lines.first(where: { $0.hasPrefix("Error") }) { throw .reloadFailed(line: failure) }
    }

    /// Terminates, and kills what has not ended by then. Not cut short by cancellation: that would leave it running.
    func end(_ process: BrokerProcess) async {
        for (signal, seconds) in [(SIGTERM, Self.savingSeconds), (SIGKILL, 1)] where process.isAlive {
            process.send(signal)
            await ExitWatchHandle.waitForEnd(of: process.pid, atMostMilliseconds: Int32(seconds * 1000))
        }
        _ = process.isAlive  // reaps it
    }

    /// Signals until the log shows the answer, at an index that never moves. A signal that comes while the broker is
    /// busy with one of its kind is lost, so it is sent again.
    private func logged(
        after mark: BrokerLog.Mark, by process: BrokerProcess, signalled signal: Int32,
        at find: ([String]) -> Int?
    ) async throws(BrokerError) -> Int {
        for attempt in 0..<(Self.readySeconds * 100) {
            guard process.isAlive else { throw .notRunning }
            if attempt.isMultiple(of: 50) { process.send(signal) }
            if let index = find(log.lines(after: mark)) { return index }
            if (try? await Task.sleep(for: .milliseconds(10))) == nil { break }
        }
        throw .reloadFailed(line: "it did not answer.")
    }

    private func cause(after mark: BrokerLog.Mark?) -> BrokerError {
        let lines = mark.map(log.lines(after:)) ?? []
        if lines.contains(where: { $0.contains("Address already in use") }) {
            return .portInUse(port: probe.port, by: ProcessTable.listener(on: probe.port))
        }
        let line = lines.first { Self.blamesDatabase($0) } ?? lines.last { $0.hasPrefix("Error") } ?? lines.last
        return .ended(line: line ?? "it logged nothing")
    }

    /// What mosquitto says last whenever it cannot use its database.
    fileprivate static func blamesDatabase(_ line: String) -> Bool {
        line.contains("Couldn't open database")
    }
}

extension BrokerError {
    fileprivate var blamesDatabase: Bool {
        if case .ended(let line) = self { BrokerLauncher.blamesDatabase(line) } else { false }
    }
}
