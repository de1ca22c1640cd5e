import GatewayWire
import HomeModel

extension ReadingsBody: DocumentedBody {
    static let schema = Schema.component(
        "Readings",
        .object(
            [
                "device": .id, "part": .id, "quantity": .capabilityName,
                "resolution": .words(["raw", "hour", "day"]).about(
                    "The resolution of the response; for `auto`, the chosen one."),
                "readings": .array(of: .reading).about("Oldest first; empty if roll-ups were requested."),
                "changes": .array(of: .change).about("The changes of a capability that is a state, oldest first."),
                "rollUps": .array(of: .rollUp).about("One for each hour or calendar day with readings, oldest first."),
            ],
            optional: [
                "unit": .text,
                "absences": .array(of: .absence).about(
                    "When the gateway did not run, oldest first. The readings that a device without own times reported "
                        + "meanwhile are at `to` and just after, in order."),
            ]))

    static let example = ReadingsBody(
        device: DeviceID("fridge"), part: .main, quantity: CapabilityName(.power), unit: "W", resolution: .raw,
        readings: [Reading(time: .example, value: 94.1)])
}

extension Schema {
    fileprivate static let absence = component(
        "Absence",
        .object([
            "from": .time.about("The last moment at which the gateway is known to have run."),
            "to": .time.about("When the gateway received the first message that was published meanwhile."),
        ]))
    fileprivate static let reading = component("Reading", .object(["time": .time, "value": .number]))
    fileprivate static let change = component("Change", .object(["time": .time, "value": .value]))
    fileprivate static let rollUp = component(
        "RollUp",
        .object([
            "start": .time, "count": .count, "minimum": .number, "maximum": .number, "first": .number,
            "last": .number, "mean": .number.about("Weighted by time."), "sum": .number,
            "increase": .number.about("The increase of a counter; 0 for other quantities."),
            "coverageMilliseconds": .count.about("How much of the time the mean covers."),
        ]))
}
