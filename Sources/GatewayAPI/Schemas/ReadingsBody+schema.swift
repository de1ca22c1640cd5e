import GatewayWire
import HomeModel

extension ReadingsBody: DocumentedBody {
    static let schema = Schema.component(
        "Readings",
        .object(
            [
                "device": .id, "part": .id, "quantity": .capabilityName,
                "resolution": .words(["raw", "hour", "day"]).about("What `auto` came to."),
                "readings": .array(of: .reading).about("Oldest first; empty when roll-ups were asked for."),
                "changes": .array(of: .change).about("Of a capability that is a state: each change, oldest first."),
                "rollUps": .array(of: .rollUp).about("Of each hour or calendar day that has readings; oldest first."),
            ],
            optional: [
                "unit": .text,
                "absences": .array(of: .absence).about(
                    "When the gateway was away, oldest first. A device that writes no time of its own has what it reported "
                        + "meanwhile at `to` and just after, in order."),
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
            "to": .time.about("When it took in the first of what was published meanwhile."),
        ]))
    fileprivate static let reading = component("Reading", .object(["time": .time, "value": .number]))
    fileprivate static let change = component("Change", .object(["time": .time, "value": .value]))
    fileprivate static let rollUp = component(
        "RollUp",
        .object([
            "start": .time, "count": .count, "minimum": .number, "maximum": .number, "first": .number,
            "last": .number, "mean": .number.about("Weighted by time."), "sum": .number,
            "increase": .number.about("By how much a counter grew; 0 of what is none."),
            "coverageMilliseconds": .count.about("How much of the time the mean stands for."),
        ]))
}
