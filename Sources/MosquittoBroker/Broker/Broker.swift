import Concurrency
import Glibc
package import HomeCertificates
package import Logging

/// Supervises the MQTT broker: a mosquitto process that survives a killed gateway and is found again by the next one.
/// `BrokerHost` says where it runs.
package actor Broker {
    /// A broker that ran for this time is restarted at once. After shorter runs the wait before a restart grows.
    private static let stableAfter = Duration.seconds(30)

    private let settings: BrokerSettings
    private let logger: Logger
    private let files: BrokerFiles
    private var launcher: BrokerLauncher
    private var identity: BrokerIdentity
    private var access: BrokerAccessRules

    private var process: BrokerProcess?
    private var exitWatch: ExitWatchHandle?
    /// The limits that the running broker read last.
    private var tuning: BrokerTuning
    /// Whether the broker may use twice its memory for now: see `raiseMemoryLimit`.
    private var isMemoryLimitRaised = false
    private var logPosition: BrokerLog.Position
    private var isStopping = false
    /// A restart that the gateway wants is in progress.
    private var isRestarting = false
    private var afterRestart: [CheckedContinuation<Void, Never>] = []
    /// The files on disk may be newer than the ones that the broker has read.
    private var needsReload = false
    /// Called before a reload. A reload denies everything to sessions that are offline, until they connect again;
    /// messages published to them in the meantime are lost.
    private var isReloadSafe: @Sendable () async -> Bool = { true }
    /// The calls of `reportSilence`. At most one waits, because one check answers all.
    private let (silences, reportedSilence) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    /// The current state of the broker.
    package private(set) var health: BrokerHealth

    /// This actor runs on a queue of its own, because it writes files and searches for processes.
    /// The waits between starts: none at first, then 0.25 s, doubling up to half a minute.
    static let restartBackoff = ExponentialBackoff(
        from: .milliseconds(250), upTo: .seconds(30), isFirstImmediate: true)
    /// The service manager restarts its service by itself, or at the command of a person, and comes first.
    private static let serviceBackoff = ExponentialBackoff(
        from: .seconds(1), upTo: .seconds(30), isFirstImmediate: false)

    private let queue = BlockingExecutor(label: "tomte.broker")
    package nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// Prepares the folder and its files; does not start the broker.
    package init(
        settings: BrokerSettings, identity: BrokerIdentity, access: BrokerAccessRules, logger: Logger
    ) throws(BrokerError) {
        let files = try BrokerFiles(settings)
        (self.settings, self.logger, self.files) = (settings, logger, files)
        (self.identity, self.access) = (identity, access)
        launcher = try BrokerLauncher(settings, files: files, identity: identity, access: access)
        tuning = BrokerTuning(settings)
        logPosition = launcher.log.end
        health = BrokerHealth(
            host: launcher.host.kind, pid: nil, port: settings.port, compatibilityPort: launcher.compatibilityPort,
            restarts: 0,
            wasReattached: false, quarantined: [],
            saveWindowSeconds: tuning.saveSeconds, problem: nil)
        _ = try files.write(identity: identity)
        _ = try files.write(access: access)
    }

    /// Attaches to the broker that an earlier gateway left running, if it has this configuration and these roots; else
    /// starts a new one. Returns when the broker accepts connections.
    package func start() async throws(BrokerError) {
        isStopping = false
        health.wasReattached = try await attachOrLaunch()
    }

    /// Returns whether a broker ran already.
    @discardableResult private func attachOrLaunch() async throws(BrokerError) -> Bool {
        if let running = launcher.host.find() {
            if await attach(to: running) { return true }
            logger.info(
                "the running broker has another configuration or other roots, or does not respond; it is restarted")
            try await launcher.host.end(running)
        }
        try await launch()
        return false
    }

    /// Restarts the broker whenever it ends, until the task is cancelled or `stop` is called.
    package func run() async {
        await withTaskGroup { group in
            group.addTask { await self.supervise() }
            group.addTask { await self.trimLog() }
            group.addTask { await self.tunePeriodically() }
            group.addTask { await self.restartWhenHanging() }
            await group.next()
            group.cancelAll()
        }
    }

    /// Applies new access rules, a renewed certificate and a new revocation list. Returns when the broker has read
    /// them.
    ///
    /// The broker is restarted, and keeps its sessions and queues, when the first device with a password needs the
    /// compatibility listener, when the last such device is removed, when its roots change, and when `isReloadSafe` returns
    /// false.
    package func update(
        access newAccess: BrokerAccessRules? = nil, identity newIdentity: BrokerIdentity? = nil
    ) async throws(BrokerError) {
        await waitForRestart()
        let (access, identity) = (newAccess ?? access, newIdentity ?? identity)
        let changed = try changedLauncher(identity, access: access)
        (self.access, self.identity) = (access, identity)
        let changes = [try files.write(access: access), try files.write(identity: identity)]
        if changes.contains(true) { needsReload = true }
        if let next = changed ?? (hasUnreadRoots ? launcher : nil) {
            try await restart(by: next)
        } else {
            try await reloadOrRestart()
        }
    }

    /// Whether the running broker may not have read the present roots, for example because its restart failed. The next
    /// `update` restarts it.
    package var hasUnreadRoots: Bool { files.unreadRoots != nil }

    /// Returns a launcher for the changed configuration; nil when the configuration stays the same.
    private func changedLauncher(
        _ identity: BrokerIdentity, access: BrokerAccessRules
    ) throws(BrokerError) -> BrokerLauncher? {
        let next = try BrokerLauncher(settings, files: files, identity: identity, access: access)
        guard next.configuration != launcher.configuration else { return nil }
        try next.checkCompatibilityPort(openedBy: launcher)
        return next
    }

    /// Sets the check that runs before a reload. When `isSafe` returns false, the broker is restarted instead.
    package func setReloadCheck(_ isSafe: @escaping @Sendable () async -> Bool) { isReloadSafe = isSafe }

    /// Identifies the running broker process: each start has another identity. Empty while no broker runs.
    package var currentStart: String { (process ?? launcher.host.find())?.identity ?? "" }

    /// Makes the broker write its sessions, queues and retained messages to disk now.
    package func save() async throws(BrokerError) {
        guard let process else { throw .notRunning }
        try await launcher.save(process)
    }

    /// Like `save`, for callers that do not depend on it: a failure is logged.
    package func saveIfPossible() async {
        guard process != nil else { return }
        do throws(BrokerError) { try await save() } catch {
            logger.warning("the broker did not save when it was asked to", metadata: ["error.message": "\(error)"])
        }
    }

    /// Reports that a client of the gateway got no response from the broker. Returns at once. The broker is then checked,
    /// and restarted if it hangs.
    package nonisolated func reportSilence() { reportedSilence.yield() }

    /// Kills the broker that a gateway left running in this folder. Call it before the folder is deleted.
    package static func killLeftBroker(in folder: String) async { await ChildBrokerHost.killProcess(in: folder) }

    /// Ends a broker that is a child; it first saves its sessions and queues. This takes no time when they are small,
    /// and seconds when the queue is full. A service runs on, so that devices reach it while no gateway runs.
    package func stop() async {
        isStopping = true
        await waitForRestart()
        guard !launcher.host.kind.outlivesGateway else {
            track(nil)
            exitWatch?.endWait()
            return
        }
        // A broker that is just being started is ended as well.
        guard let process = process ?? launcher.host.find() else { return }
        try? await launcher.host.end(process)
        track(nil)
    }

    /// Ends the broker, which saves its sessions and queues, and starts it with `next`; with the previous launcher if
    /// that fails.
    private func restart(by next: BrokerLauncher) async throws(BrokerError) {
        guard let process else { throw .notRunning }
        isRestarting = true
        defer {
            isRestarting = false
            for waiter in afterRestart { waiter.resume() }
            afterRestart = []
        }
        let before = launcher
        launcher = next
        logger.info("broker is restarted with another configuration")
        do throws(BrokerError) { try await before.host.end(process) } catch {
            launcher = before
            throw error
        }
        track(nil)
        needsReload = false
        if isStopping { throw .notRunning }
        do throws(BrokerError) { try await launch() } catch {
            launcher = before
            try? await launch()
            throw error
        }
    }

    private func waitForRestart() async {
        while isRestarting { await withCheckedContinuation { afterRestart.append($0) } }
    }

    private func reloadOrRestart() async throws(BrokerError) {
        guard needsReload else { return }
        if await isReloadSafe() { return try await reloadIfNeeded() }
        await waitForRestart()
        if needsReload { try await restart(by: launcher) }
    }

    private func reloadIfNeeded() async throws(BrokerError) {
        guard needsReload else { return }
        guard let process else { throw .notRunning }
        needsReload = false
        do throws(BrokerError) {
            let state = try files.state()
            try await launcher.reload(process)
            files.recordRead(state, by: process)
        } catch {
            needsReload = true
            throw error
        }
    }

    private func track(_ process: BrokerProcess?, told: BrokerTuning? = nil) {
        self.process = process
        if let told { tuning = told }
        health.saveWindowSeconds = tuning.saveSeconds
        health.pid = process?.pid
        health.compatibilityPort = launcher.compatibilityPort
        if process != nil { health.problem = nil }
    }

    private func attach(to running: BrokerProcess) async -> Bool {
        guard !hasUnreadRoots, launcher.host.runs(launcher.configuration, in: running),
            (try? await launcher.waitUntilServing(running, after: nil)) != nil
        else { return false }
        track(running, told: files.tuning(of: launcher.configuration))
        // An unnecessary reload could lose messages that arrive at that moment: see `isReloadSafe`.
        needsReload = (try? files.state()).map { !files.wasRead($0, by: running) } ?? true
        logger.info("broker attached", metadata: ["process.id": "\(running.pid)"])
        return true
    }

    private func launch() async throws(BrokerError) {
        needsReload = false
        let (state, roots) = (try files.state(), files.unreadRoots)
        let launched = try await launcher.launch(settings, isMemoryLimitRaised: isMemoryLimitRaised)
        files.recordRead(state, by: launched.process)
        files.recordStart(with: roots)
        if let name = launched.quarantined {
            health.quarantined.append(name)
            logger.error("broker database was damaged and set aside", metadata: ["file.name": "\(name)"])
        }
        track(launched.process, told: launched.tuning)
        logger.info("broker started", metadata: ["process.id": "\(launched.process.pid)"])
    }

    private func supervise() async {
        var backoff = launcher.host.kind == .service ? Self.serviceBackoff : Self.restartBackoff
        while !Task.isCancelled, !isStopping {
            if let process {
                let startedAt = ContinuousClock.now
                let watch = ExitWatchHandle(pid: process.pid)
                exitWatch = watch
                await watch?.wait()
                if Task.isCancelled || isStopping { return }
                await waitForRestart()
                if self.process != process { continue }
                guard !process.isAlive else {
                    try? await Task.sleep(for: .seconds(1))
                    continue
                }
                if startedAt.duration(to: .now) > Self.stableAfter { backoff.reset() }
                track(nil)
                health.restarts += 1
                logger.error("broker ended and is started again", metadata: ["process.id": "\(process.pid)"])
            }
            try? await Task.sleep(for: backoff.next())
            if Task.isCancelled || isStopping { return }
            if isRestarting || self.process != nil { continue }
            do throws(BrokerError) { try await attachOrLaunch() } catch {
                health.problem = error.description
                logger.error("broker could not be started", metadata: ["error.message": "\(error)"])
            }
        }
    }

    private func restartWhenHanging() async {
        for await _ in silences {
            await waitForRestart()
            guard let process, process.isAlive, !isStopping, !launcher.handlesConnections else { continue }
            logger.error("broker hangs and is restarted", metadata: ["process.id": "\(process.pid)"])
            health.problem = "The broker does not respond, and is restarted."
            health.restarts += 1
            do throws(BrokerError) { try await restart(by: launcher) } catch {
                health.problem = error.description
                logger.error("broker that hangs could not be restarted", metadata: ["error.message": "\(error)"])
            }
        }
    }

    /// Adapts the limits to the size of the database every minute; the size does not change faster.
    private func tunePeriodically() async {
        while !Task.isCancelled {
            try? await Task.sleep(for: .seconds(60))
            if !Task.isCancelled { _ = await tune() }
        }
    }

    private func trimLog() async {
        while !Task.isCancelled {
            launcher.log.trim()
            try? await Task.sleep(for: .seconds(60))
        }
    }
}

// MARK: Memory

extension Broker {
    /// Returns the memory limit of the broker, and what the broker refused since the last call according to its log.
    package func memory() -> BrokerMemory {
        let lines = launcher.log.readNewLines(from: &logPosition)
        return BrokerMemory(
            limitBytes: settings.outage.memoryBytes, isExhausted: lines.reportMemoryExhaustion,
            isAtConnectionLimit: lines.reportConnectionLimit,
            disconnections: lines.disconnections, connections: lines.connections)
    }

    /// The connections in the last part of the log, in its order: also those from before the start of the gateway.
    package func recentConnections() -> [BrokerConnection] { launcher.log.lastLines.connections }

    /// The last lines of the log that name the client.
    package func recentLog(about client: String) -> [String] {
        let lines = launcher.log.lastLines.filter { $0.contains(" \(client) ") || $0.contains("'\(client)'") }
        return Array(lines.suffix(200))
    }

    /// Allows the broker twice its memory until `restoreMemoryLimit`. A broker without free memory accepts no client, not even
    /// the gateway, which could clear the messages that fill it.
    ///
    /// Where a reload is not safe, the broker is restarted; it then loses what it cannot save for lack of memory.
    package func raiseMemoryLimit() async throws(BrokerError) {
        guard !isMemoryLimitRaised else { return }
        isMemoryLimitRaised = true
        logger.notice("the broker has no memory left; its memory limit is raised for now")
        if await tune() { return }
        await waitForRestart()
        // A broker that was restarted in the meantime, or is just being restarted, already has the memory.
        guard wantedTuning != nil else { return }
        try await restart(by: launcher)
    }

    /// Ends what `raiseMemoryLimit` began. The limit is lowered when a reload is safe the next time.
    package func restoreMemoryLimit() { isMemoryLimitRaised = false }

    /// Makes the broker read limits that fit the size of its database. Returns false when a reload is not safe now, or
    /// fails.
    private func tune() async -> Bool {
        guard wantedTuning != nil else { return true }
        guard await isReloadSafe() else { return false }
        await waitForRestart()
        // A restart in the meantime has already applied the limits.
        guard process != nil, !isStopping, let wanted = wantedTuning else { return true }
        do throws(BrokerError) {
            try files.write(launcher.configuration, tuning: wanted)
            needsReload = true
            try await reloadIfNeeded()
            track(process, told: wanted)
            return true
        } catch {
            logger.warning("the limits of the broker could not be changed", metadata: ["error.message": "\(error)"])
            return false
        }
    }

    /// The limits that the broker should have; nil while its current ones fit.
    private var wantedTuning: BrokerTuning? {
        guard process != nil, !isStopping else { return nil }
        let size = files.databaseBytes
        let wanted = BrokerTuning(settings, databaseBytes: size, isMemoryLimitRaised: isMemoryLimitRaised)
        // A limit is lowered only when twice the size fits. Otherwise a size near a step would cause a reload every
        // minute.
        let lower = BrokerTuning(settings, databaseBytes: 2 * size, isMemoryLimitRaised: isMemoryLimitRaised)
        return wanted.exceeds(tuning) || tuning.exceeds(lower) ? wanted : nil
    }
}
