import Foundation
import GatewayCore
import HomeModel
import HomeStorage

/// Health of the database, the audit log and the writing of readings.
enum StorageCheck {
    static func of(_ database: HomeDatabase, _ pipeline: ReadingPipeline, _ clock: HomeClock) -> HealthBoard.Check {
        let integrity = IntegrityCheck(database: database, clock: clock)
        return {
            var findings = await integrity.findings().map {
                HealthFinding("storage.damaged", .failing, $0, remedy: "Restore a backup of home.sqlite.")
            }
            if let fault = await pipeline.storageFault {
                findings.append(
                    HealthFinding(
                        "storage.cannotWrite", .failing, "\(fault)",
                        remedy:
                            "Free space or mend the disk; the broker holds the readings and nothing is lost meanwhile.")
                )
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

    static func audit(_ audit: AuditLog) -> HealthBoard.Check {
        {
            var findings = await audit.openingNotes.map {
                HealthFinding("audit.opened", .warning, $0, remedy: "Run tomte audit verify.")
            }
            if let trouble = await audit.trouble {
                findings.append(
                    HealthFinding(
                        "audit.cannotWrite", .failing, "\(trouble)",
                        remedy: "Free space or mend the disk; without an entry nothing is sent to a device."))
            }
            return SubsystemHealth("audit", summary: "three chains, synced at each entry", findings: findings)
        }
    }
}

/// Reads the whole database to find damage; what it found holds for an hour.
private actor IntegrityCheck {
    private static let validity = Duration.hours(1)

    private let database: HomeDatabase
    private let clock: HomeClock
    private var last: (findings: [String], at: Timestamp)?
    private var isChecking = false

    init(database: HomeDatabase, clock: HomeClock) {
        self.database = database
        self.clock = clock
    }

    func findings() async -> [String] {
        let now = clock.now()
        if let last, now - last.at < Self.validity, now >= last.at { return last.findings }
        // Whoever asks meanwhile hears of the time before, and starts no second one.
        if isChecking { return last?.findings ?? [] }
        isChecking = true
        defer { isChecking = false }
        let findings = await database.check()
        last = (findings, now)
        return findings
    }
}
