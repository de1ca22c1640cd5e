import Foundation
import GatewayCore
import HomeModel
import HomeStore

/// The health of privacy: whether an owner should answer a consent, whether a withdrawal is still being carried out,
/// whether the list of erasures could be read, and whether a wipe deleted everything.
enum ConsentCheck {
    private static let mostLeftovers = 5

    static func of(
        _ consents: ConsentService, erasures: ErasureJournal, leftovers: WipeLeftovers
    ) -> HealthChecks.Check {
        {
            health(
                awaited: await consents.awaited(), pending: await consents.pendingDeletions(),
                damage: erasures.note, unreadable: erasures.unreadable, left: leftovers.paths())
        }
    }

    /// `damage` says what happened to the journal of erasures, and `unreadable` that the disk does not return it; nil when
    /// it could be read. `left` are the paths that a wipe could not delete.
    static func health(
        awaited: [ConsentID], pending: [ConsentID], damage: String? = nil, unreadable: String? = nil,
        left: [String] = []
    ) -> SubsystemHealth {
        var findings = [damage].compactMap(\.self).map(damaged) + [unreadable].compactMap(\.self).map(notRead)
        findings += left.prefix(mostLeftovers).map(undeleted)
        findings += awaited.map(question) + pending.map(waiting)
        let state = awaited.isEmpty ? pending.isEmpty ? "answered" : "deleting" : "asked"
        let summary =
            switch state {
            case "asked": "an owner can answer a question about the home"
            case "deleting": "data of a withdrawn consent is being deleted"
            default: "no open questions"
            }
        return SubsystemHealth("privacy", summary: summary, values: ["state": .text(state)], findings: findings)
    }

    /// The question is no warning: until it is answered, everything stays as it is.
    private static func question(_ id: ConsentID) -> HealthFinding {
        let days = RetentionTerms.presenceBounds.upperBound
        return switch id {
        case .presenceHistory:
            HealthFinding(
                "privacy.asksPresence", severity: .notice,
                message: "The home keeps a history of motion and presence. An owner decides whether it goes on or ends "
                    + "after \(days) days; until then nothing is deleted.",
                remedy: "Read tomte privacy consents. Then keep it with tomte privacy consent \(id.rawValue), or "
                    + "limit it with tomte privacy withdraw \(id.rawValue).",
                values: ["days": .number(days)])
        case .crashReports:
            HealthFinding(
                "privacy.asksCrashReports", severity: .notice,
                message: "The text of the consent to crash reports has changed. An owner answers again.",
                remedy: "Read tomte privacy consents. Then give it with tomte privacy consent \(id.rawValue), or end "
                    + "it with tomte privacy withdraw \(id.rawValue).")
        }
    }

    private static func damaged(_ message: String) -> HealthFinding {
        HealthFinding(
            "privacy.erasuresDamaged", severity: .failing, message: message,
            remedy: "tomte audit list --event data.erase shows the erasures that began and did not end: request those "
                + "again. Then delete the damaged file from the state folder.")
    }

    private static func notRead(_ message: String) -> HealthFinding {
        HealthFinding(
            "privacy.erasuresUnreadable", severity: .failing, message: message,
            remedy: "Check the disk, then start the gateway again. If erasures.journal stays unreadable, move it away "
                + "and start the gateway again. tomte audit list --event data.erase shows the erasures that began and "
                + "did not end: request those again.")
    }

    private static func undeleted(_ path: String) -> HealthFinding {
        let (url, name) = (URL(filePath: path), FileNames.text([path]))
        let command = FileNames.command(
            "rm -r", in: url.deletingLastPathComponent().path, paths: [url.lastPathComponent])
        return HealthFinding(
            "privacy.wipeLeft", severity: .warning,
            message: "The wipe of the earlier home could not delete \(name), which may contain data of that home.",
            remedy: "Delete it as the administrator of this machine:\n\(command)",
            values: ["path": .text(name), "command": .text(command)])
    }

    private static func waiting(_ id: ConsentID) -> HealthFinding {
        HealthFinding(
            "privacy.deletionWaits", severity: .notice,
            message: "The data of the withdrawn consent \(id.rawValue) is not deleted yet; it is not shown any more.",
            remedy: "The gateway tries again every minute. It needs a working disk, and a synchronised clock that is "
                + "not far ahead of the last run of retention. If no time server can be reached and the date is right, "
                + "run tomte retention run --trust-clock.",
            values: ["consent": .text(id.rawValue)])
    }
}
