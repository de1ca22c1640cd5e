/// How urgent the broker's use of memory is. A level begins at its threshold and ends clearly below it, so that a value
/// that swings about a threshold changes nothing.
struct MemoryAlarm: Equatable {
    enum Level: Int, Comparable {
        case calm, warning, alarm

        static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    /// In percent of the limit: where each level begins, and below which it ends.
    private static let thresholds: [(level: Level, begin: Int, end: Int)] = [(.warning, 50, 45), (.alarm, 75, 65)]

    let limitBytes: Int
    private(set) var level = Level.calm

    init(limitBytes: Int) { self.limitBytes = limitBytes }

    mutating func update(_ bytes: Int) {
        let percent = bytes / max(1, limitBytes / 100)
        level =
            Self.thresholds.last { percent >= (level >= $0.level ? $0.end : $0.begin) }?.level ?? .calm
    }
}
