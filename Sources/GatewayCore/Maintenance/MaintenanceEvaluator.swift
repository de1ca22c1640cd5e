import Concurrency
package import HomeModel
package import HomeStore
package import Logging
package import TimeSeriesStore

/// Counts the use of things, and finds which tasks are due: once a minute, and after each change.
///
/// Everything is computed from what is stored, so that a kill at any moment loses nothing and counts nothing twice. While
/// the clock is not known, nothing is counted and nothing becomes due; what is due stays due.
package actor MaintenanceEvaluator {
    private static let interval = Duration.seconds(60)
    /// A count whose task did not change is stored this often. A kill in between loses nothing: the same values are counted
    /// again, unless the gateway is then off for longer than their retention term.
    private static let saveInterval = Duration.seconds(600)
    /// One evaluation reads at most so many batches of one task; a count of years takes several.
    private static let batchesPerEvaluation = 4

    let tasks: MaintenanceTaskStore
    let samples: RunSampleReader
    let state: HomeState
    private let feed: LiveFeed
    private let checkpoints: ClockCheckpoints
    private let logger: Logger
    private let lock = AsyncLock()

    /// The latest counts, with the revision of their tasks, and the uptime at which they were last stored.
    private var counts: [MaintenanceTaskID: Count] = [:]
    /// What was due at the last evaluation; nil before the first one.
    private var due: Set<DueThing>?
    /// The latest time at which the clock was known.
    private var lastKnown: Timestamp?

    private struct Count {
        let revision: Int
        var counter: RunCounter
        var savedAt: Duration
    }

    package init(
        tasks: MaintenanceTaskStore, readings: ReadingStore, retention: RetentionJob, state: HomeState, feed: LiveFeed,
        checkpoints: ClockCheckpoints, logger: Logger
    ) {
        self.tasks = tasks
        samples = RunSampleReader(store: readings, retention: retention)
        self.state = state
        self.feed = feed
        self.checkpoints = checkpoints
        self.logger = logger
    }

    /// Evaluates all tasks again and again, until cancelled.
    package func run() async {
        while !Task.isCancelled {
            do throws(StorageError) {
                try await evaluate()
            } catch {
                // The next evaluation counts the same time again.
                logger.error("maintenance was not evaluated", metadata: [LogKey.errorCode: "\(error)"])
            }
            await state.clock.sleep(for: Self.interval)
        }
    }

    /// The day at home by which tasks are due: today, or the last known day while the clock is not known. Nil while no day
    /// is known at all.
    package func today() async -> LocalDate? {
        let zone = await state.people.policy.timeZone
        return await time().flatMap { LocalDate($0, in: zone) }
    }

    /// Counts until now, finds what is due, and stores what changed. Shows the readers of the live events that something
    /// became due or is not due any more. With `id`, evaluates that task alone.
    package func evaluate(_ id: MaintenanceTaskID? = nil) async throws(StorageError) {
        try await lock.withLock { () async throws(StorageError) in
            let all = try await tasks.all()
            let (home, states) = await (state.registry.snapshot, state.deviceStates.snapshot)
            let today = await today()
            var evaluated: [MaintenanceTask] = []
            var changed: [MaintenanceTask] = []
            for var task in all {
                if let known = counts[task.id], known.revision == task.revision { task.state.counter = known.counter }
                if id == nil || id == task.id {
                    let isCounted = try await count(&task, in: home)
                    let (schedule, series) = (task.details.schedule, task.details.schedule.series)
                    let value = series.flatMap { home.has($0) ? states[$0.device].values[$0]?.value : nil }
                    let isChanged = task.state.evaluate(schedule, value: value, today: today)
                    if isCounted || isChanged { changed.append(task) }
                }
                evaluated.append(task)
            }
            try await tasks.save(changed)
            noteSaved(changed)
            let ids = Set(all.map(\.id))
            counts = counts.filter { ids.contains($0.key) }
            await show(DueThing.all(of: evaluated, in: home, states: states, today: today))
        }
    }

    /// All tasks, with their latest counts.
    package func current() async throws(StorageError) -> [MaintenanceTask] {
        try await tasks.all().map { withCount($0) }
    }

    /// The task, with its latest count; nil when there is none.
    package func current(_ id: MaintenanceTaskID) async throws(StorageError) -> MaintenanceTask? {
        try await tasks.task(id).map { withCount($0) }
    }

    /// A counter for a task by usage: from `from`, else from the end of the day on which it was last done, else from now
    /// on. Nil for other schedules.
    package func newCounter(
        _ schedule: MaintenanceSchedule, doneOn day: LocalDate? = nil, from: Timestamp? = nil
    ) async throws(StorageError) -> RunCounter? {
        guard case .usage(let usage) = schedule else { return nil }
        let today = await today()
        let now = state.clock.now()
        var start = from ?? now
        if from == nil, let day, day != today, let next = day.adding(days: 1) {
            start = next.start(in: await state.people.policy.timeZone)
        }
        return try await samples.counter(of: usage, from: min(start, now), at: now)
    }

    /// Shows the readers of the live events that tasks changed.
    func showChange() async { await feed.publish(.maintenance) }

    // MARK: - Counting

    /// Counts until now. Returns whether the count should be stored. Does nothing when the device left the home: what is
    /// counted stays.
    private func count(_ task: inout MaintenanceTask, in home: HomeSnapshot) async throws(StorageError) -> Bool {
        guard case .usage(let usage) = task.details.schedule, var counter = task.state.counter, home.has(usage.series),
            state.clock.decisionTime().isKnown
        else { return false }
        let before = counter
        let now = state.clock.now()
        let mustBeStored = try await count(until: now, usage: usage, counter: &counter)
        guard counter != before else { return false }
        task.state.counter = counter
        let uptime = state.clock.uptime()
        let savedAt = counts[task.id].flatMap { $0.revision == task.revision ? $0.savedAt : nil }
        counts[task.id] = Count(revision: task.revision, counter: counter, savedAt: savedAt ?? uptime)
        guard let savedAt, !mustBeStored else { return true }
        return uptime - savedAt >= Self.saveInterval
    }

    /// Returns whether the stored values no longer give what was counted before.
    private func count(
        until now: Timestamp, usage: UsageRule, counter: inout RunCounter
    ) async throws(StorageError) -> Bool {
        let isComplete = await !samples.hasUnclockedValues
        let settling = isComplete ? now - RunCounter.settlingTime : counter.start
        for _ in 0..<Self.batchesPerEvaluation {
            let batch = try await samples.samples(of: usage.series, from: counter.start, to: now, at: now)
            guard let cut = batch.cutAt else {
                return counter.update(with: batch.samples, by: usage.rule, settling: settling, now: now)
            }
            counter.settle(with: batch.samples, by: usage.rule, through: cut)
        }
        return false
    }

    private func noteSaved(_ saved: [MaintenanceTask]) {
        for task in saved where counts[task.id]?.revision == task.revision {
            counts[task.id]?.savedAt = state.clock.uptime()
        }
    }

    private func withCount(_ task: MaintenanceTask) -> MaintenanceTask {
        guard let known = counts[task.id], known.revision == task.revision else { return task }
        var task = task
        task.state.counter = known.counter
        return task
    }

    // MARK: - Time and events

    private func time() async -> Timestamp? {
        let time = state.clock.decisionTime()
        if time.isKnown {
            lastKnown = time.wall
        } else if lastKnown == nil {
            let checkpoint = try? await checkpoints.checkpoint(.known)
            lastKnown = lastKnown ?? checkpoint?.wall
        }
        return lastKnown
    }

    private func show(_ now: Set<DueThing>) async {
        let isChanged = due.map { $0 != now } ?? false
        due = now
        if isChanged { await feed.publish(.maintenance) }
    }
}

/// Something that is due, for the comparison of two evaluations.
private enum DueThing: Hashable {
    case task(MaintenanceTaskID, MaintenanceStatus)
    case battery(DeviceID, PartID)

    static func all(
        of tasks: [MaintenanceTask], in home: HomeSnapshot, states: StateSnapshot, today: LocalDate?
    ) -> Set<DueThing> {
        let due = tasks.map { DueThing.task($0.id, $0.status(on: today)) }
        let low = home.batteries(states).filter(\.isLow).map { DueThing.battery($0.device, $0.part) }
        return Set(due + low)
    }
}
