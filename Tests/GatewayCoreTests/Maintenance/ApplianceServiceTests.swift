import AuditTrail
import HomeModel
import HomeStore
import Testing

@testable import GatewayCore

@Suite(.timeLimit(.minutes(10))) struct ApplianceServiceTests {
    private static let lamp: DeviceID = DeviceID("lamp")
    private static let draft = ApplianceDraft(
        name: "Dishwasher", maker: "Bosch", serialNumber: "zqux-4711", boughtOn: .testDay,
        price: Money(MoneyAmount(hundredThousandths: 799_000_000), currency: .krona), warrantyEnds: .testDay,
        manual: "https://example.com/manual", device: lamp, part: .main, note: "Below the rack")

    private func withHome(_ body: @Sendable (CoreHome, Identity) async throws -> Void) async throws {
        try await withCore { home in
            try await home.add(Self.lamp, capabilities: [.lamp])
            try await body(home, try #require(CoreHome.console))
        }
    }

    @Test func applianceIsReadAsItWasWritten() async throws {
        try await withHome { home, console in
            let added = try await home.appliances.add(Self.draft, as: console).appliance
            let read = try await home.appliances.appliance(added.id, as: console)
            #expect(read.appliance == added && read.deviceName?.text == "lamp" && read.warranty == .ended)
            #expect(read.appliance.details.serialNumber?.exposedText == "zqux-4711")
            #expect(read.appliance.noteBy == "console" && read.appliance.revision == 1)
            #expect(try await home.appliances.list(as: console).map(\.appliance) == [added])
        }
    }

    /// A clock that begins in 1970 says nothing about a warranty.
    @Test func warrantyIsNotJudgedByAnUnknownClock() async throws {
        try await withHome { home, console in
            let id = try await home.appliances.add(Self.draft, as: console).appliance.id
            home.time.boot(at: Timestamp(milliseconds: 0))
            #expect(try await home.appliances.appliance(id, as: console).warranty == nil)
            #expect(try await home.appliances.list(as: console).map(\.warranty) == [nil])
        }
    }

    @Test(arguments: [Role.member, .child, .guest, .service])
    func onlyPeopleWhoMaintainTheHomeSeeAppliances(_ role: Role) async throws {
        try await withHome { home, console in
            let id = try await home.appliances.add(Self.draft, as: console).appliance.id
            _ = try await home.peopleService.add(name: "Mia", role: role, as: console)
            let mia = try CoreHome.identity(PersonID("mia"))
            await #expect(throws: ActionRefusal.self) { try await home.appliances.list(as: mia) }
            await #expect(throws: ActionRefusal.self) { try await home.appliances.appliance(id, as: mia) }
            await #expect(throws: ActionRefusal.self) { try await home.appliances.add(Self.draft, as: mia) }
            await #expect(throws: ActionRefusal.self) {
                try await home.appliances.change(id, to: Self.draft, as: mia)
            }
            await #expect(throws: ActionRefusal.self) {
                try await home.appliances.remove(id, history: .delete, as: mia)
            }
            #expect(try await home.database.appliances.all().map(\.id) == [id])
        }
    }

    @Test func auditLogNamesChangedFieldsWithoutTheirValues() async throws {
        try await withHome { home, console in
            let id = try await home.appliances.add(Self.draft, as: console).appliance.id
            var draft = Self.draft
            draft.serialNumber = "zqux-4712"
            draft.note = nil
            _ = try await home.appliances.change(id, to: draft, as: console)
            try await home.appliances.remove(id, history: nil, as: console)
            let entries = try await home.audit.records(AuditFilter(target: id.rawValue)).map(\.entry)
            #expect(Set(entries.map(\.event)) == [.applianceRemove, .applianceChange, .applianceAdd])
            let change = try #require(entries.first { $0.event == .applianceChange })
            #expect(change.metadata["fields"] == "serialNumber,note")
            #expect(!entries.contains { "\($0)".contains("zqux") || "\($0)".contains("rack") })
        }
    }

    @Test func changeIsRefusedForAnotherRevision() async throws {
        try await withHome { home, console in
            let id = try await home.appliances.add(Self.draft, as: console).appliance.id
            var draft = Self.draft
            draft.name = "Old dishwasher"
            let changed = try await home.appliances.change(id, to: draft, expecting: ["1"], as: console)
            #expect(changed.appliance.revision == 2 && changed.appliance.noteBy == "console")
            await #expect {
                try await home.appliances.change(id, to: Self.draft, expecting: ["1", "x"], as: console)
            } throws: { if case ActionRefusal.changedMeanwhile = $0 { true } else { false } }
            await #expect {
                try await home.appliances.remove(id, history: nil, expecting: ["1"], as: console)
            } throws: { if case ActionRefusal.changedMeanwhile = $0 { true } else { false } }
            // A change that changes nothing is no change.
            #expect(try await home.appliances.change(id, to: draft, as: console).appliance.revision == 2)
        }
    }

    @Test func concurrentChangesOfOneRevisionLeaveOne() async throws {
        try await withHome { home, console in
            let id = try await home.appliances.add(Self.draft, as: console).appliance.id
            let done = await withTaskGroup(of: Bool.self) { group in
                for number in 0..<8 {
                    group.addTask {
                        var draft = Self.draft
                        draft.name = "Dishwasher \(number)"
                        return (try? await home.appliances.change(id, to: draft, expecting: ["1"], as: console)) != nil
                    }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(done == 1)
            #expect(try await home.database.appliances.appliance(id)?.revision == 2)
        }
    }

    @Test func removedRoomAndDeviceLeaveTheAppliance() async throws {
        try await withHome { home, console in
            let kitchen = try await home.rooms.add(name: "Kitchen", as: console)
            var draft = Self.draft
            draft.room = kitchen.id
            let id = try await home.appliances.add(draft, as: console).appliance.id
            _ = try await home.devices.change(Self.lamp, name: "Plug", room: nil, purposes: nil, as: console)
            #expect(try await home.appliances.appliance(id, as: console).deviceName?.text == "Plug")
            try await home.rooms.remove(kitchen.id, as: console)
            try await home.devices.remove(Self.lamp, as: console)
            let left = try await home.appliances.appliance(id, as: console)
            #expect(left.room == nil && left.appliance.room == nil)
            #expect(left.appliance.link == nil && left.deviceName == nil)
            #expect(left.appliance.details.note == "Below the rack" && left.appliance.revision > 1)
        }
    }

    @Test(arguments: [HistoryDisposal.keep, .delete])
    func historyOfARemovedApplianceIsKeptOrDeleted(_ disposal: HistoryDisposal) async throws {
        try await withHome { home, console in
            let id = try await home.appliances.add(Self.draft, as: console).appliance.id
            let subject = ServiceSubject.appliance(id)
            _ = try await home.services.add(
                ServiceEntryDraft(day: .testDay, title: "New pump"), about: subject, as: console)
            var renamed = Self.draft
            renamed.name = "Old dishwasher"
            _ = try await home.appliances.change(id, to: renamed, as: console)
            await #expect {
                try await home.appliances.remove(id, history: nil, as: console)
            } throws: { if case ActionRefusal.confirmationNeeded = $0 { true } else { false } }
            try await home.appliances.remove(id, history: disposal, as: console)
            let filter = ServiceFilter(subject: subject)
            if disposal == .keep {
                let kept = try await home.services.page(filter, as: console).entries.map(\.entry)
                #expect(kept.map(\.subjectName.text) == ["Old dishwasher"])
                #expect(try await home.services.removeAll(of: subject, as: console) == 1)
            }
            await #expect {
                try await home.services.page(filter, as: console)
            } throws: { if case ActionRefusal.notFound = $0 { true } else { false } }
        }
    }

    /// Each of these acts causes an event, so that the pages of other people read the lists again.
    @Test func changesOfAppliancesAndOfTheirHistoryAreShown() async throws {
        try await withHome { home, console in
            var events = LiveEvents(of: await home.feed.subscribe(as: console))
            let id = try await home.appliances.add(Self.draft, as: console).appliance.id
            await waitForChange(in: &events, of: home)
            var draft = Self.draft
            draft.name = "Old dishwasher"
            _ = try await home.appliances.change(id, to: draft, as: console)
            await waitForChange(in: &events, of: home)

            let subject = ServiceSubject.appliance(id)
            var service = ServiceEntryDraft(day: .testDay, title: "New pump")
            let entry = try await home.services.add(service, about: subject, as: console).entry.id
            await waitForChange(in: &events, of: home)
            service.title = "New pump and hose"
            _ = try await home.services.change(entry, to: service, as: console)
            await waitForChange(in: &events, of: home)
            try await home.services.remove(entry, as: console)
            await waitForChange(in: &events, of: home)
            _ = try await home.services.removeAll(of: subject, as: console)
            await waitForChange(in: &events, of: home)

            try await home.appliances.remove(id, history: .delete, as: console)
            await waitForChange(in: &events, of: home)
        }
    }

    /// Waits for the event, and then for longer than the shortest time between two of them.
    private func waitForChange(in events: inout LiveEvents, of home: CoreHome) async {
        while let event = await events.next() {
            guard case .maintenanceChanged = event else { continue }
            return home.time.advance(by: LiveFeed.pauseBetweenChanges * 2)
        }
        Issue.record("the events ended")
    }

    @Test func homeHasAtMostTheMaximumOfAppliances() async throws {
        try await withHome { home, console in
            for number in 0..<Appliance.maximumCount {
                let added = try await home.database.appliances.add(
                    Appliance(
                        id: .random(), details: ApplianceDetails(name: DisplayName("Lamp \(number)")),
                        addedAt: home.clock.now()))
                #expect(added == .done)
            }
            await #expect {
                try await home.appliances.add(Self.draft, as: console)
            } throws: { if case ActionRefusal.conflict = $0 { true } else { false } }
        }
    }
}
