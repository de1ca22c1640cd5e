import Foundation
package import GatewayWire
package import HomeModel

/// The routes of maintenance tasks, due things and batteries.
extension GatewayClient {
    /// All tasks, the most urgent one first; those of a subject alone, with one.
    package func maintenanceTasks(
        of subject: ServiceSubject? = nil
    ) async throws(Failure) -> Response<[MaintenanceTaskBody]> {
        try await send(GatewayRequest(.get, path: "/maintenance/tasks").withQuery(Self.query(subject)))
    }

    package func add(_ task: NewMaintenanceTaskBody) async throws(Failure) -> Response<MaintenanceTaskBody> {
        try await send(GatewayRequest(.post, path: "/maintenance/tasks").withBody(task))
    }

    /// Replaces what is written down about a task. Throws the problem `changedMeanwhile` unless it has this revision now.
    package func set(
        _ task: MaintenanceTaskChangeBody, of id: MaintenanceTaskID, replacing revision: Int
    ) async throws(Failure) -> Response<MaintenanceTaskBody> {
        var request = GatewayRequest(.put, path: "/maintenance/tasks/\(id)").withBody(task)
        request.headers = [("If-Match", "\"\(revision)\"")]
        return try await send(request)
    }

    package func remove(_ task: MaintenanceTaskID) async throws(Failure) {
        _ = try await send(GatewayRequest(.delete, path: "/maintenance/tasks/\(task)"), for: Data.self)
    }

    package func markDone(
        _ task: MaintenanceTaskID, with done: MaintenanceDoneBody
    ) async throws(Failure) -> Response<MaintenanceTaskBody> {
        try await send(GatewayRequest(.post, path: "/maintenance/tasks/\(task)/done").withBody(done))
    }

    /// Throws the problem `hasPhotographs` when the entry in the history has more photographs than `photos`, which are
    /// deleted with it.
    package func undoDone(
        _ task: MaintenanceTaskID, photos: Int = 0
    ) async throws(Failure) -> Response<MaintenanceTaskBody> {
        try await send(
            GatewayRequest(.post, path: "/maintenance/tasks/\(task)/undo").withQuery([("photos", "\(photos)")]))
    }

    /// Nil shows the task as due again.
    package func snooze(
        _ task: MaintenanceTaskID, until day: LocalDate?
    ) async throws(Failure) -> Response<MaintenanceTaskBody> {
        try await send(
            GatewayRequest(.post, path: "/maintenance/tasks/\(task)/snooze").withBody(MaintenanceSnoozeBody(until: day))
        )
    }

    package func dueMaintenance() async throws(Failure) -> Response<DueMaintenanceBody> {
        try await send(GatewayRequest(.get, path: "/maintenance/due"))
    }

    package func batteries() async throws(Failure) -> Response<[BatteryBody]> {
        try await send(GatewayRequest(.get, path: "/maintenance/batteries"))
    }

    /// The usual tasks for an appliance or a device.
    package func maintenanceSuggestions(
        for subject: ServiceSubject
    ) async throws(Failure) -> Response<[MaintenanceSuggestionBody]> {
        try await send(GatewayRequest(.get, path: "/maintenance/suggestions").withQuery(Self.query(subject)))
    }

    private static func query(_ subject: ServiceSubject?) -> [(String, String?)] {
        [("appliance", subject?.appliance?.rawValue), ("device", subject?.device?.rawValue)]
    }
}
