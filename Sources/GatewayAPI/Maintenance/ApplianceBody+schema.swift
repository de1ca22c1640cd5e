import GatewayWire
import HomeModel

extension ApplianceBody: DocumentedBody {
    static let schema = Schema.component(
        "Appliance",
        .object(
            [
                "id": .id, "name": .name,
                "revision": .integer(1...Int(Int32.max)).about("Increases with every change, for `If-Match`."),
            ],
            optional: Schema.applianceDetails.merging([
                "room": RoomBody.schema,
                "warranty": WarrantyBody.schema,
                "deviceName": .text.about("Absent when the caller may not see the device."),
                "price": .amountOfMoney,
            ]) { $1 }
        ).about("A thing of the home that people look after."))

    static let example = ApplianceBody(
        Appliance(
            id: ApplianceID("k3x9d0a7q2m4w8zp"),
            details: ApplianceDetails(
                name: DisplayName("Dishwasher" as StaticString), room: RoomID("kitchen"), maker: "Bosch",
                model: "SMV4HVX31E",
                serialNumber: SerialNumber("00123456"), boughtOn: LocalDate("2024-05-03"), boughtFrom: "Elgiganten",
                price: Money(MoneyAmount(hundredThousandths: 799_000_000), currency: .krona),
                warrantyEnds: LocalDate("2027-05-02"), manual: WebLink("https://example.com/manual"),
                link: ApplianceLink(device: DeviceID("dishwasher-plug")), note: "The filter is under the lower rack."),
            addedAt: .example),
        room: RoomBody(id: RoomID("kitchen"), name: "Kitchen"), deviceName: "Dishwasher plug",
        warranty: WarrantyBody(.months(5)))
}

extension NewApplianceBody: DocumentedBody {
    static let schema = Schema.component(
        "NewAppliance",
        .object(
            ["name": .name],
            optional: Schema.applianceDetails.merging(["room": .id, "price": .enteredMoney]) { $1 }
        ).about("All that is written down about an appliance. What is absent is not known."))

    static let example = NewApplianceBody(ApplianceBody.example)
}

extension WarrantyBody: DocumentedBody {
    static let schema = Schema.component(
        "Warranty",
        .object(
            ["state": .word(of: State.self)],
            optional: ["count": .count.about("How many days, months or years are left; 0 days on the last day.")]
        ).about("How long a warranty still lasts, rounded down; absent while the clock is not known."))

    static let example = WarrantyBody(.months(5))
}

extension Schema {
    /// An amount with its currency, as people enter it.
    static let enteredMoney = component(
        "EnteredMoney",
        .object(["amount": .text(pattern: Money.enteredPattern), "currency": .currency]).about(
            "An amount of money: a decimal in the unit of the currency, such as `249.00`."))

    /// An amount with its currency, which may be a sum.
    static let amountOfMoney = component(
        "AmountOfMoney", .object(["amount": .money, "currency": .currency]).about("An amount in one currency."))

    /// What requests and answers have in common.
    fileprivate static let applianceDetails: [String: Schema] = [
        "maker": .text(0...ApplianceDetails.textRule.maximumLength),
        "model": .text(0...ApplianceDetails.textRule.maximumLength),
        "serialNumber": .text(0...ApplianceDetails.textRule.maximumLength),
        "boughtOn": .date,
        "boughtFrom": .text(0...ApplianceDetails.shopRule.maximumLength).about("The shop."),
        "warrantyEnds": .date.about("The last day of the warranty."),
        "manual": .text(0...WebLink.maximumLength, pattern: "^[hH][tT][tT][pP][sS]?://", format: "uri").about(
            "The address of the manual on the web. The gateway never opens it."),
        "device": .id.about("The device that measures or controls the appliance."),
        "part": .id.about("The part of the device, if it is only one."),
        "note": .text(0...ApplianceDetails.noteRule.maximumLength),
    ]
}
