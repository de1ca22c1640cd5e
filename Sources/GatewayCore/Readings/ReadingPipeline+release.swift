import HomeModel
package import HomeStorage

extension ReadingPipeline {
    /// More records do not wait for the clock: then the oldest are stamped by the clock as it is.
    package static let mostHeld = 100_000
    private static let interval = Duration.seconds(10)

    /// Stores what waits for the clock once that is known, and goes on looking until cancelled.
    package func keepReleasing() async {
        while !Task.isCancelled {
            // What cannot be stored waits on; `storageFault` says why.
            try? await releaseHeld()
            await clock.sleep(for: Self.interval)
        }
    }

    /// Gives what waits for the clock its time, when that is known, and stores it. In the same write it ceases to wait.
    package func releaseHeld(keeping limit: Int = mostHeld) async throws(StorageError) {
        let clocks = readClocks()
        let held = await store.held
        let due = clocks.isKnown ? held[...] : held.oldest(beyond: limit)
        guard let last = due.last else { return }
        await follow(await registry.snapshot)
        let placed = held.placed(at: clocks).prefix(due.recordCount)
        let believed = validate(placed, now: clocks.wall)
        var batch = RecordBatch(readings: believed.readings, changes: believed.changes)
        batch.heldFrom = last.number &+ 1
        try await append(batch)
        await board.set(believed, at: clocks.wall)
    }
}
