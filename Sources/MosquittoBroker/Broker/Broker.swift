import BlockingQueues
import Glibc
package import HomeCertificates
package import Logging

/// The supervised MQTT broker: a mosquitto in a session of its own, which outlives a killed gateway and is found again.
package actor Broker {
    /// A broker that ran this long is started again at once; one that ends sooner is waited for ever longer.
    private static let steady = Duration.seconds(30)

    private let settings: BrokerSettings
    private let logger: Logger
    private let files: BrokerFiles
    private var launcher: BrokerLauncher
    private var identity: BrokerIdentity
    private var access: BrokerAccess

    private var process: BrokerProcess?
    /// What the running broker was told last.
    private var tuning: BrokerTuning
    /// It may have twice its memory for now: see `relieve`.
    private var isRelieved = false
    private var logRead: BrokerLog.Mark
    private var isStopping = false
    /// It ends for a moment, to come back with another configuration.
    private var isRestarting = false
    private var afterRestart: [CheckedContinuation<Void, Never>] = []
    /// What lies on disk may be newer than what the broker has read.
    private var needsReload = false
    /// Asked before a reload: that denies everything to sessions which are offline at the moment, until they connect
    /// again; what is published to them meanwhile is lost.
    private var isReloadSafe: @Sendable () async -> Bool = { true }
    package private(set) var health: BrokerHealth

    /// Files are written here, and processes looked for.
    private let queue = BlockingQueue(label: "tomte.broker")
    package nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// Prepares the folder and its files; starts nothing.
    package init(
        settings: BrokerSettings, identity: BrokerIdentity, access: BrokerAccess, logger: Logger
    ) throws(BrokerError) {
        let files = try BrokerFiles(path: settings.folder, user: try BrokerUser.current())
        (self.settings, self.logger, self.files) = (settings, logger, files)
        (self.identity, self.access) = (identity, access)
        launcher = try BrokerLauncher(settings, files, identity, access)
        tuning = BrokerTuning(settings)
        logRead = launcher.log.end
        health = BrokerHealth(
            pid: nil, port: settings.port, compatibilityPort: launcher.compatibilityPort, restarts: 0,
            wasReattached: false, quarantined: [],
            saveWindowSeconds: tuning.saveSeconds, problem: nil)
        _ = try files.write(identity: identity)
        _ = try files.write(access: access)
    }

    /// Attaches to our broker if one runs with this configuration, else starts one; returns when it serves.
    package func start() async throws(BrokerError) {
        isStopping = false
        if let running = BrokerProcess.find(in: settings.folder) {
            if await attach(to: running) { return }
            logger.info("broker runs with another configuration, or not well, and is restarted")
            await launcher.end(running)
        }
        try await launch()
    }

    /// Restarts the broker whenever it ends, until the task is cancelled or `stop` is called.
    package func run() async {
        await withTaskGroup { group in
            group.addTask { await self.supervise() }
            group.addTask { await self.trimLog() }
            group.addTask { await self.keepTuned() }
            await group.next()
            group.cancelAll()
        }
    }

    /// Puts new access rules in force, a renewed certificate, a new revocation list. Returns when the broker has them.
    ///
    /// The broker is restarted, and keeps what it holds, when the first device with a password opens the compatibility
    /// listener, when the last closes it, and when `isReloadSafe` says no.
    package func update(
        access newAccess: BrokerAccess? = nil, identity newIdentity: BrokerIdentity? = nil
    ) async throws(BrokerError) {
        await waitForRestart()
        let (access, identity) = (newAccess ?? access, newIdentity ?? identity)
        let other = try otherLauncher(identity, access)
        (self.access, self.identity) = (access, identity)
        let changes = [try files.write(access: access), try files.write(identity: identity)]
        if changes.contains(true) { needsReload = true }
        if let other { try await restart(by: other) } else { try await readAgain() }
    }

    /// Nil when the configuration stays what it is.
    private func otherLauncher(
        _ identity: BrokerIdentity, _ access: BrokerAccess
    ) throws(BrokerError) -> BrokerLauncher? {
        let next = try BrokerLauncher(settings, files, identity, access)
        guard next.configuration != launcher.configuration else { return nil }
        try next.checkCompatibilityPort(openedBy: launcher)
        return next
    }

    /// Where `isSafe` says no, the broker is restarted instead of told to read its rules again.
    package func askBeforeReload(_ isSafe: @escaping @Sendable () async -> Bool) { isReloadSafe = isSafe }

    /// Tells one start of the broker from another; empty while none runs.
    package var currentStart: String { (process ?? BrokerProcess.find(in: settings.folder))?.identity ?? "" }

    /// Has the broker write its sessions, queues and retained values to disk now.
    package func save() { process?.send(SIGUSR1) }

    /// Ends the broker, which saves what it holds: at once when that is little, in seconds when its queue is full.
    package func stop() async {
        isStopping = true
        await waitForRestart()
        // One that is being started at this moment is ended as well.
        guard let process = process ?? BrokerProcess.find(in: settings.folder) else { return }
        await launcher.end(process)
        adopt(nil)
    }

    /// Ends the broker, which saves sessions and queues, and starts it as `next` says; as before when that fails.
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
        await before.end(process)
        adopt(nil)
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

    private func readAgain() async throws(BrokerError) {
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
            files.noteRead(state, by: process)
        } catch {
            needsReload = true
            throw error
        }
    }

    private func adopt(_ process: BrokerProcess?, _ told: BrokerTuning? = nil) {
        self.process = process
        if let told { tuning = told }
        health.saveWindowSeconds = tuning.saveSeconds
        health.pid = process?.pid
        health.compatibilityPort = launcher.compatibilityPort
        if process != nil { health.problem = nil }
    }

    private func attach(to running: BrokerProcess) async -> Bool {
        guard running.configuration == launcher.configuration.fileName,
            (try? await launcher.waitUntilServing(running, after: nil)) != nil
        else { return false }
        adopt(running, files.tuning(of: launcher.configuration))
        health.wasReattached = true
        // A reload that is not needed could cost what arrives just then: see `update`.
        needsReload = (try? files.state()).map { !files.wasRead($0, by: running) } ?? true
        logger.info("broker attached", metadata: ["process.id": "\(running.pid)"])
        return true
    }

    private func launch() async throws(BrokerError) {
        needsReload = false
        let state = try files.state()
        let launched = try await launcher.launch(settings, isRelieved: isRelieved)
        files.noteRead(state, by: launched.process)
        if let name = launched.quarantined {
            health.quarantined.append(name)
            logger.error("broker database was damaged and set aside", metadata: ["file.name": "\(name)"])
        }
        adopt(launched.process, launched.tuning)
        logger.info("broker started", metadata: ["process.id": "\(launched.process.pid)"])
    }

    private func supervise() async {
        var backOff = BackOff()
        while !Task.isCancelled, !isStopping {
            if let process {
                let startedAt = ContinuousClock.now
                await ExitWatchHandle(pid: process.pid)?.wait()
                if Task.isCancelled || isStopping { return }
                await waitForRestart()
                if self.process != process { continue }
                guard !process.isAlive else {
                    try? await Task.sleep(for: .seconds(1))
                    continue
                }
                if startedAt.duration(to: .now) > Self.steady { backOff = BackOff() }
                adopt(nil)
                health.restarts += 1
                logger.error("broker ended and is started again", metadata: ["process.id": "\(process.pid)"])
            }
            try? await Task.sleep(for: backOff.next())
            if Task.isCancelled || isStopping { return }
            if isRestarting || self.process != nil { continue }
            do throws(BrokerError) { try await launch() } catch {
                health.problem = error.description
                logger.error("broker could not be started", metadata: ["error.message": "\(error)"])
            }
        }
    }

    /// Follows the size of the database, which changes by the minute at most.
    private func keepTuned() async {
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
    /// How much memory the broker may have, and what it refused since the last call.
    package func memory() -> BrokerMemory {
        let lines = launcher.log.readOn(from: &logRead)
        return BrokerMemory(
            limitBytes: settings.outage.memoryBytes, isExhausted: lines.tellOfExhaustion, isCrowded: lines.tellOfCrowd,
            disconnections: lines.disconnections)
    }

    /// Allows the broker twice its memory until `endRelief`: one that has none left lets no client in, not even the
    /// gateway, which could clear what fills it. Where a reload is not safe the broker is restarted; what it cannot save
    /// for want of memory is lost then.
    package func relieve() async throws(BrokerError) {
        guard !isRelieved else { return }
        isRelieved = true
        logger.notice("the broker has no memory left and is given more for now")
        if await tune() { return }
        await waitForRestart()
        // One that was started again meanwhile, or is just being, has the memory already.
        guard wantedTuning != nil else { return }
        try await restart(by: launcher)
    }

    /// Takes back what `relieve` gave, at the next moment at which a reload is safe.
    package func endRelief() { isRelieved = false }

    /// Has the broker read limits that fit its database again. False where a reload is not safe now, or fails.
    private func tune() async -> Bool {
        guard wantedTuning != nil else { return true }
        guard await isReloadSafe() else { return false }
        await waitForRestart()
        // It may have been started again meanwhile, which tunes it.
        guard process != nil, !isStopping, let wanted = wantedTuning else { return true }
        do throws(BrokerError) {
            try files.write(launcher.configuration, wanted)
            needsReload = true
            try await reloadIfNeeded()
            adopt(process, wanted)
            return true
        } catch {
            logger.warning("the broker could not be given other limits", metadata: ["error.message": "\(error)"])
            return false
        }
    }

    /// Nil while what the broker was told is good enough.
    private var wantedTuning: BrokerTuning? {
        guard process != nil, !isStopping else { return nil }
        let size = files.databaseBytes
        let wanted = BrokerTuning(settings, databaseBytes: size, isRelieved: isRelieved)
        // Twice the size has to fit before a limit is lowered, so that a size near a step does not reload each minute.
        let lower = BrokerTuning(settings, databaseBytes: 2 * size, isRelieved: isRelieved)
        return wanted.exceeds(tuning) || tuning.exceeds(lower) ? wanted : nil
    }
}

extension BrokerLauncher {
    fileprivate init(
        _ settings: BrokerSettings, _ files: BrokerFiles, _ identity: BrokerIdentity, _ access: BrokerAccess
    ) throws(BrokerError) {
        let user = try BrokerUser.current().map { _ in BrokerUser.name }
        let isCompatible = access.passwords != nil && identity.compatibility != nil
        let configuration = try BrokerConfiguration(settings, user: user, isCompatible: isCompatible)
        try self.init(settings: settings, configuration: configuration, files: files, isCompatible: isCompatible)
    }
}

/// Waits between starts: none at first, then doubling up to half a minute.
struct BackOff {
    private var wait = Duration.zero

    mutating func next() -> Duration {
        defer { wait = min(max(wait * 2, .milliseconds(250)), .seconds(30)) }
        return wait
    }
}
