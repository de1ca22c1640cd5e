import GatewayCore
import GatewayWire
import HTTPTypes
import HomeModel
import Hummingbird

/// The maintenance tasks of appliances and devices, what is due, and the batteries.
enum MaintenanceTaskRoutes {
    fileprivate static let appliance = QueryParameter.id(
        "appliance", of: Appliance.self, about: "Only those of this appliance")
    fileprivate static let device = QueryParameter.id("device", of: Device.self, about: "Only those of this device")
    private static let photos = QueryParameter.integer(
        "photos", range: 0...AttachmentLimits.perOwner,
        about: "The number of photographs that may be deleted with the entry; 0 by default, so that none is lost")

    static let all: [Route<MaintenanceServices>] = [
        .on(
            .get, path: "/maintenance/tasks", access: .requires(.manageMaintenance),
            summary: "List the maintenance tasks, the most urgent one first", query: [appliance, device]
        ) { call in
            let subject = try call.subject()
            return try await call.services.tasks.list(of: subject, as: call.identity).map { MaintenanceTaskBody($0) }
        },
        .on(
            .post, path: "/maintenance/tasks", access: .requires(.manageMaintenance),
            summary: "Add a maintenance task for an appliance or a device", taking: NewMaintenanceTaskBody.self,
            problems: [.conflict, .notFound]
        ) { call, new in
            let draft = MaintenanceTaskDraft(
                title: new.title, note: new.note, schedule: try new.schedule.schedule(),
                isSafety: new.isSafety ?? false)
            return Created(
                MaintenanceTaskBody(
                    try await call.services.tasks.add(
                        draft, to: try ServiceSubject(new.appliance, device: new.device), doneOn: new.lastDone,
                        countedFrom: new.countedFrom, template: new.template, as: call.identity)))
        },
        .on(
            .get, path: "/maintenance/tasks/:id", access: .requires(.manageMaintenance),
            summary: "Get a maintenance task"
        ) { call in
            MaintenanceTaskResponse(try await call.services.tasks.task(try call.taskID, as: call.identity))
        },
        .on(
            .put, path: "/maintenance/tasks/:id", access: .requires(.manageMaintenance),
            summary: "Replace all that is written down about a task; a new schedule begins again",
            taking: MaintenanceTaskChangeBody.self, headers: [.revision], problems: [.conflict, .changedMeanwhile]
        ) { call, change in
            let draft = MaintenanceTaskDraft(
                title: change.title, note: change.note, schedule: try change.schedule.schedule(),
                isSafety: change.isSafety ?? false)
            return MaintenanceTaskResponse(
                try await call.services.tasks.change(
                    try call.taskID, to: draft, expecting: call.expectedVersions, as: call.identity))
        },
        .on(
            .delete, path: "/maintenance/tasks/:id", access: .requires(.manageMaintenance),
            summary: "Delete a maintenance task; its service history stays", problems: [.conflict]
        ) { call in
            try await call.services.tasks.remove(try call.taskID, as: call.identity)
            return NoContent()
        },
        .on(
            .post, path: "/maintenance/tasks/:id/done", access: .requires(.manageMaintenance),
            summary: "Mark a task as done, which also adds an entry to the service history",
            taking: MaintenanceDoneBody.self, problems: [.conflict]
        ) { call, done in
            let draft = MaintenanceDoneDraft(
                day: done.day, note: done.note, cost: done.cost, doneBy: done.doneBy, provider: done.provider)
            return MaintenanceTaskResponse(
                try await call.services.tasks.markDone(try call.taskID, with: draft, as: call.identity))
        },
        .on(
            .post, path: "/maintenance/tasks/:id/undo", access: .requires(.manageMaintenance),
            summary: "Take back that a task was marked as done, and remove the entry from the service history",
            query: [photos], problems: [.conflict]
        ) { call in
            MaintenanceTaskResponse(
                try await call.services.tasks.undo(
                    try call.taskID, deleting: try call.query(photos) ?? 0, as: call.identity))
        },
        .on(
            .post, path: "/maintenance/tasks/:id/snooze", access: .requires(.manageMaintenance),
            summary: "Do not show a task as due until a day", taking: MaintenanceSnoozeBody.self,
            problems: [.conflict]
        ) { call, snooze in
            MaintenanceTaskResponse(
                try await call.services.tasks.snooze(try call.taskID, until: snooze.until, as: call.identity))
        },
        .on(
            .get, path: "/maintenance/due", access: .requires(.manageMaintenance),
            summary: "Get the tasks that are due now or soon, and the batteries that are low"
        ) { call in
            DueMaintenanceBody(try await call.services.tasks.due(as: call.identity))
        },
        .on(
            .get, path: "/maintenance/upkeep", access: .requires(.manageMaintenance),
            summary: "Get the appliances of the home and all maintenance tasks"
        ) { call in
            UpkeepBody(
                appliances: try await call.services.appliances.list(as: call.identity).map { ApplianceBody($0) },
                tasks: try await call.services.tasks.list(as: call.identity).map { MaintenanceTaskBody($0) })
        },
        .on(
            .get, path: "/maintenance/batteries", access: .requires(.manageMaintenance),
            summary: "List the batteries that power devices, the most urgent one first"
        ) { call in
            try await call.services.tasks.batteries(as: call.identity).map { BatteryBody($0) }
        },
        .on(
            .get, path: "/maintenance/suggestions", access: .requires(.manageMaintenance),
            summary: "List the usual tasks for an appliance or a device, which a person may add",
            query: [appliance, device], problems: [.notFound]
        ) { call in
            guard let subject = try call.subject() else { throw ActionRefusal.noSubject }
            return try await call.services.tasks.suggestions(for: subject, as: call.identity).map {
                MaintenanceSuggestionBody($0)
            }
        },
    ]
}

extension AuthenticatedCall<MaintenanceServices> {
    /// The appliance or the device of the query; nil for all.
    fileprivate func subject() throws(ActionRefusal) -> ServiceSubject? {
        let (appliance, device) = (try query(MaintenanceTaskRoutes.appliance), try query(MaintenanceTaskRoutes.device))
        guard appliance != nil || device != nil else { return nil }
        return try ServiceSubject(appliance, device: device)
    }

    fileprivate var taskID: MaintenanceTaskID { get throws { try id(of: MaintenanceTaskSubject.self) } }
}

extension ServiceSubject {
    /// Throws `.invalid` unless the request names exactly one of the two.
    fileprivate init(_ appliance: ApplianceID?, device: DeviceID?) throws(ActionRefusal) {
        switch (appliance, device) {
        case (let appliance?, nil): self = .appliance(appliance)
        case (nil, let device?): self = .device(device)
        case (nil, nil): throw .noSubject
        case (.some, .some):
            throw .invalid(
                field: "device", code: "contradictory", detail: "Name either an appliance or a device, not both.")
        }
    }
}

extension ActionRefusal {
    fileprivate static let noSubject = ActionRefusal.invalid(
        field: "appliance", code: "missing", detail: "Name the appliance or the device.")
}

/// A task with its revision as the entity tag.
private struct MaintenanceTaskResponse: DocumentedResponse {
    static let documentation: [ResponseDocumentation] = [
        .json(
            MaintenanceTaskBody.self, status: .ok, meaning: "The task.",
            headers: ["ETag": "The revision of the task in quotation marks, for `If-Match`."])
    ]

    let view: MaintenanceTaskView

    init(_ view: MaintenanceTaskView) { self.view = view }

    func response() throws -> Response {
        var response = try Response.json(MaintenanceTaskBody(view))
        response.headers[.eTag] = "\"\(view.task.revision)\""
        return response
    }
}

extension MaintenanceTaskBody {
    fileprivate init(_ view: MaintenanceTaskView) {
        self.init(
            view.task, status: view.status, name: view.subjectName.text, room: view.room.map(RoomBody.init),
            doneByName: view.doneByName?.text, value: view.value.map { (value: $0.value, time: $0.time) },
            sourceName: view.sourceName?.text, isSourceMissing: view.isSourceMissing,
            estimatedDate: view.estimatedDate)
    }
}

extension DueMaintenanceBody {
    fileprivate init(_ due: DueMaintenance) {
        self.init(
            tasks: due.tasks.map { MaintenanceTaskBody($0) }, batteries: due.batteries.map { BatteryBody($0) },
            isClockKnown: due.isClockKnown)
    }
}

extension BatteryBody {
    fileprivate init(_ view: BatteryView) {
        self.init(
            view.status, name: view.deviceName.text, hasSeveralParts: view.hasSeveralParts,
            room: view.room.map(RoomBody.init), ageSeconds: view.age.map { Int($0.components.seconds) },
            availability: view.availability)
    }
}
