import GatewayCore
import HomeModel

/// The health of access: people, clients, PINs and incidents.
enum AccessCheck {
    static func of(
        _ sessions: SessionRegistry, pendingPairings: PendingPairings, invitations: InvitationRegistry,
        people: PeopleRegistry, pins: PINRegistry, incidents: IncidentRegistry, restrictions: RestrictionRecorder
    ) -> HealthChecks.Check {
        {
            let policy = await people.policy
            let clients = await sessions.allClients
            var findings = clients.filter(\.isLocked).map { Self.finding(aboutLocked: $0) }
            findings += await IncidentFindings(of: incidents).all
            let unsavedCount =
                await people.unsavedCount + sessions.unsavedCount + invitations.unsavedCount + pins.unsavedCount
            if unsavedCount > 0 { findings += notWritten(unsavedCount, inJournal: await restrictions.record()) }
            findings += [restrictions.note].compactMap(\.self).map {
                HealthFinding(
                    "access.journalDamaged", severity: .failing, message: $0,
                    remedy: "Compare people, clients and grants with tomte audit list, and set a lockdown again.")
            }
            let managers = Set(clients.map(\.person)).filter {
                policy.people[$0]?.role.permissions.contains(.managePeople) ?? false
            }
            for person in await pins.missing(among: managers).sorted() {
                findings.append(
                    HealthFinding(
                        "access.noPIN", severity: .notice, message: "\(person) manages people and has no PIN.",
                        remedy: "tomte people pin \(person)", values: ["person": .text("\(person)")]))
            }
            if await pendingPairings.isClosed {
                findings.append(
                    HealthFinding(
                        "access.pairingClosed", severity: .warning,
                        message: "Pairing is closed after too many wrong codes.",
                        remedy: "If the wrong codes have stopped: tomte people unlock --pairing"))
            }
            findings += await invitations.all.compactMap { Self.finding(about: $0) }
            if policy.isLockedDown {
                findings.append(
                    HealthFinding(
                        "access.lockedDown", severity: .notice,
                        message: "The home is locked down: only safe commands are carried out.",
                        remedy: "tomte lockdown off"))
            }
            if await !people.hasOwner {
                findings.append(
                    HealthFinding(
                        "access.noOwner", severity: .notice, message: "This home has no owner yet.",
                        remedy: "tomte setup shows a code for the first owner."))
            }
            return SubsystemHealth(
                "access", summary: summary(people: policy.people.count, clients: clients.count),
                values: ["people": .number(policy.people.count), "clients": .number(clients.count)], findings: findings)
        }
    }

    /// For example “1 person, 3 clients”.
    private static func summary(people: Int, clients: Int) -> String {
        "\(people) \(people == 1 ? "person" : "people"), \(clients) \(clients == 1 ? "client" : "clients")"
    }

    /// The finding about an invitation that wrong tries ended: its link has reached another person.
    private static func finding(about invitation: Invitation) -> HealthFinding? {
        guard let ending = invitation.ending else { return nil }
        let tries = ending == .wrongNumbers ? "wrong numbers" : "wrong secrets"
        return HealthFinding(
            "access.invitationEnded", severity: .warning,
            message: "The invitation \(invitation.id) for \(invitation.person) ended after too many \(tries).",
            remedy:
                "Invite them again with a new link. tomte invitations revoke \(invitation.id) removes this finding.",
            values: ["invitation": .text("\(invitation.id)"), "person": .text("\(invitation.person)")])
    }

    private static func notWritten(_ count: Int, inJournal: Bool) -> [HealthFinding] {
        let retry =
            "The gateway tries again every few seconds; only a deny that was changed has to be changed again."
        guard inJournal else {
            return [
                HealthFinding(
                    "access.notWritten", severity: .failing,
                    message: "\(count) removals or restrictions apply, but are not on the disk.",
                    remedy: """
                        Do not restart before storage works: removed people, clients and rights would return, and a \
                        lockdown would end. \(retry)
                        """, values: ["count": .number(count)])
            ]
        }
        return [
            HealthFinding(
                "access.notWritten", severity: .warning,
                message: "\(count) removals or restrictions are in the journal, and not in the database yet.",
                remedy: "They apply, also after a restart. Free space or repair the disk. \(retry)",
                values: ["count": .number(count)])
        ]
    }

    private static func finding(aboutLocked client: Client) -> HealthFinding {
        HealthFinding(
            "access.clientLocked", severity: .warning,
            message: "The client \(client.id) of \(client.person) is locked after too many failures.",
            remedy: "tomte people unlock \(client.id), or tomte people revoke --client \(client.id)",
            values: ["client": .text("\(client.id)"), "person": .text("\(client.person)")])
    }
}
