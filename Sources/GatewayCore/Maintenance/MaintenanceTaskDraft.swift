package import HomeModel

/// A task as a person describes it, before it is checked.
package struct MaintenanceTaskDraft: Sendable {
    package var title: String
    package var note: String?
    package var schedule: MaintenanceSchedule
    package var isSafety: Bool

    package init(title: String, note: String? = nil, schedule: MaintenanceSchedule, isSafety: Bool = false) {
        self.title = title
        self.note = note
        self.schedule = schedule
        self.isSafety = isSafety
    }
}

/// What a person says about a task that is done, before it is checked.
package struct MaintenanceDoneDraft: Sendable {
    /// Nil for today.
    package var day: LocalDate?
    package var note: String?
    package var cost: Money?
    /// The id of a person of the home; nil for the person who marks it.
    package var doneBy: String?
    package var provider: String?

    package init(
        day: LocalDate? = nil, note: String? = nil, cost: Money? = nil, doneBy: String? = nil, provider: String? = nil
    ) {
        self.day = day
        self.note = note
        self.cost = cost
        self.doneBy = doneBy
        self.provider = provider
    }
}

extension MaintenanceTaskDraft {
    /// Returns the details, or throws `.invalid` for the first field that breaks a rule. `known` are the details that they
    /// replace; a schedule that stays may name a device that left the home. `mayUse` says whether the person may use a
    /// series.
    func checked(
        in home: HomeSnapshot, replacing known: MaintenanceTaskDetails?, mayUse: (SeriesID) -> Bool
    ) throws(ActionRefusal) -> MaintenanceTaskDetails {
        guard let title = try Optional(title).checked(by: MaintenanceTaskDetails.titleRule, field: "title") else {
            throw .invalid(field: "title", code: "empty", detail: "The title is empty; say what is to be done.")
        }
        let note = try note.checked(by: MaintenanceTaskDetails.noteRule, field: "note")
        if schedule != known?.schedule {
            do throws(MaintenanceScheduleError) {
                try schedule.check()
            } catch {
                throw .invalid(field: error.field, code: error.code, detail: error.description)
            }
            if let series = schedule.series { try Self.check(series, in: home, mayUse: mayUse) }
        }
        return MaintenanceTaskDetails(title: title, note: note, schedule: schedule, isSafety: isSafety)
    }

    private static func check(
        _ series: SeriesID, in home: HomeSnapshot, mayUse: (SeriesID) -> Bool
    ) throws(ActionRefusal) {
        guard let device = home[series.device], mayUse(series) else {
            throw .invalid(
                field: "schedule.device", code: "notFound",
                detail: "There is no “\(series.capability)” of a device with the id “\(series.device)”, or you may not "
                    + "see it.")
        }
        guard let part = device.description[series.part] else {
            let parts = device.description.parts.map(\.id.rawValue).joined(separator: ", ")
            throw .invalid(
                field: "schedule.part", code: "noSuchPart",
                detail: "There is no part “\(series.part)”; this device has \(parts).")
        }
        guard let capability = part[series.capability], capability.isReported else {
            throw .invalid(
                field: "schedule.capability", code: "noSuchCapability",
                detail: "\(device.id)/\(part.id) does not report “\(series.capability)”.")
        }
    }
}
