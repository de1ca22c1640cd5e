import HomeModel

/// Collects readings for the gateway, so many that most are sent in long runs of one series.
struct ImportBuffer {
    /// An entity, and whether its readings are hourly.
    struct Key: Hashable {
        let entity: Int
        let isHourly: Bool
    }

    /// In readings; they need 16 MB.
    static let capacity = 1_000_000

    private var waiting: [Key: [Reading]] = [:]
    private(set) var count = 0
    private let capacity: Int

    init(capacity: Int = capacity) { self.capacity = capacity }

    var isFull: Bool { count >= capacity }

    mutating func add(_ readings: [Reading], for key: Key) {
        waiting[key, default: []] += readings
        count += readings.count
    }

    /// Removes and returns the longest runs, until a quarter of the capacity is free.
    mutating func removeLongest() -> [(key: Key, readings: [Reading])] {
        let longest = waiting.sorted { ($0.value.count, $0.key.entity) > ($1.value.count, $1.key.entity) }
        var taken: [(Key, [Reading])] = []
        for (key, readings) in longest where count > capacity / 4 * 3 {
            waiting[key] = nil
            count -= readings.count
            taken.append((key, readings))
        }
        return taken
    }

    /// Removes and returns all runs.
    mutating func removeAll() -> [(key: Key, readings: [Reading])] {
        defer { (waiting, count) = ([:], 0) }
        return waiting.sorted { $0.key.entity < $1.key.entity }.map { ($0.key, $0.value) }
    }
}
