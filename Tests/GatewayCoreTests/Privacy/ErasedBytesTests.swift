import DeviceProtocols
import Foundation
import HomeModel
import TestSupport
import Testing

@testable import AuditTrail
@testable import GatewayCore
@testable import HomeStore
@testable import SegmentedLog

/// No byte of the stores tells who an erased person was.
@Suite struct ErasedBytesTests {
    /// A person whose texts occur nowhere else.
    private struct Subject {
        let person: PersonID
        let name = "Zquxanna Wrblova"
        let texts: [String]
    }

    /// Fills a home with everything that can be stored about a person.
    private func fill(_ home: CoreHome) async throws -> Subject {
        let console = try #require(CoreHome.console)
        let olga = try await home.pair("Olga", role: .owner, key: "o")
        let tokens = try await home.pair("Zquxanna Wrblova", role: .admin, key: "z")
        let anna = tokens.client.person
        let phone = try await home.identity(tokens)
        _ = try await home.clients.rename(tokens.client.id, name: "Zquxphone", as: console)
        try await home.pins.set("482915", current: nil, of: anna, as: console)
        _ = try? await home.pins.stepUp("111222", for: .people, as: phone)
        try await home.pins.stepUp("482915", for: .people, as: phone)
        let confirmed = try await home.identity(tokens)
        // Rights with names, layout, preferences.
        try await home.database.people.add(
            Grant(
                id: GrantID("zqux-grant"), person: anna, effect: .allow, permissions: [.controlDevices],
                selector: AccessSelector(devices: [DeviceID("zqux-device-of-grant")]),
                conditions: AccessConditions(windows: [WeeklyWindow(weekdays: [1, 2], fromMinute: 61, toMinute: 67)])))
        let layout = HomeLayout(
            rooms: (0..<40).map { RoomID(slugging: "zqux-room-\($0)", fallback: RoomID("room")) },
            favourites: [TileID(device: DeviceID("zqux-favourite"), part: .main)])
        #expect(try await home.database.layouts.save(layout, of: anna))
        #expect(try await home.database.preferences.save(Preferences(language: LanguageTag("sv-x-zquxlang")), of: anna))
        // The notice that the person saw, and a consent that the person answered.
        #expect(try await home.core.notices.save(NoticeView(version: 1, seenAt: home.clock.now()), of: anna))
        let answer = ConsentRecord.Answer(version: 1, time: home.clock.now(), person: anna, isFromConsole: false)
        try await home.core.consents.save(ConsentRecord.initial.given(answer), of: .presenceHistory)
        // An appliance and a service that the person wrote down.
        let pump = try await home.appliances.add(
            ApplianceDraft(name: "Heat pump", serialNumber: "4711", note: "Zquxnote of the pump"), as: confirmed)
        let zquxDay = LocalDate("2026-01-10") ?? .first
        _ = try await home.services.add(
            ServiceEntryDraft(day: zquxDay, title: "New filter", note: "Zquxnote of the filter", doneBy: anna.rawValue),
            about: .appliance(pump.appliance.id), as: confirmed)
        let photo = HomeModel.Attachment(
            id: .random(), owner: .appliance(pump.appliance.id), kind: .photo, title: "Zquxplate", bytes: 10,
            thumbnailBytes: 5, pixels: PixelSize(width: 4, height: 3), addedBy: confirmed.description,
            addedAt: home.clock.now())
        let record = AttachmentStore.Entry(photo, wrappedKey: Array("Zquxwrappedkey".utf8))
        #expect(try await home.database.attachments.add(record, by: nil) == .done)
        // An invitation by the person, and a client of another person that the person approved.
        _ = try await home.invite(.approval, name: "Zquxguest", as: confirmed)
        try await home.database.sessions.add(
            Client(
                id: ClientID("tablet"), person: olga.client.person, name: DisplayName("Tablet" as StaticString),
                key: .filled("t"), scope: nil, pairedAt: home.clock.now(),
                approval: ClientApproval(approver: "console as \(anna)", role: .admin)),
            session: Session(
                id: SessionID("tablet"), client: ClientID("tablet"), access: TokenDigest(bytes: [1]),
                refresh: TokenDigest(bytes: [2]), renewedAt: home.clock.reading()))
        // The person approved the client that uses an invitation of the console.
        let sent = try await home.invite(.approval, name: "Gus")
        let guest = InvitedClient(key: "g")
        let nonce = try await guest.commit(sent, to: home.invitations)
        try await guest.reveal(sent, to: home.invitations)
        try await home.invitations.approve(
            sent.invitation.id, digits: guest.digits(sent, gateway: nonce), as: confirmed)
        // Commands and refusals.
        try await home.add(
            DeviceID("sign"), capabilities: [Capability(CapabilityName(.text), isCommanded: true)])
        for number in 0..<5 {
            _ = try await home.send(
                .text("Zquxtext \(number)"), to: DeviceID("sign"), kind: .text, as: phone, key: "zquxkey-\(number)")
        }
        _ = try? await home.peopleService.remove(olga.client.person, as: confirmed)
        _ = try await home.peopleService.change(anna, name: "Zquxanna Wrblova", as: console)
        // An incident about the person, with a note by the person.
        let note = IncidentNote(
            time: home.clock.now(), author: "console as \(anna)", text: try #require(IncidentText("Zquxnote")))
        let incident = Incident(
            id: .random(), rule: .manyRefusals, title: nil, subject: IncidentSubject(person: anna.rawValue),
            openedAt: home.clock.now(), openedBy: "gateway", notes: [note])
        #expect(try await home.core.incidents.add(incident))
        try await home.core.incidents.recordSeen(incident.id, by: anna, at: home.clock.now())
        await home.restrictions.record()
        return Subject(
            person: anna,
            texts: [
                "Zquxanna Wrblova", anna.rawValue, "Zquxphone", "zqux-device-of-grant", "zqux-room-17",
                "zqux-favourite", "zquxlang", "Zquxtext", "Zquxnote", "Zquxplate", "Zquxwrappedkey", "zquxkey",
                tokens.client.id.rawValue,
                tokens.client.key.description, tokens.access.exposedText,
            ])
    }

    /// The records of the audit log as the key of the log opens them, and the journals.
    private func decrypted(_ home: CoreHome) throws -> Data {
        var bytes = Data()
        let folder = "\(home.folder)/audit"
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasSuffix(".segment") {
            let segment = Array(try Data(contentsOf: URL(filePath: "\(folder)/\(name)")))
            for frame in SegmentScan(segment).compactMap(\.frame) {
                bytes += try #require(AuditRecordCipher(keys: home.auditKeys).open(frame, in: segment))
            }
        }
        let keys = try PersonKeysFile.open(
            in: AuditFolder(path: folder, disk: .system), sealing: home.auditKeys.sealing)
        bytes += try JSONEncoder().encode(keys.keys.all)
        return bytes
    }

    @Test func noByteOfTheStoresNamesAnErasedPerson() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let subject = try await fill(home)
            let search = ByteSearch(subject.texts)
            // The search finds what is there.
            let before = try search.hits(in: home.folder)
            for text in [
                "Zquxanna Wrblova", "Zquxphone", "zqux-device-of-grant", "zqux-favourite", "zquxlang", "Zquxnote",
                "Zquxplate", "Zquxwrappedkey",
            ] {
                #expect(before.contains { $0.text == text && $0.form == "UTF-8" }, "\(text)")
            }
            #expect(search.hits(in: try decrypted(home), of: "audit").contains { $0.text == subject.person.rawValue })
            try Data("Zquxanna Wrblova".utf8).write(to: URL(filePath: "\(home.folder)/home.sqlite.version-3"))
            try Data("Zquxphone".utf8).write(to: URL(filePath: "\(home.folder)/home.sqlite-wal.damaged"))

            let progress = try await home.erasures.erase(subject.person, confirming: subject.name, as: console)
            #expect(progress.erasure.finishedAt != nil)
            let left = try search.hits(in: home.folder)
            #expect(left.isEmpty, "\(left)")
            let audit = search.hits(in: try decrypted(home), of: "audit")
            #expect(audit.isEmpty, "\(audit)")
            // The incidents are encrypted, so they are read with their key.
            let incidents = try await home.core.incidentStore.load().incidents
            let stored = search.hits(in: try JSONEncoder().encode(incidents), of: "incidents")
            #expect(stored.isEmpty && incidents.map(\.subject.person) == [progress.erasure.pseudonym], "\(stored)")
            #expect(await home.core.incidents.all == incidents)
            #expect(try await home.core.incidentStore.loadSeen().isEmpty)
            let clients = try await home.database.sessions.load().clients
            let tablet = try #require(clients.first { $0.id == ClientID("tablet") })
            #expect(tablet.approval?.approver == "console as \(progress.erasure.pseudonym)")
            #expect(tablet.approval?.role == .admin)
            let approvers = try await home.database.invitations.load().compactMap(\.use?.approval?.approver)
            #expect(approvers == [progress.erasure.pseudonym])
            // The answer to the consent stays in force, without the person.
            let consent = try #require(try await home.database.consents.load()[.presenceHistory])
            #expect(consent.isGiven && consent.answer?.version == 1 && consent.answer?.person == nil)
            #expect(await home.core.consents.record(of: .presenceHistory) == consent)
            #expect(try await home.database.notices.load()[subject.person] == nil)
            #expect(await home.audit.verify().allSatisfy(\.isProven))
        }
    }

    /// Proves that the search above would notice it: without secure deletion, deleted rows stay in the file.
    @Test func deletedRowsStayInTheFileWithoutSecureDeletion() async throws {
        try await withCore(deletesSecurely: false) { home in
            let console = try #require(CoreHome.console)
            let subject = try await fill(home)
            let progress = try await home.erasures.erase(subject.person, confirming: subject.name, as: console)
            #expect(progress.erasure.finishedAt != nil)
            let hits = try ByteSearch(subject.texts).hits(in: home.folder)
            #expect(hits.contains { $0.file == "home.sqlite" })
        }
    }

    /// Reads that began before keep old pages in the write-ahead log; the erasure waits for their end.
    @Test func erasureEndsAlthoughReadsRun() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let subject = try await fill(home)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        for _ in 0..<200 { _ = try await home.database.people.load() }
                    }
                }
                group.addTask {
                    _ = try await home.erasures.erase(subject.person, confirming: subject.name, as: console)
                }
                try await group.waitForAll()
            }
            #expect(try ByteSearch(subject.texts).hits(in: home.folder).isEmpty)
        }
    }
}
