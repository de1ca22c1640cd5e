/// What the home keeps about its appliances: the inventory, and what was done to them.
package struct MaintenanceServices: Sendable {
    package let appliances: ApplianceService
    package let history: ServiceHistoryService

    package init(appliances: ApplianceService, history: ServiceHistoryService) {
        self.appliances = appliances
        self.history = history
    }
}
