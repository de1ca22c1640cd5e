import AuditTrail
import HomeModel
import HomeStore
import Testing

@testable import GatewayCore

/// What an export contains: everything about the person, and nothing private of others.
@Suite(.timeLimit(.minutes(10))) struct PersonalExportTests {
    private static let lamp: DeviceID = DeviceID("lamp")
    private static let meter: DeviceID = DeviceID("meter")
    private static let mia: PersonID = PersonID("mia")

    /// A home in which Mia and Zelda have everything that a person can have. All texts of Zelda contain `zelda`.
    private func withPeople(_ body: @Sendable (CoreHome, PersonalExportService) async throws -> Void) async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            for (name, role) in [("Olga", Role.owner), ("Mia", .member), ("Zelda", .member)] {
                _ = try await home.peopleService.add(name: name, role: role, as: console)
            }
            try await home.add(Self.lamp, capabilities: [.lamp])
            for name in ["Mia", "Zelda"] { try await fill(home, of: name) }
            try await body(home, home.makeExports())
        }
    }

    /// Olga gives the person a client, a grant and an invitation, and the person uses the home.
    private func fill(_ home: CoreHome, of name: String) async throws {
        let olga = try CoreHome.identity(PersonID("olga"))
        let id = try #require(PersonID(name.lowercased()))
        let identity = try CoreHome.identity(id)
        let approval = ClientApproval(approver: "olga", role: .owner)
        _ = try await home.sessions.open(
            Client(
                id: ClientID(slugging: "\(id)-phone", fallback: ClientID("phone")), person: id,
                name: try DisplayName("\(name) phone"),
                key: try #require(KeyThumbprint(String(repeating: id == Self.mia ? "m" : "z", count: 43))), scope: nil,
                pairedAt: home.clock.now(), approval: approval))
        _ = try await home.grants.give(
            Grant(
                id: GrantID(slugging: "\(id)-grant", fallback: GrantID("grant")), person: id, effect: .allow,
                permissions: [.controlDevices], selector: AccessSelector(devices: [Self.lamp])), as: olga)
        _ = try await home.core.preferences.save(Preferences(language: LanguageTag("sv")), of: id)
        let tile = TileID(device: DeviceID(slugging: "\(id)-tile", fallback: Self.lamp), part: .main)
        _ = try await home.core.layouts.save(HomeLayout(favourites: [tile]), of: id)
        #expect(try await home.core.notices.save(NoticeView(version: 1, seenAt: home.clock.now()), of: id))
        let answer = ConsentRecord.Answer(version: 1, time: home.clock.now(), person: id, isFromConsole: false)
        try await home.core.consents.save(
            ConsentRecord.initial.given(answer), of: id == Self.mia ? .crashReports : .presenceHistory)
        let note = IncidentNote(
            time: home.clock.now(), author: id.rawValue, text: try #require(IncidentText("\(id)-note")))
        #expect(
            try await home.core.incidents.add(
                Incident(
                    id: .random(), rule: nil, title: IncidentText(title: "\(id)-title"), subject: IncidentSubject(),
                    openedAt: home.clock.now(), openedBy: id.rawValue, notes: [note])))
        _ = try await home.core.invitations.add(
            Invitation(
                id: id == Self.mia ? InvitationID("first") : InvitationID("second"), person: id,
                inviter: Inviter(approval: approval, person: PersonID("olga")), admission: .approval,
                secret: TokenDigest(bytes: Array(repeating: 7, count: 32)), number: nil,
                grants: [
                    Grant(
                        id: GrantID(slugging: "\(id)-next", fallback: GrantID("next")), person: id, effect: .allow,
                        permissions: [.viewEnergy], selector: AccessSelector(devices: [Self.lamp]))
                ], scope: nil,
                lifetime: .days(1), createdAt: home.core.invitations.clocks()))
        try await writeNotes(home, by: id)
        _ = try await home.send(.boolean(true), to: Self.lamp, as: identity)
        try await home.actions.writeEntry(.settingsChange, by: identity, metadata: ["act": "\(id)-act"])
    }

    /// The person notes something about an appliance, and writes down a service. An admin did that before becoming a member.
    private func writeNotes(_ home: CoreHome, by id: PersonID) async throws {
        let appliance = Appliance(
            id: ApplianceID(slugging: "\(id)-pump", fallback: ApplianceID("pump")),
            details: ApplianceDetails(name: try DisplayName("Pump of \(id)"), note: "\(id)-note"), noteBy: id.rawValue,
            addedAt: home.clock.now())
        #expect(try await home.database.appliances.add(appliance) == .done)
        let day = LocalDate("2026-01-10") ?? .first
        let entry = ServiceEntry(
            id: .random(), subject: .appliance(appliance.id), subjectName: appliance.name,
            details: ServiceDetails(day: day, title: "\(id)-title", note: "\(id)-entry", doneBy: id.rawValue),
            noteBy: id.rawValue, addedBy: id.rawValue, addedAt: home.clock.now())
        #expect(try await home.database.serviceHistory.add(entry) == .done)
        let task = MaintenanceTask(
            id: .random(), subject: .appliance(appliance.id),
            details: MaintenanceTaskDetails(title: "\(id)-task", note: "\(id)-hint", schedule: .once(day)),
            state: MaintenanceTaskState(nextDate: day), noteBy: id.rawValue, addedBy: id.rawValue,
            addedAt: home.clock.now())
        #expect(try await home.database.maintenanceTasks.add(task) == .done)
        // Its file is missing, so that the export has only the record.
        let manual = HomeModel.Attachment(
            id: .random(), owner: .appliance(appliance.id), kind: .manual, title: "\(id)-manual", bytes: 10,
            addedBy: id.rawValue, addedAt: home.clock.now())
        let record = AttachmentStore.Entry(manual, wrappedKey: [1])
        #expect(try await home.database.attachments.add(record, by: nil) == .done)
    }

    @Test func everySectionHasTheDataOfThePerson() async throws {
        try await withPeople { home, exports in
            let export = try await exports.open(nil, as: CoreHome.identity(Self.mia))
            #expect(export.head.options.language == LanguageTag("sv"))
            let collected = try await CollectedExport.run(export)
            #expect(collected.files == export.files && collected.files.count == ExportSection.allCases.count * 2 + 1)
            #expect(collected.contents.isEmpty)
            for section in ExportSection.allCases where section != .tokens {
                let texts = collected.texts(of: section)
                #expect(!texts.isEmpty, "\(section)")
                for row in texts { #expect(row["differs"] == nil, "\(section)") }
            }
            #expect(collected.texts(of: .profile).first?["name"] == "Mia")
            #expect(collected.texts(of: .notices).map { $0["version"] } == ["1"])
            #expect(collected.texts(of: .consents).map { $0["id"] } == ["crashReports"])
            #expect(collected.texts(of: .clients).first?["approvedBy"] == "olga")
            #expect(collected.texts(of: .invitations).first?["relation"] == "received")
            #expect(collected.texts(of: .incidents).map { $0["relation"] } == ["opened", "note"])
            #expect(collected.texts(of: .incidents).map { $0["text"] } == [nil, "mia-note"])
            #expect(collected.texts(of: .grants).map { $0["invitation"] } == [nil, "first"])
            #expect(collected.texts(of: .applianceNotes).map { $0["note"] } == ["mia-note"])
            #expect(collected.texts(of: .serviceHistory).map { $0["note"] } == ["mia-entry"])
            #expect(collected.texts(of: .maintenanceTasks).map { $0["note"] } == ["mia-hint"])
            #expect(collected.texts(of: .attachments).map { $0["title"] } == ["mia-manual"])
            let command = try #require(collected.texts(of: .commands).first)
            #expect(command["device"] == "lamp" && command["outcome"] == "confirmed" && command["isAccepted"] == "true")
            // The newest entry is the one of the export itself.
            let entries = collected.texts(of: .audit)
            #expect(entries.first?["event"] == "data.export" && entries.contains { $0["event"] == "grant.create" })
            #expect(!collected.allText.contains(String(repeating: "m", count: 43)))
        }
    }

    @Test func rowHasValueForEachColumn() async throws {
        try await withPeople { home, exports in
            let collected = try await CollectedExport.run(
                try await exports.open(Self.mia, as: try #require(CoreHome.console)))
            for (file, rows) in collected.rows {
                guard case .section(let section, _) = file else { continue }
                for row in rows { #expect(row.count == section.columns.count, "\(section)") }
            }
        }
    }

    @Test func privateDataOfAnotherPersonIsInNoFile() async throws {
        try await withPeople { home, exports in
            let collected = try await CollectedExport.run(
                try await exports.open(nil, as: CoreHome.identity(Self.mia)))
            #expect(!collected.allText.lowercased().contains("zelda"))
            let other = try await CollectedExport.run(
                try await exports.open(nil, as: CoreHome.identity(PersonID("zelda"))))
            #expect(other.allText.contains("zelda-phone") && other.allText.contains("zelda-act"))
        }
    }

    /// Olga acted on Mia, so Mia sees her name. Of what Olga did to others, Olga's own export tells only their role.
    @Test func othersAreNamedOnlyWhereTheyActedOnThePerson() async throws {
        try await withPeople { home, exports in
            let olga = try CoreHome.identity(PersonID("olga"))
            _ = try await home.peopleService.change(PersonID("zelda"), role: .child, as: olga)
            let own = try await CollectedExport.run(try await exports.open(nil, as: olga))
            let change = try #require(own.texts(of: .audit).first { $0["details"]?.contains("act=role") ?? false })
            #expect(change["concerned"] == "(child)" && change["target"] == "(child)")
            #expect(change["details"] == "act=role")
            #expect(!own.allText.lowercased().contains("zelda") && !own.allText.lowercased().contains("mia"))
            let invitations = own.texts(of: .invitations)
            #expect(Set(invitations.compactMap { $0["otherPerson"] }) == ["(member)", "(child)"])

            let mia = try await CollectedExport.run(try await exports.open(nil, as: CoreHome.identity(Self.mia)))
            let grant = try #require(mia.texts(of: .audit).first { $0["event"] == "grant.create" })
            #expect(grant["actor"] == "console as olga" && grant["concerned"] == "mia" && grant["client"] == nil)
        }
    }

    /// The id of a device may be that of a person: entries about such a device are not about the person.
    @Test func deviceWithTheIDOfThePersonIsNotThePerson() async throws {
        try await withPeople { home, exports in
            try await home.add(DeviceID("mia"), capabilities: [.lamp])
            _ = try await home.send(
                .boolean(true), to: DeviceID("mia"), as: CoreHome.identity(PersonID("zelda")))
            let collected = try await CollectedExport.run(
                try await exports.open(nil, as: CoreHome.identity(Self.mia)))
            #expect(!collected.texts(of: .audit).contains { $0["actor"] == "console as zelda" })
            #expect(collected.texts(of: .commands).count == 1)
        }
    }

    @Test func longSectionsArriveInPages() async throws {
        try await withPeople { home, exports in
            for number in 0..<2500 {
                _ = try await home.audit.append(AuditEntry(.settingsChange, actor: "mia", target: "\(number)"))
            }
            var largest = 0
            var targets: [ExportFile: [ExportValue]] = [:]
            var file: ExportFile?
            let export = try await exports.open(nil, as: CoreHome.identity(Self.mia))
            // Entries that are written meanwhile are in neither file.
            home.time.advance(by: .seconds(60))
            try await export.run { part in
                switch part {
                case .file(let next):
                    file = next
                    _ = try await home.audit.append(AuditEntry(.settingsChange, actor: "mia", target: "late"))
                case .rows(let rows):
                    largest = max(largest, rows.count)
                    guard let file, case .section(.audit, _) = file else { return }
                    targets[file, default: []] += rows.map { $0[7] }.filter(\.isNumber)
                case .history, .bytes: break
                }
            }
            #expect(largest == AuditPages.pageSize)
            let wanted = (0..<2500).reversed().map { ExportValue.text("\($0)") }
            for form in ExportFile.Form.allCases {
                #expect(targets[.section(.audit, form)] == wanted)
            }
        }
    }

    /// A digest tells a person nothing about themself.
    @Test func digestsOfCommandsAreLeftOut() async throws {
        try await withPeople { home, exports in
            let digests = [CommandMetadataKey.key: "digest of the key", CommandMetadataKey.body: "digest of the body"]
            _ = try await home.audit.append(
                AuditEntry(
                    .deviceControl, actor: "mia", target: "lamp",
                    metadata: digests.merging([CommandMetadataKey.command: "sent-twice"]) { $1 }))
            let collected = try await CollectedExport.run(
                try await exports.open(nil, as: CoreHome.identity(Self.mia)))
            #expect(collected.allText.contains("sent-twice") && !collected.allText.contains("digest of"))
        }
    }

    /// A machine without a battery may start with a clock that is behind the newest entries.
    @Test func clockThatWasSetBackHidesNoEntry() async throws {
        try await withPeople { home, exports in
            home.time.set(to: home.clock.now() - .days(300), isSynchronised: false)
            let export = try await exports.open(nil, as: CoreHome.identity(Self.mia))
            let collected = try await CollectedExport.run(export) { _ in
                _ = try await home.audit.append(AuditEntry(.settingsChange, actor: "mia", target: "late"))
            }
            let entries = collected.texts(of: .audit)
            #expect(["grant.create", "data.export"].allSatisfy { event in entries.contains { $0["event"] == event } })
            #expect(!entries.contains { $0["target"] == "late" })
            #expect(collected.texts(of: .commands).count == 1)
        }
    }

    // MARK: - Readings

    @Test func readingsAreThoseThatThePersonMaySee() async throws {
        try await withPeople { home, exports in
            let console = try #require(CoreHome.console)
            _ = try await home.peopleService.add(name: "Gus", role: .guest, as: console)
            try await home.add(Self.meter, capabilities: [Capability(CapabilityName(.temperature))])
            let series = SeriesID(device: Self.meter, part: .main, capability: CapabilityName(.temperature))
            let times = (0..<5).map { home.clock.now() - .seconds(600 - $0 * 60) }
            try await home.record(series, readings: times.map { Reading(time: $0, value: 20) })
            let options = ExportOptions(includesReadings: true)
            for (name, isSeen) in [("mia", true), ("gus", false)] {
                let id = try #require(PersonID(name))
                for asker in [try CoreHome.identity(id), console] {
                    let export = try await exports.open(id, options: options, as: asker)
                    let collected = try await CollectedExport.run(export)
                    let exported = collected.files.compactMap { file -> ExportedSeries? in
                        if case .series(let exported) = file { exported } else { nil }
                    }
                    #expect(exported.contains { $0.series == series } == isSeen, "\(name)")
                    guard isSeen else { continue }
                    let raw = try #require(exported.first { $0.series == series && $0.resolution == .raw })
                    #expect(collected.pages[.series(raw)]?.readings.map(\.time) == times)
                }
            }
            // Without being asked for, they are left out.
            let without = try await exports.open(Self.mia, as: console)
            #expect(without.files.allSatisfy { if case .series = $0 { false } else { true } })
        }
    }

    /// The readings are from before the clock was set back, and so are their hours.
    @Test func clockThatWasSetBackHidesNoReading() async throws {
        try await withPeople { home, exports in
            try await home.add(Self.meter, capabilities: [Capability(CapabilityName(.temperature))])
            let series = SeriesID(device: Self.meter, part: .main, capability: CapabilityName(.temperature))
            let times = (0..<5).map { home.clock.now() - .seconds(600 - $0 * 60) }
            try await home.record(series, readings: times.map { Reading(time: $0, value: 20) })
            home.time.set(to: home.clock.now() - .days(300), isSynchronised: false)
            let export = try await exports.open(
                nil, options: ExportOptions(includesReadings: true), as: CoreHome.identity(Self.mia))
            let collected = try await CollectedExport.run(export)
            var (readings, hours): ([Reading], [RollUp]) = ([], [])
            for (file, pages) in collected.pages {
                guard case .series(let exported) = file, exported.series == series else { continue }
                readings += pages.readings
                hours += pages.rollUps
            }
            #expect(readings.map(\.time) == times)
            #expect(hours.map(\.count).reduce(0, +) == times.count)
        }
    }

    /// The right of an admin to read is no right of the person whose data it is.
    @Test func denyHidesReadingsFromTheExportOfAnAdmin() async throws {
        try await withPeople { home, exports in
            let console = try #require(CoreHome.console)
            try await home.add(Self.meter, capabilities: [Capability(CapabilityName(.temperature))])
            _ = try await home.grants.give(
                Grant(
                    id: GrantID("no"), person: Self.mia, effect: .deny, permissions: [.viewEnvironment],
                    selector: AccessSelector(devices: [Self.meter])), as: console)
            let export = try await exports.open(Self.mia, options: ExportOptions(includesReadings: true), as: console)
            for file in export.files {
                guard case .series(let exported) = file else { continue }
                #expect(exported.series.device != Self.meter)
            }
        }
    }
}

extension ExportValue {
    fileprivate var isNumber: Bool { if case .text(let text) = self { Int(text) != nil } else { false } }
}
