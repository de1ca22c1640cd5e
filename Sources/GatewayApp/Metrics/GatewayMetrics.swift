import GatewayCore
import HomeModel
import HomeStorage
import MQTTLink

/// The gateway's own figures, from those who keep them.
struct GatewayMetrics: Sendable {
    let core: Core
    let disk: Disk
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
                "tomte_build_info", "Always 1; the label says which version runs.", by: "version", [Version.text: 1]),
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
                    "tomte_messages_dropped_total", "Messages that the broker dropped, its queue being full.",
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
                "tomte_readings_stored_total", "Readings put on disk.", Double(await core.pipeline.storedReadings)),
            .counter("tomte_readings_rejected_total", "Reports that were not believed.", by: "reason", rejected),
            .gauge(
                "tomte_readings_waiting", "Readings and changes received since the last commit.",
                Double(await core.pipeline.waitingCount)),
            .gauge(
                "tomte_readings_held", "Readings and changes that wait for a known clock.",
                Double(await disk.database.readings.heldCount)),
            .histogram("tomte_commit_duration_seconds", "Time that commits of readings took.", commits.durations),
            .counter("tomte_commit_failures_total", "Commits of readings that failed.", Double(commits.failures)),
        ]
    }

    @Sendable private func commandFigures() async -> [Metric] {
        let meter = await core.ledger.meter
        let depth = await commands.queueDepth
        let outcomes = Dictionary(uniqueKeysWithValues: meter.outcomes.map { ($0.key.rawValue, $0.value) })
        return [
            .counter("tomte_commands_total", "Commands that ended, by outcome.", by: "outcome", outcomes),
            .histogram(
                "tomte_command_dispatch_seconds", "Time from a command's arrival until it was sent.", meter.untilSent),
            .histogram(
                "tomte_command_duration_seconds", "Time from a command's arrival to its end.", meter.untilEnded),
            .gauge("tomte_commands_waiting", "Commands that wait for their turn.", Double(depth.waiting)),
            .gauge("tomte_commands_under_way", "Commands that were sent or are being sent.", Double(depth.underWay)),
        ]
    }

    @Sendable private func storage() async -> [Metric] {
        var metrics: [Metric] = [
            .gauge("tomte_database_bytes", "Size of the database and its logs.", Double(disk.database.size)),
            .gauge("tomte_log_bytes", "Size of the log of new readings.", Double(disk.database.logSize)),
            .gauge(
                "tomte_records_unsealed", "Readings and changes in the log and in no block yet.",
                Double(await disk.database.readings.unsealedCount)),
        ]
        if let counts = try? await disk.database.readings.counts() {
            let kinds = [
                "energy": counts.energyReadings, "environment": counts.environmentReadings,
                "stateChange": counts.stateChanges,
            ]
            metrics.append(.gauge("tomte_records", "Stored readings and changes.", by: "kind", kinds))
        }
        if let figures = try? await disk.database.readings.blockFigures() {
            metrics += [
                .gauge("tomte_blocks", "Blocks of readings.", by: "sort", figures.mapValues(\.count)),
                .gauge(
                    "tomte_block_bytes", "What the blocks of readings hold.", by: "sort", figures.mapValues(\.bytes)),
            ]
        }
        if let room = disk.database.room {
            metrics.append(.gauge("tomte_disk_free_bytes", "What the disk has left for the database.", Double(room)))
        }
        return metrics
    }

    @Sendable private func audit() async -> [Metric] {
        let entries = await disk.audit.entryCounts
        let refusals = await disk.audit.refusals
        return [
            .counter(
                "tomte_audit_entries_total", "Entries of the audit log, also those that retention took.",
                by: "severity",
                Dictionary(uniqueKeysWithValues: entries.map { ($0.key.rawValue, Int(clamping: $0.value)) })),
            .counter(
                "tomte_refusals_total", "What was refused, repetitions included.", by: "event",
                Dictionary(uniqueKeysWithValues: refusals.map { ($0.key.rawValue, $0.value) })),
        ]
    }
}
