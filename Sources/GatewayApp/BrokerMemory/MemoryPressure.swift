/// The urgency of the broker's memory use. A level begins at its threshold and ends clearly below it, so that a value
/// that fluctuates around a threshold does not switch the level.
struct MemoryPressure: Equatable {
    /// The levels, from low to high urgency.
    enum Level: Int, Comparable {
        case normal, warning, alarm

        static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    /// Percentages of the limit at which each level begins, and below which it ends.
    private static let thresholds: [(level: Level, begin: Int, end: Int)] = [(.warning, 50, 45), (.alarm, 75, 65)]

    let limitBytes: Int
    private(set) var level = Level.normal

    init(limitBytes: Int) { self.limitBytes = limitBytes }

    mutating func update(_ bytes: Int) {
        let percent = bytes / max(1, limitBytes / 100)
        level =
            Self.thresholds.last { percent >= (level >= $0.level ? $0.end : $0.begin) }?.level ?? .normal
    }
}
