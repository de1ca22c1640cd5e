import Foundation
import GatewayCore
import HomeModel
import AuditTrail
import HomeStore
import TimeSeriesStore

/// The health of the database, the audit log and the storage of readings.
enum StorageCheck {
    /// The free space below which the check warns: as much as the write-ahead log of readings may use before it is
    /// flushed, and as much again for the database.
    private static let littleRoom: Int64 = 32 << 20
    /// The duration from which a commit is reported as slow. A commit takes milliseconds, on memory cards sometimes a
    /// second.
    private static let longCommit = Duration.seconds(2)

    static func of(
        _ database: HomeDatabase, integrity: IntegrityCheck, pipeline: ReadingPipeline
    ) -> HealthChecks.Check {
        {
            var findings = await integrity.findings().map {
                HealthFinding(
                    "storage.damaged", severity: .failing, message: $0, remedy: "Restore a backup of home.sqlite.")
            }
            findings += database.openingNotes.map {
                HealthFinding(
                    "storage.logDamaged", severity: .failing, message: $0,
                    remedy: "The damaged file was put aside; check the disk.")
            }
            findings += await history(database.readings) + freeBytes(database)
            if let fault = await pipeline.storageFault {
                findings.append(
                    HealthFinding(
                        "storage.cannotWrite", severity: .failing, message: "\(fault)",
                        remedy:
                            "Free space or repair the disk; the broker keeps the readings and nothing is lost meanwhile."
                    )
                )
            }
            let lost = await pipeline.lostRecords
            if lost > 0 {
                findings.append(
                    HealthFinding(
                        "storage.recordsLost", severity: .failing,
                        message:
                            "\(lost) values were lost since the start: the disk did not store them, and their devices do "
                            + "not send them again.",
                        remedy: "Free space or repair the disk.", values: ["count": .number(lost)]))
            }
            if let time = await pipeline.commitDuration, time > longCommit {
                findings.append(
                    HealthFinding(
                        "storage.slow", severity: .warning,
                        message: "The disk has been storing readings for \(time.components.seconds) s.",
                        remedy:
                            "Readings wait at the broker meanwhile; a worn card or another program may be the cause.",
                        values: ["count": .number(Int(time.components.seconds))]))
            }
            findings += await pipeline.rateLimited.prefix(10).map { device, refusal in
                HealthFinding(
                    "storage.tooManyReadings", severity: .warning,
                    message:
                        "\(device) reports more than two values a second, or long texts\(refusal.series.map { " (\($0))" } ?? ""): "
                        + "\(refusal.count) were not stored since the start.",
                    remedy: "Have the device report less often; its history has gaps meanwhile.",
                    values: ["device": .text("\(device)"), "count": .number(refusal.count)])
            }
            let counts = try? await database.readings.counts()
            let megabytes = String(format: "%.1f", Double(database.size) / 1_000_000)
            return SubsystemHealth(
                "storage",
                summary:
                    "\(megabytes) MB, \(counts?.readings ?? 0) readings, \(counts?.stateChanges ?? 0) state changes",
                values: [
                    "bytes": .number(Int(database.size)), "readings": .number(counts?.readings ?? 0),
                    "changes": .number(counts?.stateChanges ?? 0),
                ], findings: findings)
        }
    }

    /// Findings about the stored readings that are known without reading them.
    private static func history(_ readings: ReadingStore) async -> [HealthFinding] {
        var findings = await readings.damagedRanges.prefix(10).map { stretch in
            HealthFinding(
                "storage.blockDamaged", severity: .failing,
                message:
                    "Readings of \(stretch.series.map { "\($0)" } ?? "a series") from \(stretch.first) to \(stretch.last) "
                    + "cannot be read; all others can.",
                remedy: "Restore a backup of home.sqlite, and check the disk.",
                values: [
                    "series": .text(stretch.series.map { "\($0)" } ?? ""), "from": .text("\(stretch.first)"),
                    "to": .text("\(stretch.last)"),
                ])
        }
        if let fault = await readings.flushOrCompactionError {
            findings.append(
                HealthFinding(
                    "storage.notSealed", severity: .warning, message: "\(fault)",
                    remedy: "New readings are safe in the write-ahead log meanwhile, as long as it has space."))
        }
        return findings
    }

    private static func freeBytes(_ database: HomeDatabase) -> [HealthFinding] {
        guard let free = database.freeBytes, free < littleRoom else { return [] }
        return [
            HealthFinding(
                "storage.littleRoom", severity: .warning, message: "The disk has only \(free >> 20) MB left.",
                remedy: "Free some space; on a full disk commands still work, and readings wait at the broker.",
                values: ["bytes": .number(Int(free))])
        ]
    }

    static func audit(_ audit: AuditLog, integrity: IntegrityCheck) -> HealthChecks.Check {
        {
            var findings = audit.openingNotes.map {
                HealthFinding("audit.opened", severity: .warning, message: $0, remedy: "Run tomte audit verify.")
            }
            findings += audit.losses.suffix(5).map { loss in
                HealthFinding(
                    "audit.lost", severity: .failing,
                    message: "Audit log\(loss.severity.map { ", \($0.rawValue)" } ?? ""): \(loss.sentence)",
                    remedy: "Find out who could write the state folder; tomte audit verify lists all problems.")
            }
            findings += verified(await integrity.problemsOfAuditLog())
            if let backgroundError = audit.backgroundError {
                findings.append(
                    HealthFinding(
                        "audit.cannotWrite", severity: .failing, message: "\(backgroundError)",
                        remedy: "Free space or repair the disk; without an audit entry no command is sent to a device.")
                )
            }
            return SubsystemHealth("audit", summary: "three chains, synced at each entry", findings: findings)
        }
    }

    /// - Parameter problems: those of the last daily verification; nil if it took too long.
    private static func verified(_ problems: [CodedSentence]?) -> [HealthFinding] {
        guard let problems else {
            return [
                HealthFinding(
                    "audit.notVerified", severity: .notice,
                    message: "The audit log is too long for the daily verification.", remedy: "tomte audit verify")
            ]
        }
        guard let first = problems.first else { return [] }
        return [
            HealthFinding(
                "audit.altered", severity: .failing, message: "The audit log was altered: \(first.text)",
                remedy: "Find out who could write the state folder; tomte audit verify lists all problems.",
                values: ["count": .number(problems.count)])
        ]
    }
}
