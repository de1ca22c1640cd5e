import HomeModel
import TimeSeriesStore

extension ActivitySource {
    /// The number of changes of a series that are searched for a late report.
    private static let mostChanges = 200

    /// Adds to each command of the page that was not answered in time the first report of its value that came later, if
    /// the reader may see past values of the series.
    ///
    /// The audit log has only the outcome that the sender got. The report is a stored change, like every other one.
    func addingLateReports(
        to page: ActivityPage, among commands: [CommandSpan], view: ActivityView
    ) async throws(ActionRefusal) -> ActivityPage {
        var entries = page.entries
        do throws(StorageError) {
            for index in entries.indices {
                guard case .act(var act, let disclosure) = entries[index].content,
                    let command = CommandSpan(act), view.showsPast(of: command.series)
                else { continue }
                act.lateReport = try await lateReport(of: command, among: commands)
                entries[index] = ActivityEntry(content: .act(act, disclosure))
            }
        } catch {
            throw .storage(error)
        }
        return ActivityPage(entries: entries, next: page.next)
    }

    private func lateReport(
        of command: CommandSpan, among commands: [CommandSpan]
    ) async throws(StorageError) -> StateChange? {
        guard let time = command.lateTime(among: commands) else { return nil }
        let changes = try await store.newestStateChanges(
            of: command.series, from: max(time.lowerBound, edge(of: command.series)), to: time.upperBound,
            limit: Self.mostChanges)
        return changes.first { command.isMet(by: $0) }
    }
}
