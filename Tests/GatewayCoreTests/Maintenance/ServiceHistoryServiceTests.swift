import AuditTrail
import HomeModel
import HomeStore
import Logging
import Testing

@testable import GatewayCore

@Suite(.timeLimit(.minutes(10))) struct ServiceHistoryServiceTests {
    private static let lamp: DeviceID = DeviceID("lamp")

    private func withPump(
        _ body: @Sendable (CoreHome, Identity, ServiceSubject) async throws -> Void
    ) async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(Self.lamp, capabilities: [.lamp])
            for (name, role) in [("Olga", Role.owner), ("Ada", .admin)] {
                _ = try await home.peopleService.add(name: name, role: role, as: console)
            }
            let pump = try await home.appliances.add(ApplianceDraft(name: "Heat pump"), as: console).appliance.id
            try await body(home, console, .appliance(pump))
        }
    }

    private func money(_ text: String, in currency: String) throws -> Money {
        Money(try #require(MoneyAmount(text)), currency: try #require(Currency(currency)))
    }

    @Test func entryNamesWhoDidAndWhoWroteIt() async throws {
        try await withPump { home, _, pump in
            let ada = try CoreHome.identity(PersonID("ada"))
            let draft = ServiceEntryDraft(
                day: .testDay, title: " New filter ", note: "HEPA\r\n13", cost: try money("249.5", in: "SEK"),
                doneBy: "olga", provider: "Värmeservice AB")
            let added = try await home.services.add(draft, about: pump, as: ada)
            #expect(added.entry.details.title == "New filter" && added.entry.details.note == "HEPA\n13")
            #expect(added.doneBy?.text == "Olga" && added.addedBy?.text == "Ada")
            #expect(added.entry.addedBy == "console as ada" && added.entry.subjectName.text == "Heat pump")
            let page = try await home.services.page(ServiceFilter(subject: pump), as: ada)
            #expect(page.entries.map(\.entry) == [added.entry] && page.next == nil)
        }
    }

    @Test(arguments: [Role.member, .child, .guest, .service])
    func onlyPeopleWhoMaintainTheHomeSeeTheHistory(_ role: Role) async throws {
        try await withPump { home, console, pump in
            let draft = ServiceEntryDraft(day: .testDay, title: "New filter")
            let id = try await home.services.add(draft, about: pump, as: console).entry.id
            _ = try await home.peopleService.add(name: "Mia", role: role, as: console)
            let mia = try CoreHome.identity(PersonID("mia"))
            await #expect(throws: ActionRefusal.self) { try await home.services.page(ServiceFilter(), as: mia) }
            await #expect(throws: ActionRefusal.self) { try await home.services.add(draft, about: pump, as: mia) }
            await #expect(throws: ActionRefusal.self) { try await home.services.change(id, to: draft, as: mia) }
            await #expect(throws: ActionRefusal.self) { try await home.services.remove(id, as: mia) }
            await #expect(throws: ActionRefusal.self) { try await home.services.removeAll(of: pump, as: mia) }
            await #expect(throws: ActionRefusal.self) { try await home.services.export(of: nil, as: mia) }
        }
    }

    @Test func costsOfDifferentCurrenciesAreNotAdded() async throws {
        try await withPump { home, console, pump in
            let rows = [
                ("2025-12-31", "100", "SEK"), ("2026-01-01", "0.10", "SEK"), ("2026-06-01", "0.20", "SEK"),
                ("2026-06-01", "30", "EUR"),
            ]
            for (day, amount, currency) in rows {
                let draft = ServiceEntryDraft(
                    day: try #require(LocalDate(day)), title: "Service", cost: try money(amount, in: currency))
                _ = try await home.services.add(draft, about: pump, as: console)
            }
            _ = try await home.services.add(
                ServiceEntryDraft(day: .testDay, title: "Free"), about: .device(Self.lamp), as: console)
            let costs = try await home.services.page(ServiceFilter(subject: pump), as: console).costs
            #expect(
                costs.map { "\($0.year) \($0.total)" } == ["2026 30.00 EUR", "2026 0.30 SEK", "2025 100.00 SEK"])
            #expect(try await home.services.page(ServiceFilter(), as: console).costs == costs)
        }
    }

    @Test func historyOfARemovedDeviceKeepsItsLastName() async throws {
        try await withPump { home, console, _ in
            let subject = ServiceSubject.device(Self.lamp)
            _ = try await home.services.add(
                ServiceEntryDraft(day: .testDay, title: "New bulb"), about: subject, as: console)
            _ = try await home.devices.change(Self.lamp, name: "Ceiling", room: nil, purposes: nil, as: console)
            let filter = ServiceFilter(subject: subject)
            #expect(
                try await home.services.page(filter, as: console).entries.first?.entry.subjectName.text == "Ceiling")
            try await home.devices.remove(Self.lamp, as: console)
            #expect(
                try await home.services.page(filter, as: console).entries.first?.entry.subjectName.text == "Ceiling")
            await #expect(throws: ActionRefusal.self) {
                try await home.services.add(
                    ServiceEntryDraft(day: .testDay, title: "Late"), about: subject, as: console)
            }
        }
    }

    /// Ada manages maintenance, and may not see the lamp: neither its history nor its parts.
    @Test func deviceThatAPersonMayNotSeeHasNoHistoryForThem() async throws {
        try await withPump { home, console, pump in
            let lamp = ServiceSubject.device(Self.lamp)
            let draft = ServiceEntryDraft(day: .testDay, title: "New bulb", cost: try money("30", in: "SEK"))
            let hidden = try await home.services.add(draft, about: lamp, as: console).entry.id
            _ = try await home.services.add(draft, about: pump, as: console)
            _ = try await home.grants.give(
                Grant(
                    id: GrantID("new"), person: PersonID("ada"), effect: .deny,
                    permissions: [.viewEnvironment, .viewEnergy, .controlDevices],
                    selector: AccessSelector(devices: [Self.lamp])), as: console)
            let ada = try CoreHome.identity(PersonID("ada"))
            let page = try await home.services.page(ServiceFilter(), as: ada)
            #expect(page.entries.map(\.entry.subject) == [pump] && page.costs.map(\.subject) == [pump])
            var export = try await home.services.export(of: nil, as: ada)
            #expect(try await export.next()?.map(\.entry.subject) == [pump])
            await expectNotFound { _ = try await home.services.page(ServiceFilter(subject: lamp), as: ada) }
            await expectNotFound { _ = try await home.services.export(of: lamp, as: ada) }
            await expectNotFound { _ = try await home.services.add(draft, about: lamp, as: ada) }
            await expectNotFound { _ = try await home.services.change(hidden, to: draft, as: ada) }
            await expectNotFound { try await home.services.remove(hidden, as: ada) }
            await expectNotFound { _ = try await home.services.removeAll(of: lamp, as: ada) }
            await #expect {
                try await home.appliances.add(
                    ApplianceDraft(name: "Ceiling", device: Self.lamp, part: PartID("no")), as: ada)
            } throws: { if case ActionRefusal.invalid("device", "notFound", _) = $0 { true } else { false } }
        }
    }

    /// Ada changes an appliance whose device is hidden from her: she does not see the device, and it stays.
    @Test func hiddenDeviceOfAnApplianceIsNotShownAndStays() async throws {
        try await withPump { home, console, _ in
            let draft = ApplianceDraft(name: "Ceiling", device: Self.lamp)
            let added = try await home.appliances.add(draft, as: console).appliance
            let ada = try await hideLamp(from: PersonID("ada"), in: home, as: console)
            let shown = try await home.appliances.appliance(added.id, as: ada)
            #expect(shown.appliance.link == nil && shown.deviceName == nil)
            let changed = try await home.appliances.change(added.id, to: ApplianceDraft(name: "Lamp"), as: ada)
            #expect(changed.appliance.link == nil && changed.appliance.name.text == "Lamp")
            #expect(try await home.appliances.appliance(added.id, as: console).appliance.link?.device == Self.lamp)
            await #expect(throws: ActionRefusal.self) {
                try await home.appliances.change(added.id, to: ApplianceDraft(name: "Lamp", device: Self.lamp), as: ada)
            }
        }
    }

    /// Photographs of an entry about the hidden lamp do not exist for Ada, although she knows their ids.
    @Test func photographsOfAHiddenDeviceAreNotFound() async throws {
        try await withPump { home, console, _ in
            let entry = try await home.services.add(
                ServiceEntryDraft(day: .testDay, title: "New bulb"), about: .device(Self.lamp), as: console
            ).entry.id
            let attachments = AttachmentService(
                on: home.core, logger: Logger(label: "attachments") { _ in SwiftLogNoOpLogHandler() })
            let owner = AttachmentOwner.serviceEntry(entry)
            let photo = HomeModel.Attachment(
                id: .random(), owner: owner, kind: .photo, title: nil, bytes: 1, addedBy: "console",
                addedAt: home.clock.now())
            let stored = AttachmentStore.Entry(photo, wrappedKey: [1])
            #expect(try await home.database.attachments.add(stored, by: nil) == .done)
            #expect(try await attachments.list(of: owner, as: console).count == 1)
            let ada = try await hideLamp(from: PersonID("ada"), in: home, as: console)
            let request = AttachmentRequest(id: .random(), owner: owner, kind: .photo, title: nil, announcedBytes: nil)
            await expectMissing { _ = try await attachments.list(of: owner, as: ada) }
            await expectMissing { _ = try await attachments.open(request, as: ada) }
            await expectNotFound { _ = try await attachments.open(photo.id, part: .content, as: ada) }
            await expectNotFound { try await attachments.remove(photo.id, as: ada) }
            #expect(try await attachments.list(of: owner, as: console).count == 1)
        }
    }

    private func hideLamp(from person: PersonID, in home: CoreHome, as console: Identity) async throws -> Identity {
        _ = try await home.grants.give(
            Grant(
                id: GrantID("new"), person: person, effect: .deny,
                permissions: [.viewEnvironment, .viewEnergy, .controlDevices],
                selector: AccessSelector(devices: [Self.lamp])), as: console)
        return try CoreHome.identity(person)
    }

    private func expectMissing(_ body: () async throws -> Void) async {
        await #expect { try await body() } throws: {
            if case ActionRefusal.missing = $0 { true } else { false }
        }
    }

    private func expectNotFound(_ body: () async throws -> Void) async {
        do {
            try await body()
            Issue.record("nothing was refused")
        } catch ActionRefusal.notFound {
            return
        } catch {
            Issue.record("another error: \(error)")
        }
    }

    @Test func erasedPersonLeavesAPseudonymAndNoNote() async throws {
        try await withPump { home, console, pump in
            let ada = try CoreHome.identity(PersonID("ada"))
            let own = try await home.services.add(
                ServiceEntryDraft(day: .testDay, title: "New filter", note: "Ada’s note", doneBy: "ada"), about: pump,
                as: ada
            ).entry.id
            let other = try await home.services.add(
                ServiceEntryDraft(day: .testDay, title: "Cleaned", note: "Console’s note", doneBy: "ada"), about: pump,
                as: console
            ).entry.id
            let appliance = try #require(pump.appliance)
            _ = try await home.appliances.change(
                appliance, to: ApplianceDraft(name: "Heat pump", note: "Ada’s advice"), as: ada)
            let pseudonym = try await home.erasures.erase(PersonID("ada"), confirming: "Ada", as: console).erasure
                .pseudonym
            let first = try #require(try await home.database.serviceHistory.entry(own))
            #expect(first.details.note == nil && first.noteBy == nil && first.details.title == "New filter")
            #expect(first.details.doneBy == pseudonym && first.addedBy == "console as \(pseudonym)")
            let second = try #require(try await home.database.serviceHistory.entry(other))
            #expect(second.details.note == "Console’s note" && second.details.doneBy == pseudonym)
            let left = try #require(try await home.database.appliances.appliance(appliance))
            #expect(left.details.note == nil && left.noteBy == nil)
            // The pseudonym stays when another person changes the rest.
            let changed = try await home.services.change(
                other, to: ServiceEntryDraft(day: .testDay, title: "Cleaned well", doneBy: pseudonym), as: console)
            #expect(changed.entry.details.doneBy == pseudonym && changed.doneBy == nil)
        }
    }

    @Test func personWhoLeftIsNotNamedInANewEntry() async throws {
        try await withPump { home, console, pump in
            let hash = await home.people.hash(of: PersonID("ada"))
            _ = try await home.erasures.erase(PersonID("ada"), confirming: "Ada", as: console)
            let entry = ServiceEntry(
                id: .random(), subject: pump, subjectName: DisplayName("Heat pump" as StaticString),
                details: ServiceDetails(day: .testDay, title: "Late", doneBy: "ada"), addedBy: "ada",
                addedAt: home.clock.now())
            #expect(try await home.database.serviceHistory.add(entry, naming: [hash]) == .personLeft)
            #expect(try await home.database.serviceHistory.entry(entry.id) == nil)
        }
    }

    @Test(
        arguments: [
            (ServiceEntryDraft(day: .testDay, title: " "), "title"),
            (ServiceEntryDraft(day: .testDay, title: "a\nb"), "title"),
            (ServiceEntryDraft(day: .testDay, title: "x", note: "\u{7}"), "note"),
            (ServiceEntryDraft(day: .testDay, title: "x", doneBy: "zoe"), "doneBy"),
            (ServiceEntryDraft(day: .testDay, title: "x", doneBy: "~pseudonym"), "doneBy"),
            (ServiceEntryDraft(day: LocalDate("9999-01-01") ?? .first, title: "x"), "day"),
        ] as [(ServiceEntryDraft, String)])
    func invalidEntryIsRefusedByItsField(_ draft: ServiceEntryDraft, field: String) async throws {
        try await withPump { home, console, pump in
            await #expect {
                try await home.services.add(draft, about: pump, as: console)
            } throws: { if case ActionRefusal.invalid(let found, _, _) = $0 { found == field } else { false } }
            let entries = try await home.database.serviceHistory.entries(ServiceFilter())
            #expect(entries.isEmpty)
        }
    }

    @Test func exportEndsWhenItsAskerLosesTheRight() async throws {
        try await withPump { home, console, pump in
            for number in 0..<3 {
                _ = try await home.services.add(
                    ServiceEntryDraft(day: .testDay, title: "Entry \(number)"), about: pump, as: console)
            }
            let ada = try CoreHome.identity(PersonID("ada"))
            var whole = try await home.services.export(of: nil, as: ada)
            #expect(try await whole.next()?.count == 3)
            #expect(try await whole.next() == nil)
            var cut = try await home.services.export(of: pump, as: ada)
            _ = try await home.peopleService.change(PersonID("ada"), role: .member, as: console)
            do {
                _ = try await cut.next()
                Issue.record("the export went on")
            } catch {
                #expect(error is ActionRefusal)
            }
            let exports = try await home.audit.records(AuditFilter(event: .maintenanceHistory)).map(\.entry.metadata)
            #expect(exports.filter { $0["act"] == "export" }.count == 2)
        }
    }
}
