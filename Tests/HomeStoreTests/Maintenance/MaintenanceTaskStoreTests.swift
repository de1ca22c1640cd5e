import HomeModel
import StorageFixtures
import Testing

@testable import HomeStore

struct MaintenanceTaskStoreTests {
    @Test func tasksAreLoadedExactlyAsStored() async throws {
        try await withFolder { folder in
            let first = try HomeDatabase.open(path: folder + "/home.sqlite")
            let appliance = try await Self.addAppliance(to: first)
            var tasks: [MaintenanceTask] = []
            for (index, schedule) in try Self.schedules.enumerated() {
                var task = Self.task("Task \(index)", schedule: schedule, subject: .appliance(appliance))
                if case .usage(let usage) = schedule {
                    task.state.counter = RunCounter(from: Self.time, by: usage.rule)
                }
                task.state.snoozedUntil = LocalDate("2027-01-01")
                #expect(try await first.maintenanceTasks.add(task) == .done)
                tasks.append(task)
            }
            first.close()

            let second = try HomeDatabase.open(path: folder + "/home.sqlite")
            defer { second.close() }
            #expect(try await second.maintenanceTasks.all() == tasks)
            #expect(try await second.maintenanceTasks.task(tasks[1].id) == tasks[1])
        }
    }

    /// “Done” and its entry in the history are one transaction, and so is its undoing.
    @Test func doneAndItsEntryAreStoredTogether() async throws {
        try await withDatabase { database in
            let (tasks, history) = (database.maintenanceTasks, database.serviceHistory)
            let appliance = try await Self.addAppliance(to: database)
            var task = Self.task("Clean", schedule: try Self.monthly, subject: .appliance(appliance))
            #expect(try await tasks.add(task) == .done)
            let entry = try Self.entry(of: task)
            task.markDone(on: entry.details.day, at: Self.time, by: "ada", entry: entry.id)
            #expect(try await tasks.replace(task, adding: entry) == .done)
            #expect(try await history.entries(ServiceFilter()).map(\.id) == [entry.id])
            #expect(try await history.entries(ServiceFilter()).first?.task == task.id)

            // A second “done” that is based on the same revision stores neither.
            var other = task
            other.revision = task.revision
            #expect(try await tasks.replace(other, adding: try Self.entry(of: task)) == .changedMeanwhile)
            #expect(try await history.entries(ServiceFilter()).count == 1)

            let undone = try #require(task.previous?.entry)
            task.undoDone()
            // The key of a photograph would be lost with the entry.
            let photo = AttachmentStore.Entry(
                HomeModel.Attachment(
                    id: .random(), owner: .serviceEntry(undone), kind: .photo, title: nil, bytes: 1000,
                    thumbnailBytes: 100, pixels: PixelSize(width: 40, height: 30), addedBy: "ada", addedAt: Self.time),
                wrappedKey: [1, 2, 3])
            #expect(try await database.attachments.add(photo, by: nil) == .done)
            #expect(try await tasks.replace(task, removing: undone) == .hasPhotographs)
            #expect(try await history.entries(ServiceFilter()).count == 1)
            #expect(try await tasks.task(task.id)?.state.doneOn == entry.details.day)

            #expect(try await tasks.replace(task, removing: undone, photographs: 1) == .done)
            #expect(try await database.attachments.remove(photo.attachment.id) == .missing)
            #expect(try await history.entries(ServiceFilter()).isEmpty)
            #expect(try await tasks.all() == [task])
        }
    }

    /// The evaluation never overwrites what a person did meanwhile.
    @Test func evaluationOfAnEarlierRevisionIsIgnored() async throws {
        try await withDatabase { database in
            let tasks = database.maintenanceTasks
            let appliance = try await Self.addAppliance(to: database)
            var task = Self.task("Clean", schedule: try Self.monthly, subject: .appliance(appliance))
            _ = try await tasks.add(task)
            var evaluated = task
            evaluated.state.dueSince = LocalDate("2027-01-01")
            task.snooze(until: LocalDate("2027-02-01"))
            #expect(try await tasks.replace(task) == .done)
            try await tasks.save([evaluated])
            #expect(try await tasks.all() == [task])
            evaluated = task
            evaluated.state.dueSince = LocalDate("2027-01-01")
            try await tasks.save([evaluated])
            #expect(try await tasks.all() == [evaluated])
        }
    }

    @Test func tasksLeaveWithTheirApplianceOrDevice() async throws {
        try await withDatabase { database in
            let tasks = database.maintenanceTasks
            let appliance = try await Self.addAppliance(to: database)
            try await database.registry.save(try device("lamp"))
            #expect(
                try await tasks.add(Self.task("A", schedule: try Self.monthly, subject: .appliance(appliance))) == .done
            )
            let lamp = Self.task("B", schedule: try Self.monthly, subject: .device(DeviceID("lamp")))
            #expect(try await tasks.add(lamp) == .done)
            let other = Self.task("C", schedule: try Self.monthly, subject: .device(DeviceID("other")))
            #expect(try await tasks.add(other) == .missing)

            // A device that is stored again keeps its tasks.
            try await database.registry.save(try device("lamp"))
            #expect(try await tasks.all().count == 2)
            _ = try await database.appliances.remove(appliance, history: .keep)
            #expect(try await tasks.all() == [lamp])
            try await database.registry.remove(DeviceID("lamp"))
            #expect(try await tasks.all().isEmpty)
        }
    }

    private static let time = Timestamp(milliseconds: 1_790_000_000_123)

    private static var monthly: MaintenanceSchedule {
        get throws {
            .calendar(
                CalendarRecurrence(
                    every: 1, unit: .months, first: try #require(LocalDate("2027-01-31")), basis: .fixedDates))
        }
    }

    private static var schedules: [MaintenanceSchedule] {
        get throws {
            let power = try series("plug", kind: .power)
            let rule = RunRule(runsAtWatts: 10.5, restsBelowWatts: 2, longestPauseSeconds: 600)
            return [
                try monthly, .once(try #require(LocalDate("2028-02-29"))),
                .usage(UsageRule(series: power, measure: .hours, limit: 500, rule: rule)),
                .reported(ReportedRule(series: try series("box", kind: .lowBattery), comparison: .isOn)),
                .reported(
                    ReportedRule(series: try series("box", kind: .filterLife), comparison: .atMost, limit: 12.5)),
            ]
        }
    }

    private static func task(
        _ title: String, schedule: MaintenanceSchedule, subject: ServiceSubject
    ) -> MaintenanceTask {
        MaintenanceTask(
            id: .random(), subject: subject,
            details: MaintenanceTaskDetails(title: title, note: "Warm water", schedule: schedule, isSafety: true),
            state: MaintenanceTaskState(nextDate: schedule.firstDate), noteBy: "ada", addedBy: "console as ada",
            addedAt: time, template: "washerDrum")
    }

    private static func addAppliance(to database: HomeDatabase) async throws -> ApplianceID {
        let appliance = Appliance(
            id: .random(), details: ApplianceDetails(name: DisplayName("Washer" as StaticString)), addedAt: time)
        #expect(try await database.appliances.add(appliance) == .done)
        return appliance.id
    }

    private static func entry(of task: MaintenanceTask) throws -> ServiceEntry {
        ServiceEntry(
            id: .random(), subject: task.subject, subjectName: DisplayName("Washer" as StaticString),
            details: ServiceDetails(day: try #require(LocalDate("2027-02-01")), title: task.details.title),
            task: task.id, addedBy: "ada", addedAt: time)
    }
}
