import GatewayWire
import HomeModel

extension EnergyBody: DocumentedBody, DocumentedResponse {
    static let schema = Schema.component(
        "Energy",
        .object(
            [
                "from": .time.about("The start, inclusive: a whole hour."),
                "to": .time.about("The end, exclusive: a whole hour."),
                "by": .words(["device", "room", "hour", "day"]),
                "rows": .array(of: .energyRow).about(
                    "By start; with the same start, or without one, from the largest consumer to the smallest."),
                "totals": .array(of: .energyAmount).about("The sums of all rows."),
            ],
            optional: [
                "cost": .array(of: .energyCost).about(
                    "What the energy from the grid costs; without a grid meter, what the consumption costs. One for each "
                        + "currency; absent while no price is known."),
                "revenue": .array(of: .energyCost).about("What the energy to the grid earns."),
            ]))

    static let example = EnergyBody(
        from: .example - .days(1), to: .example, by: "device",
        rows: [
            EnergyRowBody(device: DeviceID("fridge"), name: "Fridge", amounts: [.example], cost: EnergyCost.examples)
        ],
        totals: [.example], cost: EnergyCost.examples)
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
                "cost": .array(of: .energyCost).about(
                    "Of a device or room: what its consumption costs, as if all of it came from the grid; of a grid meter, "
                        + "what its energy from the grid costs. Of an hour or day of the home: as `cost` of the total."),
                "revenue": .array(of: .energyCost).about("What its energy to the grid earns."),
            ]))

    fileprivate static let energyCost = component(
        "EnergyCost",
        .object([
            "currency": .currency, "amount": .money,
            "isPartial": .boolean.about("Whether a part of the energy is left out, because its price is not known."),
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

extension EnergyCost {
    fileprivate static let examples: [EnergyCost] =
        Currency("SEK").map {
            [EnergyCost(currency: $0, amount: MoneyAmount(hundredThousandths: 151_700), isPartial: false)]
        } ?? []
}
