import GatewayWire
import HomeModel

extension EnergyBody: DocumentedBody, Answer {
    static let schema = Schema.component(
        "Energy",
        .object([
            "from": .time.about("The first moment that counts: a whole hour."),
            "to": .time.about("The first moment after: a whole hour."),
            "by": .words(["device", "room", "hour", "day"]),
            "rows": .array(of: .energyRow).about(
                "By time; within one, or where there is none, from the largest consumer to the smallest."),
            "totals": .array(of: .energyAmount).about("Over all rows."),
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
                "room": .id.about("Absent for what stands in no room."),
                "name": .text.about("The device's or the room's."),
                "start": .time.about("Of the hour, or of the calendar day of the home."),
            ]))

    fileprivate static let energyAmount = component(
        "EnergyAmount",
        .object([
            "flow": .flow, "kilowattHours": .number,
            "isEstimated": .boolean.about("Whether a part of it comes from power over time, not from a counter."),
        ]))
}

extension EnergyAmount {
    fileprivate static let example = EnergyAmount(flow: .consumption, kilowattHours: 0.82, isEstimated: false)
}
