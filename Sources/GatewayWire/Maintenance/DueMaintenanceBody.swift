package import HomeModel

/// `GET /maintenance/due`: what is due now or soon.
package struct DueMaintenanceBody: Codable, Sendable {
    /// The most urgent one first.
    package let tasks: [MaintenanceTaskBody]
    /// Those that are low.
    package let batteries: [BatteryBody]
    /// While false, nothing new becomes due.
    package let isClockKnown: Bool

    package init(tasks: [MaintenanceTaskBody], batteries: [BatteryBody], isClockKnown: Bool) {
        self.tasks = tasks
        self.batteries = batteries
        self.isClockKnown = isClockKnown
    }
}

/// `GET /maintenance/batteries`: the battery of a device, or of one of its parts.
package struct BatteryBody: Codable, Sendable {
    package let device: DeviceID
    package let part: PartID
    /// The name of the device.
    package let name: String
    /// Whether the device has several parts.
    package let hasSeveralParts: Bool
    package let room: RoomBody?
    /// In percent; absent while none is known, or for a device that reports only a warning.
    package let level: Double?
    /// Whether the device warns that the battery is nearly empty; absent when it reports no warning.
    package let isWarning: Bool?
    /// Whether the battery should be changed.
    package let isLow: Bool
    /// When the device last reported it; absent while it never did.
    package let reportedAt: Timestamp?
    /// False when it was reported at that time or at any moment before.
    package let isTimeKnown: Bool
    /// How long ago that was; absent while the clock is not known.
    package let ageSeconds: Int?
    package let availability: Availability

    package init(
        _ status: BatteryStatus, name: String, hasSeveralParts: Bool, room: RoomBody?, ageSeconds: Int?,
        availability: Availability
    ) {
        device = status.device
        part = status.part
        self.name = name
        self.hasSeveralParts = hasSeveralParts
        self.room = room
        level = status.level
        isWarning = status.isWarning
        isLow = status.isLow
        reportedAt = status.reportedAt
        isTimeKnown = status.isTimeKnown
        self.ageSeconds = ageSeconds
        self.availability = availability
    }
}

/// `GET /maintenance/suggestions`: a usual task for an appliance or a device, which a person may add.
package struct MaintenanceSuggestionBody: Codable, Sendable {
    /// Stable, for the translation of the title.
    package let template: String
    package let title: String
    package let schedule: MaintenanceScheduleBody
    package let isSafety: Bool

    package init(_ suggestion: MaintenanceSuggestion) {
        template = suggestion.template.id
        title = suggestion.template.title
        schedule = MaintenanceScheduleBody(suggestion.schedule)
        isSafety = suggestion.template.isSafety
    }
}
