import Foundation
import GatewayCore
import HomeStorage

/// Health of the database, the audit log and the writing of readings.
enum StorageCheck {
    static func of(_ database: HomeDatabase, _ pipeline: ReadingPipeline) -> HealthBoard.Check {
        {
            var findings = await database.check().map {
                HealthFinding("storage.damaged", .failing, $0, remedy: "Restore a backup of home.sqlite.")
            }
            if let fault = await pipeline.storageFault {
                findings.append(
                    HealthFinding(
                        "storage.cannotWrite", .failing, "\(fault)",
                        remedy: "Free space or mend the disk; the broker holds the readings and nothing is lost meanwhile."))
            }
            let counts = try? await database.readings.counts()
            let megabytes = String(format: "%.1f", Double(database.size) / 1_000_000)
            return SubsystemHealth(
                "storage",
                summary: "\(megabytes) MB, \(counts?.readings ?? 0) readings, \(counts?.stateChanges ?? 0) state changes",
                findings: findings)
        }
    }

    static func audit(_ audit: AuditLog) -> HealthBoard.Check {
        {
            let findings = await audit.openingNotes.map {
                HealthFinding("audit.opened", .warning, $0, remedy: "Run tomte audit verify.")
            }
            return SubsystemHealth("audit", summary: "three chains, synced at each entry", findings: findings)
        }
    }
}
