import GatewayWire
import HomeModel

extension NewStrikeBody: DocumentedBody {
    static let schema = Schema.component(
        "NewStrike",
        .object(
            [
                "quantity": .capabilityName, "from": .time.about("The start, inclusive."),
                "to": .time.about("The end, exclusive."),
            ],
            optional: [
                "part": .id.about("`main` if absent."),
                "above": .number.about("Only readings greater than this; in the canonical unit."),
                "below": .number.about("Only readings less than this; with `above`, readings beyond either limit."),
            ]))

    static let example = NewStrikeBody(
        StrikeQuery(
            SeriesID(device: DeviceID("grid-meter"), part: .main, capability: CapabilityName(.energy)),
            from: .example - .days(1), to: .example, above: 40_000))
}

extension StruckReadingsBody: DocumentedBody, DocumentedResponse {
    static let schema = Schema.component(
        "StruckReadings",
        .object(
            ["count": .count],
            optional: ["first": .time, "last": .time, "minimum": .number, "maximum": .number]
        ).about("The number of readings, and the range of their times and values."))

    static let example = StruckReadingsBody(.example)
}

extension StrikeBody: DocumentedBody, DocumentedResponse {
    static let schema = Schema.component(
        "Strike",
        .object([
            "id": .id, "device": .id, "part": .id, "quantity": .capabilityName, "struckAt": .time,
            "readings": StruckReadingsBody.schema,
        ]))

    static let example = StrikeBody(
        Strike(
            id: 3,
            series: SeriesID(device: DeviceID("grid-meter"), part: .main, capability: CapabilityName(.energy)),
            struckAt: .example, readings: .example))
}

extension StrikeSummary {
    fileprivate static let example = StrikeSummary(
        count: 1, first: .example, last: .example, minimum: 42_949.67, maximum: 42_949.67)
}
