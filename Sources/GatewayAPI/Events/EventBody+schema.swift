import GatewayWire
import HomeModel

extension EventBody: DocumentedBody {
    static let schema = Schema.component(
        "Event",
        .one(
            of: event(
                "reading", required: series.merging(["time": .time, "value": .number]) { $1 }, optional: ["unit": .text]
            ),
            event(
                "state", required: series.merging(["value": .value]) { $1 },
                optional: ["time": .time.about("Absent when it is not known when the device reported the value.")]),
            event("availability", required: ["device": .id, "availability": .availability]),
            event("command", required: ["command": CommandRecordBody.schema]),
            event("devices", required: [:]).about(
                "A device was found, adopted, changed or removed: read the devices again."),
            event("home", required: [:]).about(
                "The home was renamed, or its lockdown began or ended: read the home again."),
            event("gap", required: [:], optional: ["missed": .count]).about(
                "Events are missing; `missed` is their number, if it is known. Read the state again.")))

    static let example = EventBody.availability(DeviceID("fridge"), .ready)

    private static let series: [String: Schema] = ["device": .id, "part": .id, "capability": .capabilityName]

    private static func event(
        _ type: String, required: [String: Schema], optional: [String: Schema] = [:]
    ) -> Schema {
        .object(required.merging(["type": .words([type])]) { $1 }, optional: optional)
    }
}
