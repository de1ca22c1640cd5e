import GatewayWire
import HomeModel

extension ServiceEntryBody: DocumentedBody {
    static let schema = Schema.component(
        "ServiceEntry",
        .object(
            [
                "id": .id, "name": .name.about("The appliance or device; its last name, if it left the home."),
                "day": .date, "title": .text(1...ServiceDetails.titleRule.maximumLength),
                "addedBy": .text.about("Who wrote the entry: a person’s id, `console`, or a pseudonym."),
                "addedAt": .time,
                "revision": .integer(1...Int(Int32.max)).about("Increases with every change, for `If-Match`."),
                "photos": .count.about("How many photographs belong to the entry."),
            ],
            optional: Schema.serviceDetails.merging([
                "appliance": .id, "device": .id, "cost": .amountOfMoney,
                "doneBy": .text.about("The id of the person who did it, or a pseudonym."),
                "doneByName": .text.about("Absent for a person who is not in the home any more."),
                "addedByName": .text, "task": .id.about("The task that was done."),
            ]) { $1 }
        ).about("What was done to an appliance or a device, on one day."))

    static let example = ServiceEntryBody(
        ServiceEntry(
            id: ServiceEntryID("p4w8zk3x9d0a7q2m"), subject: .appliance(ApplianceID("k3x9d0a7q2m4w8zp")),
            subjectName: DisplayName("Dishwasher" as StaticString), details: .example, addedBy: "ada", addedAt: .example
        ),
        doneByName: "Ada", addedByName: "Ada")
}

extension ServiceDetails {
    fileprivate static let example = ServiceDetails(
        day: .example, title: "New drain pump", note: "The old one was blocked.",
        cost: Money(MoneyAmount(hundredThousandths: 124_900_000), currency: .krona), doneBy: "ada",
        provider: "Vitvaruservice AB")
}

extension LocalDate {
    fileprivate static let example = LocalDate(dayNumber: 20_500) ?? .first
}

extension ServiceHistoryBody: DocumentedBody, DocumentedResponse {
    static let schema = Schema.component(
        "ServiceHistory",
        .object(
            [
                "entries": .array(of: ServiceEntryBody.schema, atMost: ServiceFilter.limitBounds.upperBound).about(
                    "Newest day first."),
                "costs": .array(of: ServiceCostBody.schema).about(
                    "By year, newest first. Also those of entries on other pages."),
            ],
            optional: ["next": .text.about("The value of `before` for the next page; absent on the last one.")]))

    static let example = ServiceHistoryBody(
        entries: [.example], costs: [.example], next: nil)
}

extension ServiceCostBody: DocumentedBody {
    static let schema = Schema.component(
        "ServiceCost",
        .object(
            ["name": .name, "year": .integer(1970...9999), "total": .amountOfMoney],
            optional: ["appliance": .id, "device": .id]
        ).about("What services cost in one year and one currency. Different currencies are not added."))

    static let example = ServiceCostBody(
        ServiceCost(
            subject: .appliance(ApplianceID("k3x9d0a7q2m4w8zp")),
            subjectName: DisplayName("Dishwasher" as StaticString), year: 2026,
            total: Money(MoneyAmount(hundredThousandths: 124_900_000), currency: .krona)))
}

extension NewServiceEntryBody: DocumentedBody {
    static let schema = Schema.component(
        "NewServiceEntry",
        .object(
            Schema.requiredServiceDetails,
            optional: Schema.serviceDetails.merging(Schema.enteredServiceDetails) { $1 }
                .merging(["appliance": .id, "device": .id]) { $1 }
        ).about("What was done to an appliance or to a device: exactly one of the two."))

    static let example = NewServiceEntryBody(
        .appliance(ApplianceID("k3x9d0a7q2m4w8zp")), entry: ServiceEntryChangeBody.example)
}

extension ServiceEntryChangeBody: DocumentedBody {
    static let schema = Schema.component(
        "ServiceEntryChange",
        .object(
            Schema.requiredServiceDetails, optional: Schema.serviceDetails.merging(Schema.enteredServiceDetails) { $1 }
        ).about("All that is written down about one service. What is absent is not known."))

    static let example = ServiceEntryChangeBody(ServiceEntryBody.example)
}

extension DeletedEntriesBody: DocumentedBody, DocumentedResponse {
    static let schema = Schema.component("DeletedEntries", .object(["deleted": .count]))
    static let example = DeletedEntriesBody(deleted: 12)
}

extension Schema {
    fileprivate static let requiredServiceDetails: [String: Schema] = [
        "day": .date, "title": .text(1...ServiceDetails.titleRule.maximumLength).about("What was done, in one line."),
    ]

    fileprivate static let enteredServiceDetails: [String: Schema] = [
        "cost": .enteredMoney,
        "doneBy": .text(1...100).about(
            "The id of a person of the home; of an entry that is changed, also what it has."),
    ]

    /// What requests and answers have in common.
    fileprivate static let serviceDetails: [String: Schema] = [
        "note": .text(0...ServiceDetails.noteRule.maximumLength),
        "provider": .text(0...ServiceDetails.providerRule.maximumLength).about("The company that did it."),
    ]
}
