import SeededRandom
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

/// A person who lives in the home and moves between the rooms.
struct Resident: Sendable {
    /// The index of the room; nil is away from home.
    private(set) var room: Int?
    private var stayLeft = 0.0
    private var random: SeededGenerator

    init(number: Int, seed: UInt64) {
        random = SeededGenerator(seed: seed, stream: "resident-\(number)")
    }

    mutating func advance(by step: Duration, hour: Double, rooms: [RoomUse]) {
        stayLeft -= step.inSeconds
        guard stayLeft <= 0 else { return }
        let presenceWeights = rooms.map { Self.presenceWeight(for: $0, at: hour) }
        var point = random.unit() * (presenceWeights.reduce(0, +) + Self.awayWeight(at: hour))
        room = presenceWeights.firstIndex { presenceWeight in
            point -= presenceWeight
            return point < 0
        }
        let asleep = room.map { rooms[$0] == .bedroom } ?? false
        stayLeft = random.uniform(asleep ? 3600...10_800 : room == nil ? 1800...14_400 : 120...2400)
    }

    private static func presenceWeight(for use: RoomUse, at hour: Double) -> Double {
        let isNight = hour < 6 || hour >= 22.5
        switch use {
        case .bedroom: return isNight ? 20 : 0.3
        case .living: return hour >= 17 ? 6 : 1
        case .kitchen: return [6..<9, 12..<13, 17..<19].contains { $0.contains(hour) } ? 5 : 0.5
        case .bathroom: return (6..<9).contains(hour) ? 3 : 0.5
        case .office: return (9..<16).contains(hour) ? 3 : 0.3
        case .hall, .utility, .garage: return isNight ? 0.05 : 0.3
        }
    }

    private static func awayWeight(at hour: Double) -> Double { (8..<16).contains(hour) ? 6 : 0.2 }
}
