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
