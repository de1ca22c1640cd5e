import AuditTrail
import Foundation
import HomeModel
import HomeStore
import Testing

@testable import GatewayCore

@Suite(.timeLimit(.minutes(10))) struct MaintenanceServiceTests {
    private static let plug: DeviceID = DeviceID("plug")
    private static let power = SeriesID(device: plug, part: .main, capability: CapabilityName(.power))
    private static let battery = SeriesID(device: plug, part: .main, capability: CapabilityName(.battery))
    private static let filter = SeriesID(device: plug, part: .main, capability: CapabilityName(.filterLife))

    /// A home with a plug, at noon of 12 May 2027.
    private func withHome(
        _ body: @Sendable (CoreHome, MaintenanceEvaluator, Identity) async throws -> Void
    ) async throws {
        try await withCore { home in
            home.time.set(to: try moment("2027-05-12T12:00:00Z"), isSynchronised: true)
            try await home.add(
                Self.plug,
                capabilities: [.power, .battery, .filterLife].map { Capability(CapabilityName($0)) })
            try await body(home, home.makeEvaluator(), try #require(CoreHome.console))
        }
    }

    @Test func doneTaskIsInTheHistoryAndHasANextDate() async throws {
        try await withHome { home, evaluator, console in
            let service = home.tasks(evaluator)
            let draft = MaintenanceTaskDraft.monthly("Clean the drum", every: 6, first: try day("2027-05-12"))
            let task = try await service.add(draft, to: .device(Self.plug), as: console)
            #expect(task.status == .due)
            #expect(try await service.due(as: console).tasks.map(\.task.id) == [task.task.id])

            let cost = Money(try #require(MoneyAmount("249")), currency: .krona)
            let done = try await service.markDone(
                task.task.id, with: MaintenanceDoneDraft(note: "Very dirty", cost: cost), as: console)
            #expect(done.status == .scheduled && done.task.state.nextDate == LocalDate("2027-11-12"))
            let entries = try await home.database.serviceHistory.entries(ServiceFilter())
            let entry = try #require(entries.first)
            #expect(done.task.previous?.entry == entry.id)
            #expect(entry.task == task.task.id && entry.details.cost == cost && entry.details.note == "Very dirty")
            #expect(entry.details.day == LocalDate("2027-05-12") && entry.details.title == "Clean the drum")
            let acts = try await home.audit.records(AuditFilter(event: .maintenanceTask)).map {
                $0.entry.metadata["act"]
            }
            #expect(Set(acts) == ["addTask", "doneTask"])

            let undone = try await service.undo(task.task.id, as: console)
            #expect(undone.status == .due && undone.task.state.nextDate == LocalDate("2027-05-12"))
            #expect(try await home.database.serviceHistory.entries(ServiceFilter()).isEmpty)
            await expect(.nothingToUndo) { _ = try await service.undo(task.task.id, as: console) }
        }
    }

    /// Two people mark the same task as done at once: one of them wins, and the other one learns who it was.
    @Test func secondDoneIsRefusedWithTheNameOfTheFirst() async throws {
        try await withHome { home, evaluator, console in
            let service = home.tasks(evaluator)
            let people = try await ["Ada", "Ola"].asyncMap {
                try await home.peopleService.add(name: $0, role: .admin, as: console).id
            }
            let identities = try people.map { try CoreHome.identity($0) }
            let draft = MaintenanceTaskDraft.monthly("Clean the drum", first: try day("2027-05-12"))
            let id = try await service.add(draft, to: .device(Self.plug), as: console).task.id
            let refusals = await withTaskGroup(of: ActionRefusal?.self) { group in
                for identity in identities {
                    group.addTask {
                        do throws(ActionRefusal) {
                            _ = try await service.markDone(id, with: MaintenanceDoneDraft(), as: identity)
                            return nil
                        } catch {
                            return error
                        }
                    }
                }
                return await group.reduce(into: [ActionRefusal?]()) { $0.append($1) }
            }.compactMap(\.self)
            guard case .maintenance(.alreadyDone, let detail) = refusals.first, refusals.count == 1 else {
                Issue.record("refusals: \(refusals)")
                return
            }
            #expect(detail.contains("by Ada") || detail.contains("by Ola"))
            #expect(try await home.database.serviceHistory.entries(ServiceFilter()).count == 1)
        }
    }

    @Test func earlierDayIsRefusedAndTheFutureToo() async throws {
        try await withHome { home, evaluator, console in
            let service = home.tasks(evaluator)
            let draft = MaintenanceTaskDraft.monthly("Clean the drum", first: try day("2027-05-12"))
            let id = try await service.add(draft, to: .device(Self.plug), as: console).task.id
            _ = try await service.markDone(id, with: MaintenanceDoneDraft(day: try day("2027-05-10")), as: console)
            await expect(.alreadyDone) {
                _ = try await service.markDone(id, with: MaintenanceDoneDraft(day: try day("2027-05-09")), as: console)
            }
            await #expect(throws: ActionRefusal.self) {
                try await service.markDone(id, with: MaintenanceDoneDraft(day: try day("2027-05-14")), as: console)
            }
            // The date of the person may be ahead of that of the home.
            let next = try await service.markDone(
                id, with: MaintenanceDoneDraft(day: try day("2027-05-13")), as: console)
            #expect(next.task.state.nextDate == LocalDate("2027-06-13"))
        }
    }

    /// An unknown clock makes nothing due, forgets nothing that is due, and asks for the day of a “done”.
    @Test func unknownClockMakesNothingDue() async throws {
        try await withHome { home, evaluator, console in
            let service = home.tasks(evaluator)
            let due = try await service.add(
                .monthly("Due", first: try day("2027-05-01")), to: .device(Self.plug), as: console)
            let later = try await service.add(
                .monthly("Later", first: try day("2027-07-01")), to: .device(Self.plug), as: console)
            // The clock jumps two years ahead, and then back to 1970, without being synchronised.
            for wall in ["2029-01-01T00:00:00Z", "1970-01-01T00:00:00Z"] {
                home.time.boot(at: try moment(wall))
                try await evaluator.evaluate()
                #expect(try await service.task(due.task.id, as: console).status == .overdue)
                #expect(try await service.task(later.task.id, as: console).status == .scheduled)
                #expect(!(try await service.due(as: console).isClockKnown))
            }
            await #expect(throws: ActionRefusal.self) {
                try await service.markDone(due.task.id, with: MaintenanceDoneDraft(), as: console)
            }
            let draft = MaintenanceDoneDraft(day: try day("2027-05-13"))
            let done = try await service.markDone(due.task.id, with: draft, as: console)
            #expect(done.task.state.nextDate == LocalDate("2027-06-13"))

            home.time.set(to: try moment("2027-05-13T12:00:00Z"), isSynchronised: true)
            try await evaluator.evaluate()
            #expect(try await service.task(due.task.id, as: console).task.state.doneOn == LocalDate("2027-05-13"))
        }
    }

    @Test func snoozedTaskIsNotAmongTheDueOnes() async throws {
        try await withHome { home, evaluator, console in
            let service = home.tasks(evaluator)
            let draft = MaintenanceTaskDraft.monthly("Clean the drum", first: try day("2027-05-01"))
            let id = try await service.add(draft, to: .device(Self.plug), as: console).task.id
            #expect(try await service.snooze(id, until: try day("2027-05-20"), as: console).status == .snoozed)
            #expect(try await service.due(as: console).tasks.isEmpty)
            await #expect(throws: ActionRefusal.self) {
                try await service.snooze(id, until: try day("2027-05-12"), as: console)
            }
            home.time.set(to: try moment("2027-05-20T00:00:00Z"), isSynchronised: true)
            try await evaluator.evaluate()
            #expect(try await service.due(as: console).tasks.map(\.status) == [.overdue])
        }
    }

    @Test func lowBatteryIsDueWithoutATask() async throws {
        try await withHome { home, evaluator, console in
            let service = home.tasks(evaluator)
            #expect(try await service.batteries(as: console).map(\.status.isKnown) == [false])
            let now = home.clock.now()
            await home.deviceStates.set(.number(15), of: Self.battery, at: now - .hours(3), now: now)
            let battery = try #require(try await service.due(as: console).batteries.first)
            #expect(battery.deviceName.text == "plug" && battery.age == .hours(3) && battery.status.level == 15)
            await home.deviceStates.set(.number(90), of: Self.battery, at: now, now: now)
            #expect(try await service.due(as: console).batteries.isEmpty)
            #expect(try await service.batteries(as: console).first?.status.isLow == false)
        }
    }

    /// People do not change the battery of the house, however empty it is.
    @Test func storeOfEnergyIsNotAmongTheBatteries() async throws {
        try await withHome { home, evaluator, console in
            let store = try #require(DeviceID("house-battery"))
            let power = Capability(CapabilityName(.power), minimum: -5000, flow: .charge)
            try await home.add(store, capabilities: [power, Capability(CapabilityName(.battery))])
            let now = home.clock.now()
            let level = SeriesID(device: store, part: .main, capability: CapabilityName(.battery))
            await home.deviceStates.set(.number(5), of: level, at: now, now: now)
            let service = home.tasks(evaluator)
            #expect(try await service.due(as: console).batteries.isEmpty)
            #expect(try await service.batteries(as: console).map(\.status.device) == [Self.plug])
        }
    }

    @Test func reportedValueMakesATaskDue() async throws {
        try await withHome { home, evaluator, console in
            let service = home.tasks(evaluator)
            let rule = ReportedRule(series: Self.filter, comparison: .atMost, limit: 10)
            let draft = MaintenanceTaskDraft(title: "Change the filter", schedule: .reported(rule))
            let id = try await service.add(draft, to: .device(Self.plug), as: console).task.id
            for (value, status) in [(60.0, MaintenanceStatus.scheduled), (8, .due), (100, .scheduled)] {
                let now = home.clock.now()
                await home.deviceStates.set(.number(value), of: Self.filter, at: now, now: now)
                try await evaluator.evaluate()
                #expect(try await service.task(id, as: console).status == status)
                home.time.advance(by: .seconds(60))
            }
        }
    }

    /// The count stays when the device leaves, and its task says that the device is missing.
    @Test func removalOfTheCountedDeviceKeepsTheCount() async throws {
        try await withHome { home, evaluator, console in
            let service = home.tasks(evaluator)
            let washer = Appliance(
                id: .random(), details: ApplianceDetails(name: DisplayName("Washer" as StaticString)),
                addedAt: home.clock.now())
            _ = try await home.database.appliances.add(washer)
            let usage = UsageRule(
                series: Self.power, measure: .hours, limit: 500, rule: RunRule(runsAtWatts: 10))
            let draft = MaintenanceTaskDraft(title: "Clean it", schedule: .usage(usage))
            let id = try await service.add(draft, to: .appliance(washer.id), as: console).task.id
            try await home.record(Self.power, readings: [Reading(time: home.clock.now(), value: 100)])
            home.time.advance(by: .seconds(1800))
            try await evaluator.evaluate()
            #expect(try await service.task(id, as: console).task.state.counter?.latest.running == 1_800_000)

            try await home.registry.remove(Self.plug)
            home.time.advance(by: .hours(1))
            try await evaluator.evaluate()
            let task = try await service.task(id, as: console)
            #expect(task.isSourceMissing && task.sourceName == nil)
            #expect(task.task.state.counter?.latest.running == 1_800_000)
            #expect(try await home.tasks(home.makeEvaluator()).task(id, as: console).task.state.counter != nil)
        }
    }

    /// The count of an earlier day begins at its end, from the stored values.
    @Test func useIsCountedFromTheDayOnWhichItWasLastDone() async throws {
        try await withHome { home, evaluator, console in
            let service = home.tasks(evaluator)
            let start = try moment("2027-05-11T23:30:00Z")
            try await home.record(
                Self.power,
                readings: (0..<20).map { Reading(time: start + .seconds($0 * 600), value: 100) })
            let usage = UsageRule(series: Self.power, measure: .hours, limit: 500, rule: RunRule(runsAtWatts: 10))
            let draft = MaintenanceTaskDraft(title: "Clean it", schedule: .usage(usage))
            let task = try await service.add(
                draft, to: .device(Self.plug), doneOn: try day("2027-05-11"), as: console)
            // Values every ten minutes until 02:40, and one hour beyond the last one.
            let count = try #require(task.task.state.counter?.latest)
            #expect(count.from == (try moment("2027-05-12T00:00:00Z")))
            #expect(count.running == 3 * 3_600_000 + 40 * 60_000)
            #expect(count.unknown == 8 * 3_600_000 + 20 * 60_000)
        }
    }

    /// A deleted task is added again with its count. The list is in the order of the dates and of the estimate.
    @Test func useIsCountedFromANamedTimeAndItsPaceOrdersTheList() async throws {
        try await withHome { home, evaluator, console in
            let service = home.tasks(evaluator)
            let start = try moment("2027-05-02T12:00:00Z")
            // It runs for four hours on each of ten days.
            try await home.record(
                Self.power,
                readings: (0..<240).map { Reading(time: start + .hours($0), value: $0 % 24 < 4 ? 100 : 0) })
            let usage = UsageRule(series: Self.power, measure: .hours, limit: 100, rule: RunRule(runsAtWatts: 10))
            let draft = MaintenanceTaskDraft(title: "Clean it", schedule: .usage(usage))
            let counted = try await service.add(draft, to: .device(Self.plug), countedFrom: start, as: console)
            #expect(counted.task.state.counter?.latest.from == start)
            #expect(counted.estimatedDate == (try day("2027-05-27")))
            for (title, first) in [("Later", "2027-06-20"), ("Sooner", "2027-05-25")] {
                _ = try await service.add(
                    .monthly(title, first: try day(first)), to: .device(Self.plug), as: console)
            }
            let titles = try await service.list(as: console).map(\.task.details.title)
            #expect(titles == ["Sooner", "Clean it", "Later"])
        }
    }

    /// Values that were counted are struck out before the count was stored again, and then the gateway is killed.
    @Test func useOfStruckValuesOutlivesAKill() async throws {
        try await withHome { home, evaluator, console in
            let usage = UsageRule(series: Self.power, measure: .hours, limit: 500, rule: RunRule(runsAtWatts: 10))
            let draft = MaintenanceTaskDraft(title: "Clean it", schedule: .usage(usage))
            let id = try await home.tasks(evaluator).add(draft, to: .device(Self.plug), as: console).task.id
            let start = home.clock.now()
            for watts in [0.0, 100, 0] {
                try await home.record(Self.power, readings: [Reading(time: home.clock.now(), value: watts)])
                home.time.advance(by: .seconds(60))
                try await evaluator.evaluate()
            }
            let strikes = StrikeService(
                registry: home.registry, deviceStates: home.deviceStates, store: home.database.readings,
                timestampAssigner: home.assigner, actions: home.actions)
            let query = StrikeQuery(Self.power, from: start, to: home.clock.now())
            #expect(try await strikes.strike(query, as: console).readings.count == 3)
            home.time.advance(by: .seconds(60))
            try await evaluator.evaluate()
            let stored = try await home.tasks(home.makeEvaluator()).task(id, as: console)
            #expect(stored.task.state.counter?.latest.running == 60_000)
        }
    }

    @Test func eventIsShownWhenSomethingBecomesDue() async throws {
        try await withHome { home, evaluator, console in
            let service = home.tasks(evaluator)
            _ = try await service.add(
                .monthly("Clean the drum", first: try day("2027-06-20")), to: .device(Self.plug), as: console)
            try await evaluator.evaluate()
            let reader = await home.feed.subscribe(as: console)
            home.time.set(to: try moment("2027-06-20T01:00:00Z"), isSynchronised: true)
            try await evaluator.evaluate()
            for await batch in reader.batches {
                if batch.events.contains(where: { if case .maintenanceChanged = $0.event { true } else { false } }) {
                    break
                }
            }
            await home.feed.leave(reader.id)
        }
    }

    @Test(arguments: [Role.member, .child, .guest, .service])
    func onlyPeopleWhoMaintainTheHomeMayActOnTasks(_ role: Role) async throws {
        try await withHome { home, evaluator, console in
            let service = home.tasks(evaluator)
            let draft = MaintenanceTaskDraft.monthly("Clean", first: try day("2027-05-12"))
            let id = try await service.add(draft, to: .device(Self.plug), as: console).task.id
            _ = try await home.peopleService.add(name: "Mia", role: role, as: console)
            let mia = try CoreHome.identity(PersonID("mia"))
            await #expect(throws: ActionRefusal.self) { try await service.list(as: mia) }
            await #expect(throws: ActionRefusal.self) { try await service.due(as: mia) }
            await #expect(throws: ActionRefusal.self) { try await service.batteries(as: mia) }
            await #expect(throws: ActionRefusal.self) { try await service.add(draft, to: .device(Self.plug), as: mia) }
            await #expect(throws: ActionRefusal.self) {
                try await service.markDone(id, with: MaintenanceDoneDraft(), as: mia)
            }
            await #expect(throws: ActionRefusal.self) { try await service.remove(id, as: mia) }
            #expect(try await home.database.maintenanceTasks.all().count == 1)
        }
    }

    /// An erased person leaves a pseudonym and no note, and the task stays.
    @Test func erasedPersonLeavesNoNoteInATask() async throws {
        try await withHome { home, evaluator, console in
            _ = try await home.peopleService.add(name: "Ada", role: .admin, as: console)
            let service = home.tasks(evaluator)
            let ada = try CoreHome.identity(PersonID("ada"))
            var draft = MaintenanceTaskDraft.monthly("Clean the drum", first: try day("2027-05-12"))
            draft.note = "zquxnote"
            let id = try await service.add(draft, to: .device(Self.plug), as: ada).task.id
            let done = try await service.markDone(id, with: MaintenanceDoneDraft(note: "zquxdone"), as: ada)
            #expect(done.task.doneBy == "console as ada" && done.doneByName?.text == "Ada")
            let pseudonym = try await home.erasures.erase(PersonID("ada"), confirming: "Ada", as: console).erasure
                .pseudonym
            let left = try await service.task(id, as: console)
            #expect(left.task.details.note == nil && left.task.noteBy == nil && left.doneByName == nil)
            #expect(left.task.doneBy == "console as \(pseudonym)" && left.task.addedBy == "console as \(pseudonym)")
            #expect(left.task.details.title == "Clean the drum" && left.task.state.doneOn == LocalDate("2027-05-12"))
        }
    }

    private func expect(_ conflict: MaintenanceConflict, from body: () async throws -> Void) async {
        do {
            try await body()
            Issue.record("nothing was refused")
        } catch ActionRefusal.maintenance(let found, _) {
            #expect(found == conflict)
        } catch {
            Issue.record("another error: \(error)")
        }
    }
}

private func day(_ text: String) throws -> LocalDate { try #require(LocalDate(text)) }

private func moment(_ text: String) throws -> Timestamp { try #require(Timestamp(rfc3339: text)) }

extension Array {
    fileprivate func asyncMap<Result>(_ transform: (Element) async throws -> Result) async throws -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await transform(element)) }
        return results
    }
}
