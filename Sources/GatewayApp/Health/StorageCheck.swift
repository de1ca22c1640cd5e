import Foundation
import GatewayCore
import HomeModel
import HomeStorage

/// Health of the database, the audit log and the writing of readings.
enum StorageCheck {
    /// As much as the log of new readings may take before it is sealed, and as much again for the database.
    private static let littleRoom: Int64 = 32 << 20
    /// A commit takes milliseconds; of memory cards at times a second.
    private static let longCommit = Duration.seconds(2)

    static func of(
        _ database: HomeDatabase, _ integrity: IntegrityCheck, _ pipeline: ReadingPipeline
    ) -> HealthBoard.Check {
        {
            var findings = await integrity.findings().map {
                HealthFinding("storage.damaged", .failing, $0, remedy: "Restore a backup of home.sqlite.")
            }
            findings += database.openingNotes.map {
                HealthFinding(
                    "storage.logDamaged", .failing, $0, remedy: "The damaged file was put aside; check the disk.")
            }
            findings += await history(database.readings) + room(database)
            if let fault = await pipeline.storageFault {
                findings.append(
                    HealthFinding(
                        "storage.cannotWrite", .failing, "\(fault)",
                        remedy:
                            "Free space or mend the disk; the broker holds the readings and nothing is lost meanwhile.")
                )
            }
            if let time = await pipeline.storingFor, time > longCommit {
                findings.append(
                    HealthFinding(
                        "storage.slow", .warning,
                        "The disk has been storing readings for \(time.components.seconds) s.",
                        remedy: "Readings wait at the broker meanwhile; a worn card or another program may be why."))
            }
            findings += await pipeline.overBudget.prefix(10).map { device, refusal in
                HealthFinding(
                    "storage.tooManyReadings", .warning,
                    "\(device) reports more than two values a second, or long texts\(refusal.series.map { " (\($0))" } ?? ""): "
                        + "\(refusal.count) were not stored since the start.",
                    remedy: "Have the device report less often; its history has gaps meanwhile.")
            }
            let counts = try? await database.readings.counts()
            let megabytes = String(format: "%.1f", Double(database.size) / 1_000_000)
            return SubsystemHealth(
                "storage",
                summary:
                    "\(megabytes) MB, \(counts?.readings ?? 0) readings, \(counts?.stateChanges ?? 0) state changes",
                findings: findings)
        }
    }

    /// What is known of the readings without reading them.
    private static func history(_ readings: ReadingStore) async -> [HealthFinding] {
        var findings = await readings.damagedStretches.prefix(10).map { stretch in
            HealthFinding(
                "storage.blockDamaged", .failing,
                "Readings of \(stretch.series.map { "\($0)" } ?? "a series") from \(stretch.first) to \(stretch.last) "
                    + "cannot be read; all others can.",
                remedy: "Restore a backup of home.sqlite, and check the disk.")
        }
        if let fault = await readings.sealingFault {
            findings.append(
                HealthFinding(
                    "storage.notSealed", .warning, "\(fault)",
                    remedy: "New readings are safe in their log meanwhile, as long as it has room."))
        }
        return findings
    }

    private static func room(_ database: HomeDatabase) -> [HealthFinding] {
        guard let room = database.room, room < littleRoom else { return [] }
        return [
            HealthFinding(
                "storage.littleRoom", .warning, "The disk has only \(room >> 20) MB left.",
                remedy: "Free some; on a full disk commands go on, and readings wait at the broker.")
        ]
    }

    static func audit(_ audit: AuditLog) -> HealthBoard.Check {
        {
            var findings = audit.openingNotes.map {
                HealthFinding("audit.opened", .warning, $0, remedy: "Run tomte audit verify.")
            }
            findings += audit.losses.suffix(5).map { loss in
                HealthFinding(
                    "audit.lost", .failing,
                    "Audit log\(loss.severity.map { ", \($0.rawValue)" } ?? ""): \(loss.sentence)",
                    remedy: "Find out who could write the state folder; tomte audit verify says it with all else.")
            }
            if let trouble = audit.trouble {
                findings.append(
                    HealthFinding(
                        "audit.cannotWrite", .failing, "\(trouble)",
                        remedy: "Free space or mend the disk; without an entry nothing is sent to a device."))
            }
            return SubsystemHealth("audit", summary: "three chains, synced at each entry", findings: findings)
        }
    }
}
