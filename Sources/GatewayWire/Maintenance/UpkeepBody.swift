/// `GET /maintenance/upkeep`: all that a view of a device shows of its upkeep comes from this one answer.
package struct UpkeepBody: Codable, Sendable {
    /// By name.
    package let appliances: [ApplianceBody]
    /// The most urgent one first.
    package let tasks: [MaintenanceTaskBody]

    package init(appliances: [ApplianceBody], tasks: [MaintenanceTaskBody]) {
        self.appliances = appliances
        self.tasks = tasks
    }
}
