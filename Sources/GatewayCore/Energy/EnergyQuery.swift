package import HomeModel

/// A query for the energy of the home.
package struct EnergyQuery: Hashable, Sendable {
    /// The unit for which the answer has a row.
    package enum Grouping: String, Sendable, Codable, CaseIterable { case device, room, hour, day }

    /// How the rows of each hour or day are divided.
    package enum Split: String, Sendable, Codable, CaseIterable { case device, room }

    package let from: Timestamp
    package let to: Timestamp
    package let grouping: Grouping
    package let split: Split?

    package init(from: Timestamp, to: Timestamp, by grouping: Grouping, split: Split? = nil) {
        self.from = from
        self.to = to
        self.grouping = grouping
        self.split = split
    }
}

/// The energy of a home, summed up in rows.
package struct EnergyBalance: Hashable, Sendable {
    /// The subject of a row.
    package enum Key: Hashable, Sendable {
        case subject(Consumer)
        /// The start of an hour or of a day.
        case time(Timestamp)
        case share(Consumer, of: Timestamp)
    }

    /// The device or room for which energy is summed up.
    package enum Consumer: Hashable, Sendable {
        case device(DeviceID)
        /// Nil for devices that are in no room.
        case room(RoomID?)
    }

    /// The energy of one subject.
    package struct Row: Hashable, Sendable {
        package let key: Key
        /// The name of the device or room.
        package let name: String?
        package let amounts: [EnergyAmount]
        /// What its consumption costs, as if all of it came from the grid. What its energy from the grid costs, for the home
        /// and for a device or room that consumes nothing. One for each currency, empty when no price is known.
        package let cost: [EnergyCost]
        /// What its energy to the grid earns; one for each currency, empty when no price is known.
        package let revenue: [EnergyCost]
    }

    /// The start of the first hour, and the end of the last one. Both are whole hours.
    package let from: Timestamp
    package let to: Timestamp
    /// Rows in the order of time. Within the same time, and where rows have none, the largest consumer comes first.
    /// Hours and days without data have no row.
    package let rows: [Row]
    /// The sums of all rows.
    package let totals: [EnergyAmount]
    /// The cost and the revenue of the home: of what its grid meters counted, else of its consumption.
    package let cost: [EnergyCost]
    package let revenue: [EnergyCost]
}

extension EnergyBalance.Key {
    package var start: Timestamp? {
        switch self {
        case .subject: nil
        case .time(let start), .share(_, let start): start
        }
    }

    package var consumer: EnergyBalance.Consumer? {
        switch self {
        case .subject(let consumer), .share(let consumer, _): consumer
        case .time: nil
        }
    }
}
