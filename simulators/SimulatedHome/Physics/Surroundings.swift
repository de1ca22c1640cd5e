package import HomeModel

/// The state that all devices share: time, weather, rooms, people and the power balance.
package struct Surroundings: Sendable {
    package private(set) var time: Timestamp
    package private(set) var weather: Weather
    package internal(set) var rooms: [ThermalRoom]
    /// The power flows of this step, which the devices fill stage by stage.
    package internal(set) var balance = PowerBalance()
    private var residents: [Resident]

    package init(rooms: [ThermalRoom], residents: Int, place: GeographicLocation, seed: UInt64, at time: Timestamp) {
        self.rooms = rooms
        self.residents = (0..<max(0, residents)).map { Resident(number: $0, seed: seed) }
        self.time = time
        weather = Weather(place: place, seed: seed, at: time)
    }

    package var solarHour: Double { weather.place.solarHour(at: time) }
    package var isDark: Bool { weather.irradiance < 20 }

    /// Begins a step: people move, the weather changes, and no power flows yet.
    mutating func begin(_ step: Duration) {
        time = time + step
        weather.advance(by: step, at: time)
        let uses = rooms.map(\.use)
        for index in rooms.indices { rooms[index].people = 0 }
        for index in residents.indices {
            residents[index].advance(by: step, hour: solarHour, rooms: uses)
            if let room = residents[index].room { rooms[room].people += 1 }
        }
        balance = PowerBalance()
    }

    /// Ends a step: the rooms warm up and cool down by what the devices did.
    mutating func finish(_ step: Duration) {
        for index in rooms.indices {
            rooms[index].advance(by: step, in: weather, delivered: balance.heatDelivered)
        }
    }

    /// Adds the consumption of a device, which also heats its room.
    mutating func consume(_ watts: Double, on phase: Phase, in room: Int?) {
        balance.consume(watts, on: phase)
        if let room, rooms.indices.contains(room) { rooms[room].gains += watts }
    }

    /// Adds a demand for heat in W, for a room and in total.
    mutating func demandHeat(_ watts: Double, in room: Int?) {
        guard let room, rooms.indices.contains(room) else { return }
        rooms[room].heatDemand += watts
        balance.heatDemand += watts
    }
}
