import HomeModel

/// What a change of the tariff table changes on the first day that it concerns.
struct TariffChange: Sendable {
    let date: LocalDate
    /// The version that applies on the date; nil before the first one.
    let old: Tariff?
    let new: Tariff?

    init(on date: LocalDate, before: TariffTable, after: TariffTable) {
        self.date = date
        (old, new) = (before.version(on: date), after.version(on: date))
    }

    /// The facts for the audit log. What has no price on that day is left out.
    var auditDetails: [String: String] {
        [
            "act": "tariffs", "validFrom": date.description,
            "oldPrice": old?.price.description, "newPrice": new?.price.description,
            "oldFeedIn": old?.feedIn?.description, "newFeedIn": new?.feedIn?.description,
            "oldCurrency": old?.currency.description, "newCurrency": new?.currency.description,
        ].compactMapValues(\.self)
    }
}

extension TariffTable {
    /// The version that applies on this date; nil before the first one.
    fileprivate func version(on date: LocalDate) -> Tariff? { versions.last { $0.validFrom <= date } }
}
