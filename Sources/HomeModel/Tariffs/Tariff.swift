package import Foundation

/// The prices of electricity from one date on.
package struct Tariff: Hashable, Sendable, Codable {
    /// The date of the home from whose first moment the prices apply.
    package let validFrom: LocalDate
    package let currency: Currency
    /// For one kWh from the grid.
    package let price: MoneyAmount
    /// For one kWh to the grid; nil while it is not known.
    package let feedIn: MoneyAmount?

    package init(validFrom: LocalDate, currency: Currency, price: MoneyAmount, feedIn: MoneyAmount? = nil) {
        self.validFrom = validFrom
        self.currency = currency
        self.price = price
        self.feedIn = feedIn
    }
}

/// The dated versions of the prices of electricity. Each one applies until the next one begins.
package struct TariffTable: Hashable, Sendable {
    package static let maximumVersions = 500

    /// In the order of their dates; no two have the same.
    package let versions: [Tariff]

    package init() { versions = [] }

    /// Sorts the versions. Nil when there are too many of them or two have the same date.
    package init?(_ versions: [Tariff]) {
        guard versions.count <= Self.maximumVersions, Set(versions.map(\.validFrom)).count == versions.count
        else { return nil }
        self.versions = versions.sorted { $0.validFrom < $1.validFrom }
    }

    /// The table with this version, which replaces one from the same date. Nil when there would be too many.
    package func setting(_ version: Tariff) -> TariffTable? {
        TariffTable(versions.filter { $0.validFrom != version.validFrom } + [version])
    }

    /// The table without the version from this date. Nil when no version begins on it.
    package func removing(from date: LocalDate) -> TariffTable? {
        let others = versions.filter { $0.validFrom != date }
        return others.count < versions.count ? TariffTable(others) : nil
    }

    /// The table as a timeline of the moments in `zone`.
    package func timeline(in zone: TimeZone) -> TariffTimeline {
        TariffTimeline(starts: versions.map { $0.validFrom.start(in: zone) }, versions: versions)
    }
}

/// Finds the version of a tariff table that applies at a moment.
package struct TariffTimeline: Sendable {
    fileprivate let starts: [Timestamp]
    package let versions: [Tariff]

    /// The index of the version that applies at `time`; nil before the first one.
    package func index(at time: Timestamp) -> Int? {
        var (low, high) = (0, starts.count)
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] <= time { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? low - 1 : nil
    }
}
