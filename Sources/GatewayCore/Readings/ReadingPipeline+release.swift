import HomeStore
package import HomeModel
import TimeSeriesStore

extension ReadingPipeline {
    /// The limit of records that wait for the clock. Beyond it, the oldest ones get their time from the clock as it is.
    package static let mostHeld = 100_000
    private static let interval = Duration.seconds(10)

    /// Stores the waiting records once the clock is known, and records the known clock. Repeats this until cancelled.
    package func runRelease() async {
        while !Task.isCancelled {
            // Records that cannot be stored go on waiting; `storageFault` says why.
            try? await releaseHeld()
            try? await noteClock()
            try? await storeAbsence()
            await clock.sleep(for: Self.interval)
        }
    }

    /// Gives the waiting records their time when the clock is known, and stores them. The same write removes them from
    /// the records that wait.
    package func releaseHeld(keeping limit: Int = mostHeld) async throws(StorageError) {
        let clocks = readClocks()
        let unclocked = await store.unclocked
        let (due, stillUnclocked) = unclocked.releasable(at: clocks, keeping: limit)
        guard let last = due.last else { return }
        await follow(await registry.snapshot)
        let records = due.flatMap(\.records)
        // Records that go on waiting keep the device's own time, so their place among the others decides nothing.
        let isHeldAgain = !stillUnclocked.isEmpty
        let timestamped = zip(records, unclocked.timestamped(at: clocks)).filter { record, _ in
            !isHeldAgain || !(record.ownTime.map(clocks.mayBeBehind) ?? false)
        }.map(\.1)
        let validated = validate(timestamped, now: clocks.wall)
        var batch = RecordBatch(readings: validated.readings, changes: validated.changes)
        batch.releasedBefore = last.number &+ 1
        batch.unclocked = stillUnclocked
        try await append(batch)
        await display.current.set(validated, at: clocks.wall)
    }

    /// Records that the clock is known, at least every `ClockTrust.saveInterval` and after each step of the clock. So
    /// the next start can tell a clock that is behind from readings that are ahead.
    package func noteClock() async throws(StorageError) {
        if isClockToReconsider { try await reconsiderClock() }
        let clocks = readClocks()
        guard clocks.isKnown else { return }
        if let lastClocks, lastClocks.boot == clocks.boot {
            let passed = clocks.uptime - lastClocks.uptime
            let step = (clocks.wall - lastClocks.wall) - passed
            let isStep = max(step, .zero - step) > ReadingValidator.futureTolerance
            guard isStep || passed >= ClockTrust.saveInterval else { return }
        }
        try await marks.set(.known, to: clocks)
        lastClocks = clocks
    }

    /// Judges the clock again by the stored readings, after readings in its future were struck out: striking them out
    /// says that the clock is right. When this throws, `noteClock` repeats it.
    package func reconsiderClock() async throws(StorageError) {
        isClockToReconsider = true
        let latest = try await store.latest(now: clock.now(), terms: terms)
        try await marks.remove(.known)
        lastClocks = nil
        judgeClock(by: ClockTrust(newestOfDevices: Array(latest.newestOfDevices.values), lastKnown: nil))
        isClockToReconsider = false
    }

    /// Stores the absence before this run. `receive` does not store it, because it does not wait for the database.
    package func storeAbsence() async throws(StorageError) {
        guard let absence else { return }
        try await store.add(absence)
        self.absence = nil
    }

    /// Records how long this run lasted, and the absence before it. Called at the end of the run.
    package func close() async {
        let clocks = readClocks()
        // Without these records, the next start assumes a longer absence than there was, or the absence before this run
        // is not shown.
        if clocks.isKnown { try? await marks.set(.known, to: clocks) }
        try? await storeAbsence()
    }
}
