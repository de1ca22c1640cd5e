/// Marks the ids of maintenance tasks.
package enum MaintenanceTaskSubject: Sendable {}

package typealias MaintenanceTaskID = Identifier<MaintenanceTaskSubject>
