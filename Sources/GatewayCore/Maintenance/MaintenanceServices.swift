/// What the home keeps about its appliances: the inventory, and what was done to them, and what is to be done.
package struct MaintenanceServices: Sendable {
    package let appliances: ApplianceService
    package let history: ServiceHistoryService
    package let tasks: MaintenanceService

    package init(appliances: ApplianceService, history: ServiceHistoryService, tasks: MaintenanceService) {
        self.appliances = appliances
        self.history = history
        self.tasks = tasks
    }
}
