import GatewayCore
import HomeModel
import HomeStorage
import MQTTLink

/// Collects the gateway's own metrics from the services that count them.
struct GatewayMetrics: Sendable {
    let core: CoreServices
    let disk: OpenStores
    let link: MQTTLink
    let commands: CommandService
    let startedAt: Duration
    let clock: HomeClock

    var collectors: [Metrics.Collector] {
        [gateway, readings, commandFigures, storage, audit, { ProcessMetrics.collect() }]
    }

    @Sendable private func gateway() async -> [Metric] {
        var metrics: [Metric] = [
            .gauge(
                "tomte_build_info", "Always 1; the label is the version that runs.", by: "version", [Version.text: 1]),
            .gauge(
                "tomte_uptime_seconds", "Time since the gateway was started.",
                (clock.uptime() - startedAt) / .seconds(1)),
            .gauge("tomte_devices", "Adopted devices.", Double(await core.registry.snapshot.devices.count)),
            .gauge("tomte_event_readers", "Open streams of live events.", Double(await core.feed.readerCount)),
            .gauge("tomte_sessions", "Sessions of paired clients.", Double(await core.sessions.sessionCount)),
            .counter(
                "tomte_announcements_rejected_total", "Announcements of devices that could not be read.",
                by: "reason", await core.findings.counts),
        ]
        if let dropped = await link.dropped {
            metrics.append(
                .counter(
                    "tomte_messages_dropped_total", "Messages that the broker dropped because its queue was full.",
                    Double(dropped)))
        }
        return metrics
    }

    @Sendable private func readings() async -> [Metric] {
        let rejected = await core.pipeline.rejected.values.reduce(into: [String: Int]()) { sum, reasons in
            sum.merge(reasons, uniquingKeysWith: +)
        }
        let commits = await core.pipeline.commits
        return [
            .counter(
                "tomte_readings_stored_total", "Readings stored on disk.", Double(await core.pipeline.storedReadings)),
            .counter("tomte_readings_rejected_total", "Reported values that were rejected.", by: "reason", rejected),
            .gauge(
                "tomte_readings_waiting", "Readings and changes received since the last commit.",
                Double(await core.pipeline.waitingCount)),
            .gauge(
                "tomte_readings_held", "Readings and changes that wait for a known clock.",
                Double(await disk.database.readings.unclockedCount)),
            .histogram("tomte_commit_duration_seconds", "Time that commits of readings took.", commits.durations),
            .counter("tomte_commit_failures_total", "Commits of readings that failed.", Double(commits.failures)),
        ]
    }

    @Sendable private func commandFigures() async -> [Metric] {
        let meter = await core.tracker.meter
        let depth = await commands.queueDepth
        let outcomes = Dictionary(uniqueKeysWithValues: meter.outcomes.map { ($0.key.rawValue, $0.value) })
        return [
            .counter("tomte_commands_total", "Commands that ended, by outcome.", by: "outcome", outcomes),
            .histogram(
                "tomte_command_dispatch_seconds", "Time from a command's arrival until it was sent.", meter.untilSent),
            .histogram(
                "tomte_command_duration_seconds", "Time from a command's arrival to its end.", meter.untilEnded),
            .gauge("tomte_commands_waiting", "Commands that wait in the queue.", Double(depth.waiting)),
            .gauge("tomte_commands_under_way", "Commands that were sent or are being sent.", Double(depth.inFlight)),
        ]
    }

    @Sendable private func storage() async -> [Metric] {
        var metrics: [Metric] = [
            .gauge("tomte_database_bytes", "Size of the database and its logs.", Double(disk.database.size)),
            .gauge("tomte_log_bytes", "Size of the write-ahead log of readings.", Double(disk.database.logSize)),
            .gauge(
                "tomte_records_unsealed", "Readings and changes in the write-ahead log that are in no block yet.",
                Double(await disk.database.readings.unflushedCount)),
        ]
        if let counts = try? await disk.database.readings.counts() {
            let kinds = [
                "energy": counts.energyReadings, "environment": counts.environmentReadings,
                "stateChange": counts.stateChanges,
            ]
            metrics.append(.gauge("tomte_records", "Stored readings and changes.", by: "kind", kinds))
        }
        if let figures = try? await disk.database.readings.blockStatistics() {
            metrics += [
                .gauge("tomte_blocks", "Blocks of readings.", by: "sort", figures.mapValues(\.count)),
                .gauge(
                    "tomte_block_bytes", "Size of the blocks of readings.", by: "sort", figures.mapValues(\.bytes)),
            ]
        }
        if let freeBytes = disk.database.freeBytes {
            metrics.append(
                .gauge("tomte_disk_free_bytes", "Free space on the disk of the database.", Double(freeBytes)))
        }
        return metrics
    }

    @Sendable private func audit() async -> [Metric] {
        let entries = await disk.audit.entryCounts
        let refusals = await disk.audit.refusals
        return [
            .counter(
                "tomte_audit_entries_total", "Entries of the audit log, including those that retention deleted.",
                by: "severity",
                Dictionary(uniqueKeysWithValues: entries.map { ($0.key.rawValue, Int(clamping: $0.value)) })),
            .counter(
                "tomte_refusals_total", "Refused actions, repetitions included.", by: "event",
                Dictionary(uniqueKeysWithValues: refusals.map { ($0.key.rawValue, $0.value) })),
        ]
    }
}
