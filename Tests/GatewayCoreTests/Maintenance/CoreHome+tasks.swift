import HomeModel
import HomeStore
import Logging

@testable import GatewayCore

extension CoreHome {
    /// A new evaluator, as after a start of the gateway: it knows only what is stored.
    func makeEvaluator() -> MaintenanceEvaluator {
        MaintenanceEvaluator(
            tasks: database.maintenanceTasks, readings: database.readings, retention: retention,
            state: HomeState(registry: registry, people: people, deviceStates: deviceStates, clock: clock), feed: feed,
            checkpoints: database.clockCheckpoints,
            logger: Logger(label: "core") { _ in SwiftLogNoOpLogHandler() })
    }

    func tasks(_ evaluator: MaintenanceEvaluator) -> MaintenanceService {
        MaintenanceService(
            evaluator: evaluator, appliances: database.appliances,
            state: HomeState(registry: registry, people: people, deviceStates: deviceStates, clock: clock),
            actions: actions)
    }
}

extension MaintenanceTaskDraft {
    /// A task of every `count` months, first due on `first`.
    static func monthly(
        _ title: String, every count: Int = 1, first: LocalDate, basis: CalendarRecurrence.Basis = .dayDone
    ) -> MaintenanceTaskDraft {
        MaintenanceTaskDraft(
            title: title,
            schedule: .calendar(CalendarRecurrence(every: count, unit: .months, first: first, basis: basis)))
    }
}
