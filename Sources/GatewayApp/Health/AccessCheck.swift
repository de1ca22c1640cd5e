import Foundation
import GatewayCore
import HomeModel

/// Who comes in, and what is unusual about it.
enum AccessCheck {
    /// So long it is worth a word that somebody came in.
    private static let recently = Duration.hours(24)
    private static let night = 0..<6

    static func of(
        _ sessions: SessionRegister, _ desk: PairingDesk, _ people: PeopleRegister, _ pins: PINRegister,
        _ refusals: RefusalWatch, _ restrictions: RestrictionRecorder, _ clock: HomeClock
    ) -> HealthBoard.Check {
        {
            let policy = await people.policy
            let clients = await sessions.everyClient
            var findings = clients.flatMap { Self.findings(about: $0, policy.timeZone, now: clock.now()) }
            findings += await refusals.unusual.map(\.finding)
            let unsettled = await people.unsettled + sessions.unsettled + pins.unsettled
            if unsettled > 0 { findings += notWritten(unsettled, inJournal: await restrictions.record()) }
            findings += [restrictions.note].compactMap(\.self).map {
                HealthFinding(
                    "access.journalDamaged", .failing, $0,
                    remedy: "Compare people, clients and grants with tomte audit list, and set a lockdown again.")
            }
            let managers = Set(clients.map(\.person)).filter {
                policy.people[$0]?.role.permissions.contains(.managePeople) ?? false
            }
            for person in await pins.missing(among: managers).sorted() {
                findings.append(
                    HealthFinding(
                        "access.noPIN", .notice, "\(person) manages people and has no PIN.",
                        remedy: "tomte people pin \(person)"))
            }
            if await desk.isClosed {
                findings.append(
                    HealthFinding(
                        "access.pairingClosed", .warning, "Pairing is closed after too many wrong codes.",
                        remedy: "If nobody tries to break in any more: tomte people unlock --pairing"))
            }
            if policy.isLockedDown {
                findings.append(
                    HealthFinding(
                        "access.lockedDown", .notice, "The home is locked down: only what is safe is done.",
                        remedy: "tomte lockdown off"))
            }
            if await !people.hasOwner {
                findings.append(
                    HealthFinding(
                        "access.noOwner", .notice, "This home has no owner yet.",
                        remedy: "tomte people claim shows a code for the first owner."))
            }
            let summary = "\(policy.people.count) people, \(clients.count) clients"
            return SubsystemHealth("access", summary: summary, findings: findings)
        }
    }

    private static func notWritten(_ count: Int, inJournal: Bool) -> [HealthFinding] {
        let retry =
            "It is tried every few seconds; only a deny that was changed to another has to be changed again."
        guard inJournal else {
            return [
                HealthFinding(
                    "access.notWritten", .failing, "\(count) removals or restrictions hold, but are not on the disk.",
                    remedy: """
                        Do not restart before storage works: people, clients and rights would be back, and a lockdown \
                        would be over. \(retry)
                        """)
            ]
        }
        return [
            HealthFinding(
                "access.notWritten", .warning,
                "\(count) removals or restrictions are in the journal, and not in the database yet.",
                remedy: "They hold, also after a restart. Free space or mend the disk. \(retry)")
        ]
    }

    private static func findings(about client: Client, _ zone: TimeZone, now: Timestamp) -> [HealthFinding] {
        var findings: [HealthFinding] = []
        if client.isLocked {
            findings.append(
                HealthFinding(
                    "access.clientLocked", .warning, "The client \(client.id) of \(client.person) failed too often.",
                    remedy: "tomte people unlock \(client.id), or tomte people revoke --client \(client.id)"))
        }
        if now - client.pairedAt < recently, night.contains(hour(of: client.pairedAt, in: zone)) {
            findings.append(
                HealthFinding(
                    "access.cameAtNight", .notice, "A client of \(client.person) came in at night: \(client.id).",
                    remedy: "If nobody knows it: tomte people revoke --client \(client.id)"))
        }
        return findings
    }

    private static func hour(of time: Timestamp, in zone: TimeZone) -> Int {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar.component(.hour, from: time.date)
    }
}

extension UnusualRefusal {
    fileprivate var finding: HealthFinding {
        let whose = client.map { " at \($0)" } ?? ""
        let remedy =
            "tomte audit list --refused --actor \(person) shows what. If it was not them: tomte people revoke"
        switch pattern {
        case .many(let count):
            return HealthFinding(
                "access.manyRefusals", .notice, "\(person)\(whose) was refused \(count) times within ten minutes.",
                remedy: remedy)
        case .farFromWindow(let target, let away):
            return HealthFinding(
                "access.farFromWindow", .notice,
                "\(person)\(whose) wanted “\(target)” \(away.components.seconds / 3600) h away from when a guest may.",
                remedy: remedy)
        }
    }
}
