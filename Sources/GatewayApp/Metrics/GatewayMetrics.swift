import HomeStore
import AuditTrail
import TimeSeriesStore
import GatewayCore
import HomeModel
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
                "tomte_build_info", help: "Always 1; the label is the version that runs.", by: "version",
                values: [Version.text: 1]),
            .gauge(
                "tomte_uptime_seconds", help: "Time since the gateway was started.",
                value: (clock.uptime() - startedAt) / .seconds(1)),
            .gauge(
                "tomte_devices", help: "Adopted devices.", value: Double(await core.registry.snapshot.devices.count)),
            .gauge(
                "tomte_event_readers", help: "Open streams of live events.", value: Double(await core.feed.readerCount)),
            .gauge(
                "tomte_sessions", help: "Sessions of paired clients.", value: Double(await core.sessions.sessionCount)),
            .counter(
                "tomte_announcements_rejected_total", help: "Announcements of devices that could not be read.",
                by: "reason", values: await core.findings.counts),
        ]
        if let dropped = await link.dropped {
            metrics.append(
                .counter(
                    "tomte_messages_dropped_total",
                    help: "Messages that the broker dropped because its queue was full.",
                    value: Double(dropped)))
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
                "tomte_readings_stored_total", help: "Readings stored on disk.",
                value: Double(await core.pipeline.storedReadings)),
            .counter(
                "tomte_readings_rejected_total", help: "Reported values that were rejected.", by: "reason",
                values: rejected),
            .gauge(
                "tomte_readings_waiting", help: "Readings and changes received since the last commit.",
                value: Double(await core.pipeline.uncommittedCount)),
            .gauge(
                "tomte_readings_held", help: "Readings and changes that wait for a known clock.",
                value: Double(await disk.database.readings.unclockedCount)),
            .histogram(
                "tomte_commit_duration_seconds", help: "Time that commits of readings took.",
                histogram: commits.durations),
            .counter(
                "tomte_readings_lost_total",
                help: "Readings and changes that could not be stored, of devices that do not send them again.",
                value: Double(await core.pipeline.lostRecords)),
            .counter(
                "tomte_commit_failures_total", help: "Commits of readings that failed.", value: Double(commits.failures)
            ),
        ]
    }

    @Sendable private func commandFigures() async -> [Metric] {
        let meter = await core.tracker.meter
        let depth = await commands.queueDepth
        let outcomes = Dictionary(uniqueKeysWithValues: meter.outcomes.map { ($0.key.rawValue, $0.value) })
        return [
            .counter("tomte_commands_total", help: "Commands that ended, by outcome.", by: "outcome", values: outcomes),
            .histogram(
                "tomte_command_dispatch_seconds", help: "Time from a command's arrival until it was sent.",
                histogram: meter.untilSent),
            .histogram(
                "tomte_command_duration_seconds", help: "Time from a command's arrival to its end.",
                histogram: meter.untilEnded),
            .gauge("tomte_commands_waiting", help: "Commands that wait in the queue.", value: Double(depth.waiting)),
            .gauge(
                "tomte_commands_under_way", help: "Commands that were sent or are being sent.",
                value: Double(depth.inFlight)),
        ]
    }

    @Sendable private func storage() async -> [Metric] {
        var metrics: [Metric] = [
            .gauge(
                "tomte_database_bytes", help: "Size of the database and its logs.", value: Double(disk.database.size)),
            .gauge(
                "tomte_log_bytes", help: "Size of the write-ahead log of readings.",
                value: Double(disk.database.logSize)),
            .gauge(
                "tomte_records_unsealed", help: "Readings and changes in the write-ahead log that are in no block yet.",
                value: Double(await disk.database.readings.unflushedCount)),
        ]
        if let counts = try? await disk.database.readings.counts() {
            let kinds = [
                "energy": counts.energyReadings, "environment": counts.environmentReadings,
                "stateChange": counts.stateChanges,
            ]
            metrics.append(.gauge("tomte_records", help: "Stored readings and changes.", by: "kind", values: kinds))
        }
        if let figures = try? await disk.database.readings.blockStatistics() {
            metrics += [
                .gauge("tomte_blocks", help: "Blocks of readings.", by: "sort", values: figures.mapValues(\.count)),
                .gauge(
                    "tomte_block_bytes", help: "Size of the blocks of readings.", by: "sort",
                    values: figures.mapValues(\.bytes)),
            ]
        }
        if let freeBytes = disk.database.freeBytes {
            metrics.append(
                .gauge(
                    "tomte_disk_free_bytes", help: "Free space on the disk of the database.", value: Double(freeBytes)))
        }
        return metrics
    }

    @Sendable private func audit() async -> [Metric] {
        let entries = await disk.audit.entryCounts
        let refusals = await disk.audit.refusals
        return [
            .counter(
                "tomte_audit_entries_total", help: "Entries of the audit log, including those that retention deleted.",
                by: "severity",
                values: Dictionary(uniqueKeysWithValues: entries.map { ($0.key.rawValue, Int(clamping: $0.value)) })),
            .counter(
                "tomte_refusals_total", help: "Refused actions, repetitions included.", by: "event",
                values: Dictionary(uniqueKeysWithValues: refusals.map { ($0.key.rawValue, $0.value) })),
        ]
    }
}
