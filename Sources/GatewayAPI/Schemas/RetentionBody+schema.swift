import GatewayWire
import HomeModel

extension RetentionBody: DocumentedBody, Answer {
    static let schema = Schema.component(
        "Retention",
        .object(
            [
                "terms": RetentionTerms.schema, "series": .array(of: SeriesRetentionBody.schema),
                "disk": .array(of: .diskUse).about("What each kind costs now, where that can be told."),
            ],
            optional: ["lastRun": RetentionReceipt.schema]))

    static let example = RetentionBody(
        terms: .example, series: [.example], lastRun: .example,
        disk: [DiskUseBody(.energy, bytes: 48_234_496, oldest: .example)])
}

extension Schema {
    fileprivate static let diskUse = component(
        "DiskUse",
        .object(
            ["kind": .word(of: DiskUseBody.Kind.self), "bytes": .count],
            optional: ["oldest": .time.about("Of the oldest record; absent when there is none.")]))
}

extension RetentionTerms: DocumentedBody, Answer {
    static let schema = Schema.component(
        "RetentionTerms",
        .object(
            [
                "energyDays": days, "environmentDays": days, "auditInformationalDays": days, "auditWarningDays": days,
                "auditSecurityDays": .integer(auditSecurityBounds),
            ],
            optional: ["energyRollUpDays": rollUpDays, "environmentRollUpDays": rollUpDays]
        ).about("In days; roll-ups are kept as long as their readings, or longer."))

    static let example = RetentionTerms(energyRollUpDays: 3650, environmentRollUpDays: 3650)

    private static let days = Schema.integer(bounds)
    private static let rollUpDays = Schema.integer(rollUpBounds)
}

extension RetentionReceipt: DocumentedBody, Answer {
    static let schema = Schema.component(
        "RetentionReceipt",
        .object(
            [
                "at": .time, "energyReadings": .count, "environmentReadings": .count, "stateChanges": .count,
                "rollUps": .count, "auditEntries": .count,
            ],
            optional: ["overdue": .count.about("What was past its term and still there afterwards.")]))

    static let example = RetentionReceipt(
        at: .example, energyReadings: 8640, environmentReadings: 4320, stateChanges: 12, rollUps: 24, auditEntries: 3,
        overdue: 0)
}

extension SeriesRetentionBody: DocumentedBody {
    static let schema = Schema.component(
        "SeriesRetention",
        .object(
            ["device": .id, "part": .id, "quantity": .capabilityName],
            optional: [
                "days": .integer(RetentionTerms.bounds),
                "rollUpDays": .integer(RetentionTerms.rollUpBounds)
                    .about("Of the hourly roll-ups; without it, those of a shortened series go with its readings."),
                "hold": .text(1...200).about("Why nothing of it is deleted; one line."),
            ]
        ).about("Without days and hold, it is kept as its kind."))

    static let example = SeriesRetentionBody(
        SeriesID(device: DeviceID("fridge"), part: .main, capability: CapabilityName(.power)), 
        RetentionException(days: 3650, hold: "the guarantee case of 2026"))
}
