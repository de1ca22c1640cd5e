import Crypto
import Foundation
import HomeModel
import HomeStore
import Synchronization
import TestSupport
import Testing

@testable import AuditTrail
@testable import GatewayCore

@Suite(.timeLimit(.minutes(10))) struct IncidentServiceTests {
    /// A rotation that only counts its steps.
    private final class CountingRotator: KeyRotator {
        let steps = Mutex<[String]>([])

        func rotation() async throws(KeyRotationFailure) -> KeyRotation? { nil }
        func lastRotation() async -> KeyRotationOverlap? { nil }
        func credentials() async throws(KeyRotationFailure) -> [RotatedCredential] {
            [
                RotatedCredential(root: "plug", isCertificate: true, isRenewed: false),
                RotatedCredential(root: "old-chip", isCertificate: false, isRenewed: false),
                RotatedCredential(root: "fridge", isCertificate: true, isRenewed: true),
                RotatedCredential(root: "lamp", isCertificate: true, isRenewed: true, isInUse: true),
                // It connected with a credential from before the rotation.
                RotatedCredential(root: "meter", isCertificate: true, isRenewed: false, isInUse: true),
                RotatedCredential(root: "washer", isCertificate: true, isRenewed: false, isInUse: true, isCutOff: true),
            ]
        }
        func begin() async throws(KeyRotationFailure) { steps.withLock { $0.append("begin") } }
        func finish() async throws(KeyRotationFailure) { throw .notRunning }
    }

    private func opened(_ incidents: IncidentService, as identity: Identity) async throws -> IncidentID {
        try await incidents.open(title: "My phone was stolen", note: "On the train.", as: identity).incident.id
    }

    @Test func incidentIsOpenedNotedAndClosedWithAnEntryForEach() async throws {
        try await withCore { home in
            let incidents = home.makeIncidents()
            let console = try #require(CoreHome.console)
            let id = try await opened(incidents, as: console)
            _ = try await incidents.note(id, text: "It is an old phone.", as: console)
            let closed = try await incidents.close(id, reason: "It was found.", as: console)
            #expect(!closed.incident.isOpen && closed.incident.notes.count == 2)
            let events = try await home.audit.records().map(\.entry).filter { $0.target == id.rawValue }.map(\.event)
            #expect(Set(events) == [.incidentOpen, .incidentNote, .incidentClose])
            await #expect(throws: ActionRefusal.self) { try await incidents.close(id, reason: nil, as: console) }
            #expect(try await home.core.incidentStore.load().incidents == [closed.incident])
        }
    }

    @Test(arguments: [Role.owner, .admin, .member, .child, .guest])
    func onlyOwnersAndAdminsSeeIncidents(_ role: Role) async throws {
        try await withCore { home in
            let incidents = home.makeIncidents()
            let console = try #require(CoreHome.console)
            let id = try await opened(incidents, as: console)
            let kim = try await home.identity(try await home.pair("Kim", role: role))
            let mayManage = [.owner, .admin].contains(role)
            let seen = try? await incidents.incident(id, as: kim)
            #expect((seen != nil) == mayManage)
            #expect((await incidents.unseenCount(for: kim)) == (mayManage ? 1 : nil))
            if mayManage {
                _ = try await incidents.recordSeen(id, as: kim)
                #expect(await incidents.unseenCount(for: kim) == 0)
            }
        }
    }

    @Test func stepsNeedThePINWhereTheyCannotBeUndone() async throws {
        try await withCore { home in
            let rotator = CountingRotator()
            let incidents = home.makeIncidents(rotator: rotator)
            let console = try #require(CoreHome.console)
            let id = try await opened(incidents, as: console)
            let phone = try await home.identity(try await home.pair("Olga", role: .owner))
            for step in [Containment.endAllSessions, .rotateKeys, .finishRotation] {
                await #expect(throws: ActionRefusal.self, "\(step)") {
                    try await incidents.contain(id, by: step, target: nil, as: phone)
                }
            }
            _ = try await incidents.contain(id, by: .lockdown, target: nil, as: phone)
            #expect(await home.lockdown.since != nil)
            _ = try await incidents.contain(id, by: .rotateKeys, target: nil, as: console)
            #expect(rotator.steps.withLock { $0 } == ["begin"])
            await #expect(throws: ActionRefusal.self) {
                try await incidents.contain(id, by: .finishRotation, target: nil, as: console)
            }
            let acts = try await incidents.incident(id, as: console).incident.acts
            #expect(acts.map(\.containment) == [.lockdown, .rotateKeys, .finishRotation])
            #expect(acts.map(\.isDone) == [true, true, false])
        }
    }

    @Test func lockdownThatIsOnIsNotListedTwice() async throws {
        try await withCore { home in
            let incidents = home.makeIncidents()
            let console = try #require(CoreHome.console)
            let id = try await opened(incidents, as: console)
            _ = try await incidents.contain(id, by: .lockdown, target: nil, as: console)
            await #expect(throws: ActionRefusal.self) {
                try await incidents.contain(id, by: .lockdown, target: nil, as: console)
            }
            #expect(try await incidents.incident(id, as: console).incident.acts.count == 1)
            #expect(try await home.audit.records().count { $0.entry.event == .incidentContain } == 1)
        }
    }

    @Test func allOtherClientsAreSignedOut() async throws {
        try await withCore { home in
            let incidents = home.makeIncidents()
            let console = try #require(CoreHome.console)
            let id = try await opened(incidents, as: console)
            let kim = try await home.pair("Kim", role: .member, key: "k")
            _ = try await home.pair("Mia", role: .member, key: "m")
            _ = try await incidents.contain(
                id, by: .endSessionsOfPerson, target: kim.client.person.rawValue, as: console)
            #expect(await home.sessions.allClients.map(\.person) == [PersonID("mia")])
            _ = try await incidents.contain(id, by: .endAllSessions, target: nil, as: console)
            #expect(await home.sessions.allClients.isEmpty)
        }
    }

    @Test func actKeepsTheNameOfWhatIsGoneAfterwards() async throws {
        try await withCore { home in
            let incidents = home.makeIncidents()
            let console = try #require(CoreHome.console)
            let id = try await opened(incidents, as: console)
            let kim = try await home.pair("Kim", role: .member, key: "k")
            let name = kim.client.name.text
            _ = try await incidents.contain(id, by: .revokeClient, target: kim.client.id.rawValue, as: console)
            let view = try await incidents.contain(
                id, by: .endSessionsOfPerson, target: kim.client.person.rawValue, as: console)
            #expect(view.incident.acts.map(\.targetName) == [name, "Kim"])
            #expect(view.incident.acts.map(\.targetPerson) == [kim.client.person.rawValue, nil])
            // Nothing was left to sign out.
            #expect(view.incident.acts.map(\.signedOut) == [nil, 0])
            #expect(view.incident.acts.map(\.hadEffect) == [true, false])
        }
    }

    @Test(arguments: [Containment.revokeClient, .revokeToken, .revokeDevice, .endSessionsOfPerson])
    func mistypedTargetIsNoAct(_ step: Containment) async throws {
        try await withCore { home in
            let incidents = home.makeIncidents()
            let console = try #require(CoreHome.console)
            let id = try await opened(incidents, as: console)
            await #expect(throws: ActionRefusal.self) {
                try await incidents.contain(id, by: step, target: "nosuch", as: console)
            }
            #expect(try await incidents.incident(id, as: console).incident.acts.isEmpty)
            #expect(try await home.audit.records().allSatisfy { $0.entry.event != .incidentContain })
        }
    }

    /// An intruder could come back with an invitation that was made before.
    @Test(arguments: [true, false]) func openInvitationsEndWithTheSessions(_ isOfOnePerson: Bool) async throws {
        try await withCore { home in
            let incidents = home.makeIncidents()
            let console = try #require(CoreHome.console)
            let id = try await opened(incidents, as: console)
            let kim = try await home.invite(.approval, name: "Kim").invitation.person
            let olga = try await home.pair("Olga", role: .owner, key: "o")
            _ = try await home.invite(.approval, name: "Mia")
            _ = try await incidents.contain(
                id, by: isOfOnePerson ? .endSessionsOfPerson : .endAllSessions,
                target: isOfOnePerson ? kim.rawValue : nil, as: console)
            let left = try await home.invitations.list(as: console).map(\.person)
            #expect(left == (isOfOnePerson ? [PersonID("mia")] : []))
            #expect(await home.sessions.allClients.map(\.id) == (isOfOnePerson ? [olga.client.id] : []))
        }
    }

    /// An intruder could come back with a code that was made before, or with a pairing that was begun.
    @Test(arguments: [true, false]) func openPairingCodesAndPairingsEndWithTheSessions(
        _ isOfOnePerson: Bool
    ) async throws {
        try await withCore { home in
            let incidents = home.makeIncidents()
            let console = try #require(CoreHome.console)
            let id = try await opened(incidents, as: console)
            let kim = try await home.pair("Kim", role: .admin, key: "k")
            let mia = try await home.pair("Mia", role: .member, key: "m").client.person
            let invite: @Sendable (PersonID, Identity) async throws -> PairingCode = { person, inviter in
                try await home.pairing.invite(person, scope: nil, isApproved: true, as: inviter).code
            }
            let open = try await invite(kim.client.person, console)
            // Of another person, by the intruder.
            let byKim = try await invite(mia, try await home.identity(kim))
            let ofMia = try await invite(mia, console)
            let begun = try await home.pairing.request(
                try await invite(kim.client.person, console).exposed, key: .filled("b"), clientName: "Tablet",
                from: "b")
            _ = try await incidents.contain(
                id, by: isOfOnePerson ? .endSessionsOfPerson : .endAllSessions,
                target: isOfOnePerson ? kim.client.person.rawValue : nil, as: console)
            for code in [open, byKim] {
                await #expect(throws: ActionRefusal.self) {
                    _ = try await home.pairing.request(
                        code.exposed, key: .filled("x"), clientName: "Tablet", from: "x")
                }
            }
            await #expect(throws: ActionRefusal.self) {
                _ = try await home.pairing.finish(begun.id, key: .filled("b"))
            }
            let left = try await home.pairing.invitations(as: console).map(\.code)
            #expect(left == (isOfOnePerson ? [ofMia] : []))
        }
    }

    /// The session of an approved pairing is being stored while the step ends it.
    @Test func pairingThatIsBeingCompletedLetsNoClientIn() async throws {
        try await withCore { home in
            let pending = home.residents.pendingPairings
            let kim = try await home.pair("Kim", role: .member, key: "k").client.person
            let code = try await home.pairing.invite(
                kim, scope: nil, isApproved: true, as: try #require(CoreHome.console))
            let begun = try await home.pairing.request(
                code.code.exposed, key: .filled("b"), clientName: "Tablet", from: "b")
            #expect(await pending.removeApproved(begun.id, key: .filled("b")) != nil)
            #expect(await pending.unfinished(concerning: kim).map(\.id) == [begun.id])
            try await home.pairing.reject(begun.id, as: try #require(CoreHome.console))
            #expect(await !pending.endFinish(begun.id))
        }
    }

    @Test func planListsWhatMustBeSetUpAgain() async throws {
        try await withCore { home in
            let keys = KeyRotationService(
                rotator: CountingRotator(), registry: home.registry, sessions: home.sessions, pairings: { [] },
                rotatePairings: { _ in }, actions: home.actions)
            let kim = try await home.pair("Kim", role: .member)
            let plan = try await keys.plan(as: try #require(CoreHome.console))
            let effects = Dictionary(uniqueKeysWithValues: plan.items.map { ($0.id, $0.effect) })
            #expect(effects["plug"] == .setUpAgain && effects["old-chip"] == .notRotated)
            #expect(effects[kim.client.id.rawValue] == .trustAgain)
            #expect(plan.items.first { $0.kind == .client }?.use?.person == kim.client.person)
            // An issued credential alone is not enough: the device must have connected with it.
            #expect(plan.items.filter(\.isDone).map(\.id) == ["lamp"])
            #expect(plan.items.filter { $0.isIssued == true }.map(\.id) == ["fridge", "lamp"])
            #expect(plan.followed.map(\.id) == ["fridge", "lamp", "meter", "plug", "washer"])
            // Also when no rotation runs.
            #expect(plan.items.filter { $0.isCutOff == true }.map(\.id) == ["washer"])
            #expect(await keys.wholePlan() == plan)
        }
    }

    @Test func planLeavesOutDevicesThatAreHiddenFromTheAsker() async throws {
        try await withCore { home in
            let keys = KeyRotationService(
                rotator: CountingRotator(), registry: home.registry, sessions: home.sessions, pairings: { [] },
                rotatePairings: { _ in }, actions: home.actions)
            let plug = DeviceID("plug" as StaticString)
            try await home.add(plug, capabilities: [.lamp])
            let console = try #require(CoreHome.console)
            let phone = try await home.pair("Ada", role: .admin)
            let ada = try await home.identity(phone)
            let before = try await keys.plan(as: ada).items.first { $0.id == "plug" }
            #expect(before?.name == "plug" && before?.devices == [plug])
            _ = try await home.grants.give(
                Grant(
                    id: GrantID("new"), person: phone.client.person, effect: .deny,
                    permissions: [.controlDevices, .viewEnergy, .viewEnvironment],
                    selector: AccessSelector(devices: [plug])), as: console)
            let plan = try await keys.plan(as: ada)
            #expect(!plan.items.contains { $0.id == "plug" || $0.name == "plug" })
            #expect(plan.items.contains { $0.id == "old-chip" })
            #expect(try await keys.plan(as: console).items.contains { $0.name == "plug" })
        }
    }

    @Test func evidenceNamesNoOtherPersonAndItsSignatureHolds() async throws {
        try await withCore { home in
            let incidents = home.makeIncidents()
            let console = try #require(CoreHome.console)
            let olga = try await home.pair("Olga", role: .owner, key: "o")
            let kim = try await home.pair("Kim", role: .child, key: "k")
            let mia = try await home.pair("Mia", role: .child, key: "m")
            for client in [kim, mia] {
                let identity = try await home.identity(client)
                _ = try? await home.peopleService.list(as: identity)
                _ = try? await home.peopleService.remove(olga.client.person, as: identity)
            }
            let subject = IncidentSubject(person: kim.client.person.rawValue)
            let incident = Incident(
                id: .random(), rule: .manyRefusals, title: nil, subject: subject, openedAt: home.clock.now(),
                openedBy: "gateway")
            #expect(try await home.core.incidents.add(incident))
            let material = try await incidents.export(incident.id, as: console)
            let text = String(decoding: material.entries, as: UTF8.self)
            #expect(text.contains("\"kim\"") && !text.contains("\"mia\"") && !text.contains("\"olga\""))
            let rawKey = try #require([UInt8](hexadecimal: material.signature.publicKey.utf8))
            let signature = try #require([UInt8](hexadecimal: material.signature.signature.utf8))
            let key = try Curve25519.Signing.PublicKey(rawRepresentation: rawKey)
            let content = AuditSignature.context + SHA256.hash(data: material.entries).hexadecimal
            #expect(key.isValidSignature(signature, for: Data(content.utf8)))
            #expect(material.signature.publicKey == material.heads.publicKey)
            for chain in material.chains {
                let head = try #require(material.heads.heads.first { $0.severity == chain.severity })
                #expect(chain.last == head.sequence)
                #expect(chain.bytes.suffix(32).hexadecimal == head.hash)
            }
        }
    }

    /// The health lists every open incident, and people with locked clients or without a PIN.
    @Test func healthInTheEvidenceIsAboutNoOtherPerson() throws {
        let now = Timestamp(milliseconds: 1_767_182_400_000)
        let incident = Incident(
            id: .random(), rule: .manyRefusals, title: nil, subject: IncidentSubject(person: "kim"), openedAt: now,
            openedBy: "gateway")
        let named: [(code: String, values: [String: String])] = [
            ("incident.manyRefusals", ["incident": incident.id.rawValue, "person": "kim"]),
            ("incident.unusualHour", ["incident": "7k2mq4tz9xb1c8de", "person": "mia"]),
            ("incident.byHand", ["incident": "9xb1c8de7k2mq4tz"]), ("access.noPIN", ["person": "mia"]),
            ("access.clientLocked", ["person": "kim", "client": "phone"]), ("storage.nearlyFull", [:]),
        ]
        let findings = named.map { finding in
            HealthFinding(
                finding.code, severity: .notice, message: "A finding.", remedy: "None.",
                values: finding.values.mapValues { SentenceValue.text($0) })
        }
        let health = SubsystemHealth("access", summary: "3 people", findings: findings).about(incident)
        #expect(health.findings.map(\.code) == ["incident.manyRefusals", "access.clientLocked", "storage.nearlyFull"])
    }

    @Test func entryOfAnotherPersonKeepsNoDetailsOfThePerson() {
        let now = Timestamp(milliseconds: 1_767_182_400_000)
        let incident = Incident(
            id: .random(), rule: .speaksForOthers, title: nil, subject: IncidentSubject(device: "door"), openedAt: now,
            openedBy: "gateway")
        let entry = AuditEntry(
            .deviceControl, actor: "mia", role: .member, client: ClientID("phone"), target: "door", requestID: "r1",
            metadata: ["act": "control", "capability": "lock", "value": "unlocked"])
        let record = AuditRecord(sequence: 7, time: now, bootID: "b", monotonic: 1, entry: entry, hash: "00")
        let shown = record.naming(only: incident)
        #expect(shown.entry.actor == "(another person)" && shown.entry.target == "door" && shown.hash == "00")
        #expect(shown.entry.client == nil && shown.entry.role == nil && shown.entry.requestID == nil)
        #expect(shown.entry.metadata == ["act": "control"])
        let gateway = AuditEntry(.incidentOpen, actor: "gateway", metadata: ["rule": "speaksForOthers"])
        let own = AuditRecord(sequence: 8, time: now, bootID: "b", monotonic: 1, entry: gateway, hash: "00")
        #expect(own.naming(only: incident).entry.metadata == ["rule": "speaksForOthers"])
    }

    /// A signal, a note and an act may be on their way while their person is erased.
    @Test func erasedPersonDoesNotComeBackIntoIncidents() async throws {
        try await withCore { home in
            let (incidents, now) = (home.core.incidents, home.clock.now())
            let kim: PersonID = PersonID("kim")
            let signal = IncidentSignal(
                rule: .manyRefusals, subject: IncidentSubject(person: "kim"),
                evidence: IncidentEvidence(code: "manyRefusals", count: 10, first: now, last: now))
            guard case .opened(let opened) = await incidents.receive(signal, at: now) else { throw CoreHome.Missing() }
            await incidents.replace(kim, by: "~0123456789abcdef")
            #expect(await incidents.receive(signal, at: now) == .extended)
            let text = try #require(IncidentText("It was me."))
            _ = try await incidents.change(opened.id) { incident in
                incident.notes.append(IncidentNote(time: now, author: "kim", text: text))
                incident.acts.append(
                    IncidentAct(time: now, actor: "kim", containment: .lockdown, target: nil, isDone: true))
                return true
            }
            let inMemory = await incidents.all
            let onDisk = try await home.core.incidentStore.load().incidents
            #expect(inMemory == onDisk && inMemory.count == 1)
            let left = try #require(inMemory.first)
            #expect(!left.names(kim) && left.subject.person == "~0123456789abcdef" && left.notes.isEmpty)
            #expect(left.evidence.count == 2 && left.acts.map(\.actor) == ["~0123456789abcdef"])
        }
    }

    @Test func closedIncidentsAreRemovedAfterTheirTerm() async throws {
        try await withCore { home in
            let incidents = home.makeIncidents()
            let console = try #require(CoreHome.console)
            let (old, open) = (
                try await opened(incidents, as: console), try await opened(incidents, as: console)
            )
            _ = try await incidents.close(old, reason: nil, as: console)
            try await home.core.incidents.removeClosed(before: home.clock.now() - .days(1))
            #expect(await home.core.incidents.all.count == 2)
            try await home.core.incidents.removeClosed(before: home.clock.now() + .seconds(1))
            #expect(await home.core.incidents.all.map(\.id) == [open])
            #expect(try await home.core.incidentStore.load().incidents.map(\.id) == [open])
        }
    }
}
