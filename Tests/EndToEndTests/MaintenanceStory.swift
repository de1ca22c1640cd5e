import Foundation
import GatewayWire
import HomeModel
import TestSupport
import Testing

/// Olga plans the upkeep of her heat pump in the terminal. The plan outlives a kill of the gateway. She marks a task as
/// done, takes that back, puts the task off, and removes it; what was done stays in the history.
@Suite struct MaintenanceStory {
    @Test(.timeLimit(.minutes(10))) func taskIsPlannedDoneAndPutOff() async throws {
        try await withHome { home in
            try await plan(home)
            await home.killGateway()
            try await home.startGateway()
            try await markDone(home)
            try await putOff(home)
            try await home.output(of: "maintenance", "remove", "Clean both filters", "--yes")
            #expect(try await home.output(of: "maintenance", "list").contains("There are no tasks yet"))
            #expect(try await home.output(of: "maintenance", "history").contains("Very dusty"))
        }
    }

    private func plan(_ home: HomeUnderTest) async throws {
        try await home.output(of: "appliances", "add", "Heat pump")
        let suggested = try await home.output(of: "maintenance", "suggest", "--appliance", "Heat pump")
        #expect(suggested.contains("Have it serviced") && suggested.contains("each September"), "\(suggested)")
        #expect(try await home.output(of: "maintenance", "batteries").contains("No device reports a battery."))
        let added = try await home.output(
            of: "maintenance", "add", "Clean the filter", "--appliance", "Heat pump", "--every", "6 months",
            "--last-done", "2020-05-12")
        #expect(added.contains("Clean the filter of Heat pump: every 6 months."), "\(added)")
    }

    private func markDone(_ home: HomeUnderTest) async throws {
        let tasks = try await home.tomte("maintenance", "list", "--json").json([MaintenanceTaskBody].self)
        #expect(tasks.map(\.nextDate) == [LocalDate("2020-11-12")] && tasks.map(\.status) == [.overdue])
        let due = try await home.output(of: "maintenance", "list", "--due")
        #expect(due.contains("overdue") && due.contains("Clean the filter"), "\(due)")

        let unread = try await home.tomte("maintenance", "done", "Clean the filter", "--photo", "/nothing.jpg")
        #expect(unread.status != 0 && unread.errors.contains("/nothing.jpg is no file"), "\(unread.errors)")
        #expect(try await home.output(of: "maintenance", "history").contains("Nothing is written down"))
        try await home.output(of: "maintenance", "done", "Clean the filter", "--day", "2021-01-10")
        let done = try await home.output(
            of: "maintenance", "done", "Clean the filter", "--note", "Very dusty", "--cost", "249", "--currency", "SEK")
        #expect(done.contains("is done. Next on") && done.contains("tomte appliances photo add --entry"), "\(done)")
        let again = try await home.tomte("maintenance", "done", "Clean the filter")
        #expect(again.status != 0 && again.errors.contains("already done"), "\(again.errors)")
        #expect(try await home.output(of: "maintenance", "list", "--due").contains("Nothing is due."))
        let history = try await home.output(of: "maintenance", "history")
        #expect(history.contains("Very dusty") && history.contains("249.00 SEK"), "\(history)")
    }

    private func putOff(_ home: HomeUnderTest) async throws {
        let undone = try await home.output(of: "maintenance", "done", "Clean the filter", "--undo")
        #expect(undone.contains("is not done any more"), "\(undone)")
        #expect(try await !home.output(of: "maintenance", "history").contains("Very dusty"))
        try await home.output(
            of: "maintenance", "history", "add", "Cleaned", "--appliance", "Heat pump", "--note", "Very dusty")

        let day = try #require(LocalDate(Timestamp(Date()) + .seconds(30 * 86_400), in: .gmt))
        try await home.output(of: "maintenance", "snooze", "Clean the filter", "--until", day.description)
        #expect(try await home.output(of: "maintenance", "list", "--due").contains("Nothing is due."))
        let renamed = try await home.output(
            of: "maintenance", "edit", "Clean the filter", "--title", "Clean both filters")
        #expect(renamed.contains("Clean both filters of Heat pump: every 6 months."), "\(renamed)")
        #expect(try await home.output(of: "appliances", "show", "Heat pump").contains("Clean both filters"))
        let tasks = try await home.tomte("maintenance", "list", "--json").json([MaintenanceTaskBody].self)
        #expect(tasks.map(\.status) == [.snoozed] && tasks.map(\.snoozedUntil) == [day])
        try await home.output(of: "maintenance", "snooze", "Clean both filters", "--end")
        #expect(try await home.output(of: "maintenance", "list", "--due").contains("overdue"))
    }
}
