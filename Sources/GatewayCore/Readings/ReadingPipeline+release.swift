import HomeModel
package import HomeStorage

extension ReadingPipeline {
    /// More records do not wait for the clock: then the oldest are stamped by the clock as it is.
    package static let mostHeld = 100_000
    private static let interval = Duration.seconds(10)

    /// Stores what waits for the clock once that is known, notes the known clock, and goes on looking until cancelled.
    package func keepReleasing() async {
        while !Task.isCancelled {
            // What cannot be stored waits on; `storageFault` says why.
            try? await releaseHeld()
            try? await noteClock()
            try? await storeAbsence()
            await clock.sleep(for: Self.interval)
        }
    }

    /// Gives what waits for the clock its time, when that is known, and stores it. In the same write it ceases to wait.
    package func releaseHeld(keeping limit: Int = mostHeld) async throws(StorageError) {
        let clocks = readClocks()
        let held = await store.held
        let (due, heldAgain) = held.release(at: clocks, keeping: limit)
        guard let last = due.last else { return }
        await follow(await registry.snapshot)
        let records = due.flatMap(\.records)
        // What is held again keeps the device's own time, and so its place among the others decides nothing.
        let isHeldAgain = !heldAgain.isEmpty
        let placed = zip(records, held.placed(at: clocks)).filter { record, _ in
            !isHeldAgain || !(record.ownTime.map(clocks.mayBeBehind) ?? false)
        }.map(\.1)
        let believed = validate(placed, now: clocks.wall)
        var batch = RecordBatch(readings: believed.readings, changes: believed.changes)
        batch.heldFrom = last.number &+ 1
        batch.held = heldAgain
        try await append(batch)
        await board.set(believed, at: clocks.wall)
    }

    /// Writes down that the clock is known, at least every `ClockTrust.noteInterval` and after each step of it, so that
    /// the next start can tell a clock that is behind from readings that are ahead.
    package func noteClock() async throws(StorageError) {
        if isClockToReconsider { try await reconsiderClock() }
        let clocks = readClocks()
        guard clocks.isKnown else { return }
        if let noted, noted.boot == clocks.boot {
            let passed = clocks.uptime - noted.uptime
            let step = (clocks.wall - noted.wall) - passed
            let isStep = max(step, .zero - step) > ReadingValidator.futureTolerance
            guard isStep || passed >= ClockTrust.noteInterval else { return }
        }
        try await marks.set(.known, to: clocks)
        noted = clocks
    }

    /// Judges the clock again by what is stored, after readings that lay in its future were struck out: that says that the
    /// clock is right. When it throws, `noteClock` tries it again.
    package func reconsiderClock() async throws(StorageError) {
        isClockToReconsider = true
        let latest = try await store.latest(now: clock.now(), terms: terms)
        try await marks.remove(.known)
        noted = nil
        judgeClock(by: ClockTrust(newestOfDevices: Array(latest.newestOfDevices.values), lastKnown: nil))
        isClockToReconsider = false
    }

    /// Stores the absence before this run. Not in `receive`, which does not wait for the database.
    package func storeAbsence() async throws(StorageError) {
        guard let absence else { return }
        try await store.note(absence)
        self.absence = nil
    }

    /// Notes how long this run went on, and the absence before it. At its end.
    package func close() async {
        let clocks = readClocks()
        // Without them the next start takes the absence for longer than it was, or this one is not shown.
        if clocks.isKnown { try? await marks.set(.known, to: clocks) }
        try? await storeAbsence()
    }
}
