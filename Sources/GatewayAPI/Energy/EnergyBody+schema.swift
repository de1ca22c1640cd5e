import GatewayWire
import HomeModel

extension EnergyBody: DocumentedBody, DocumentedResponse {
    static let schema = Schema.component(
        "Energy",
        .object([
            "from": .time.about("The start, inclusive: a whole hour."),
            "to": .time.about("The end, exclusive: a whole hour."),
            "by": .words(["device", "room", "hour", "day"]),
            "rows": .array(of: .energyRow).about(
                "By start; with the same start, or without one, from the largest consumer to the smallest."),
            "totals": .array(of: .energyAmount).about("The sums of all rows."),
        ]))

    static let example = EnergyBody(
        from: .example - .days(1), to: .example, by: "device",
        rows: [EnergyRowBody(device: DeviceID("fridge"), name: "Fridge", amounts: [.example])], totals: [.example])
}

extension Schema {
    fileprivate static let energyRow = component(
        "EnergyRow",
        .object(
            ["amounts": .array(of: .energyAmount).about("The flows that occurred.")],
            optional: [
                "device": .id,
                "room": .id.about("Absent for devices that are in no room."),
                "name": .text.about("The name of the device or the room."),
                "start": .time.about("The start of the hour, or of the calendar day of the home."),
            ]))

    fileprivate static let energyAmount = component(
        "EnergyAmount",
        .object([
            "flow": .flow, "kilowattHours": .number,
            "isEstimated": .boolean.about(
                "Whether a part of it is computed from power over time, and not from a counter."),
        ]))
}

extension EnergyAmount {
    fileprivate static let example = EnergyAmount(flow: .consumption, kilowattHours: 0.82, isEstimated: false)
}
