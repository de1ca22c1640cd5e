/// The two settings of the broker that depend on the size of its database. The broker reads both at a reload, so they
/// are not part of the configuration by which a running broker is recognised.
struct BrokerTuning: Equatable {
    /// The memory limit in bytes; 0 is no limit. It must be above the need of the database, or the broker could not
    /// load it.
    var memoryLimit: Int
    /// Seconds between two saves. The broker writes its whole database at each save.
    var saveSeconds: Int

    /// The bytes that the saves may write each second on average: half a megabyte, so that 7 MB are still saved every
    /// 15 s.
    private static let bytesPerSecond = 512 << 10
    private static let longestSaveSeconds = 1800
    private static let memoryStep = 64 << 20

    /// - Parameters:
    ///   - databaseBytes: the size of the file that the broker saved last.
    ///   - isRelieved: whether the broker may use twice its memory, so that the messages that fill it can be
    ///     cleared.
    init(_ settings: BrokerSettings, databaseBytes: Int = 0, isMemoryLimitRaised: Bool = false) {
        let base = settings.outage.memoryBytes
        // In memory a small message takes a few times as much as in the file.
        let steps = (2 * databaseBytes + Self.memoryStep - 1) / Self.memoryStep
        let loaded = databaseBytes > base / 4 ? base + steps * Self.memoryStep : base
        memoryLimit = min(isMemoryLimitRaised ? max(loaded, 2 * base) : loaded, max(base, Int(Int32.max)))
        var seconds = max(1, settings.saveWindowSeconds)
        while databaseBytes > seconds * Self.bytesPerSecond, seconds < Self.longestSaveSeconds { seconds *= 2 }
        saveSeconds = min(seconds, max(settings.saveWindowSeconds, Self.longestSaveSeconds))
    }

    /// Reads the values from the text of a configuration file; nil when one of them is missing.
    init?(in text: String) {
        let numbers = [Self.memoryName, Self.saveName].map { name in
            text.split(separator: "\n").first { $0.hasPrefix("\(name) ") }.flatMap { Int($0.dropFirst(name.count + 1)) }
        }
        guard let memory = numbers[0], let seconds = numbers[1] else { return nil }
        (memoryLimit, saveSeconds) = (memory, seconds)
    }

    /// Whether it allows more memory, or a longer time between saves, than `other`.
    func exceeds(_ other: BrokerTuning) -> Bool {
        func bytes(_ tuning: BrokerTuning) -> Int { tuning.memoryLimit == 0 ? .max : tuning.memoryLimit }
        return bytes(self) > bytes(other) || saveSeconds > other.saveSeconds
    }

    static let memoryName = "memory_limit"
    static let saveName = "autosave_interval"
}
