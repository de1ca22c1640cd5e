package import HomeModel

/// What is asked about the energy of the home.
package struct EnergyQuery: Hashable, Sendable {
    /// What a row stands for.
    package enum Grouping: String, Sendable, Codable, CaseIterable { case device, room, hour, day }

    /// By what each hour or day is split up.
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

/// The energy of a home, added up.
package struct EnergyBalance: Hashable, Sendable {
    /// What one row stands for.
    package enum Key: Hashable, Sendable {
        case whose(Consumer)
        /// The start of an hour or of a day.
        case time(Timestamp)
        case share(Consumer, of: Timestamp)
    }

    package enum Consumer: Hashable, Sendable {
        case device(DeviceID)
        /// Nil for what stands in no room.
        case room(RoomID?)
    }

    package struct Row: Hashable, Sendable {
        package let key: Key
        /// The device's or the room's.
        package let name: String?
        package let amounts: [EnergyAmount]
    }

    /// The first moment that counts, and the first one after: whole hours.
    package let from: Timestamp
    package let to: Timestamp
    /// In the order of time; within one, or where there is none, from the largest consumer to the smallest. Hours and days without data have no row.
    package let rows: [Row]
    /// Over all rows.
    package let totals: [EnergyAmount]
}

extension EnergyBalance.Key {
    package var start: Timestamp? {
        switch self {
        case .whose: nil
        case .time(let start), .share(_, let start): start
        }
    }

    package var consumer: EnergyBalance.Consumer? {
        switch self {
        case .whose(let consumer), .share(let consumer, _): consumer
        case .time: nil
        }
    }
}
