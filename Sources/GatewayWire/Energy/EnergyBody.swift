package import HomeModel

/// `GET /energy?from=&to=&by=device|room|hour|day&split=device|room`.
package struct EnergyBody: Codable, Sendable {
    /// The first moment of the period, and the first one after it: whole hours.
    package let from: Timestamp
    package let to: Timestamp
    /// The kind of the rows: `device`, `room`, `hour` or `day`.
    package let by: String
    /// In the order of time; rows of the same time, or without one, from the largest consumer to the smallest.
    package let rows: [EnergyRowBody]
    /// The totals of all rows.
    package let totals: [EnergyAmount]
    /// What the energy from the grid costs, and what the energy to the grid earns: one for each currency. Absent while no
    /// price is known.
    package let cost: [EnergyCost]?
    package let revenue: [EnergyCost]?

    package init(
        from: Timestamp, to: Timestamp, by: String, rows: [EnergyRowBody], totals: [EnergyAmount],
        cost: [EnergyCost]? = nil, revenue: [EnergyCost]? = nil
    ) {
        self.from = from
        self.to = to
        self.by = by
        self.rows = rows
        self.totals = totals
        self.cost = cost
        self.revenue = revenue
    }
}

/// The energy of one device, room, hour or day, or of one device or room in one hour or day.
package struct EnergyRowBody: Codable, Sendable {
    package let device: DeviceID?
    /// Absent for devices without a room.
    package let room: RoomID?
    /// The name of the device or the room.
    package let name: String?
    /// Start of the hour, or of the calendar day of the home.
    package let start: Timestamp?
    /// The flows that occurred.
    package let amounts: [EnergyAmount]
    /// One for each currency; absent while no price is known.
    package let cost: [EnergyCost]?
    package let revenue: [EnergyCost]?

    package init(
        device: DeviceID? = nil, room: RoomID? = nil, name: String? = nil, start: Timestamp? = nil,
        amounts: [EnergyAmount], cost: [EnergyCost]? = nil, revenue: [EnergyCost]? = nil
    ) {
        self.device = device
        self.room = room
        self.name = name
        self.start = start
        self.amounts = amounts
        self.cost = cost
        self.revenue = revenue
    }
}
