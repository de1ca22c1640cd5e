import GatewayWire
import HomeModel

extension RetentionBody: DocumentedBody, DocumentedResponse {
    static let schema = Schema.component(
        "Retention",
        .object(
            [
                "terms": RetentionTerms.schema, "series": .array(of: SeriesRetentionBody.schema),
                "disk": .array(of: .diskUse).about("The space that each kind uses now, if it is known."),
            ],
            optional: [
                "lastRun": RetentionRunSummary.schema,
                "presence": .presence.about("How long the history of motion and presence is kept."),
            ]))

    static let example = RetentionBody(
        terms: .example, series: [.example], lastRun: .example,
        disk: [DiskUseBody(.energy, bytes: 48_234_496, oldest: .example)],
        presence: PresenceRetentionBody(days: 7, isLimited: true))
}

extension Schema {
    fileprivate static let presence = component(
        "PresenceRetention",
        .object([
            "days": .integer(RetentionTerms.presenceBounds),
            "isLimited": .boolean.about(
                "Whether these days are the longest term, because the consent `presenceHistory` is not given. Otherwise "
                    + "the terms of the environment apply."),
        ]))

    fileprivate static let diskUse = component(
        "DiskUse",
        .object(
            ["kind": .word(of: DiskUseBody.Kind.self), "bytes": .count],
            optional: ["oldest": .time.about("The time of the oldest record; absent if there is none.")]))
}

extension RetentionTerms: DocumentedBody, DocumentedResponse {
    static let schema = Schema.component(
        "RetentionTerms",
        .object(
            [
                "energyDays": days, "environmentDays": days, "auditInformationalDays": days, "auditWarningDays": days,
                "auditSecurityDays": .integer(auditSecurityBounds),
            ],
            optional: [
                "energyRollUpDays": rollUpDays, "environmentRollUpDays": rollUpDays,
                "presenceDays": .integer(presenceBounds).about(
                    "For motion and presence without the consent to keep them; absent for the longest term."),
            ]
        ).about("In days. Roll-ups are kept at least as long as their readings."))

    static let example = RetentionTerms(energyRollUpDays: 3650, environmentRollUpDays: 3650, presenceDays: 7)

    private static let days = Schema.integer(bounds)
    private static let rollUpDays = Schema.integer(rollUpBounds)
}

extension RetentionRunSummary: DocumentedBody, DocumentedResponse {
    static let schema = Schema.component(
        "RetentionReceipt",
        .object(
            [
                "at": .time, "energyReadings": .count, "environmentReadings": .count, "stateChanges": .count,
                "rollUps": .count, "auditEntries": .count,
            ],
            optional: [
                "crashReports": .count.about("Absent when they could not be removed."),
                "overdue": .count.about("The records that were past their term and were still stored after the run."),
            ]))

    static let example = RetentionRunSummary(
        at: .example, energyReadings: 8640, environmentReadings: 4320, stateChanges: 12, rollUps: 24, auditEntries: 3,
        crashReports: 1, overdue: 0)
}

extension SeriesRetentionBody: DocumentedBody {
    static let schema = Schema.component(
        "SeriesRetention",
        .object(
            ["device": .id, "part": .id, "quantity": .capabilityName],
            optional: [
                "days": .integer(RetentionTerms.bounds),
                "rollUpDays": .integer(RetentionTerms.rollUpBounds)
                    .about(
                        "For the hourly roll-ups. If absent, those of a shortened series are deleted with its readings."
                    ),
                "hold": .text(1...200).about("The reason why nothing of the series is deleted, in one line."),
            ]
        ).about("Without days and hold, the series has the term of its kind."))

    static let example = SeriesRetentionBody(
        SeriesID(device: DeviceID("fridge"), part: .main, capability: CapabilityName(.power)),
        exception: RetentionException(days: 3650, hold: "the guarantee case of 2026"))
}
