/// A ring buffer of the last events, numbered without gaps and limited in number and memory.
struct EventRingBuffer {
    static let mostEvents = 8192
    static let mostBytes = 8 << 20

    let run: String
    private var slots: [PublishedEvent?] = []
    private var bytes = 0
    /// The number of the oldest event that is kept, or of the next event when none is kept.
    private(set) var first: UInt64 = 1
    private var next: UInt64 = 1

    init(run: String) { self.run = run }

    /// The number of the latest event.
    var last: UInt64 { next - 1 }

    func id(_ number: UInt64) -> EventID { EventID(run: run, number: number) }

    /// Whether every event after this one is still kept.
    func reaches(back id: EventID) -> Bool { id.run == run && id.number >= first - 1 && id.number < next }

    /// Appends events, and returns the events that were dropped for them.
    mutating func append(_ events: [LiveEvent]) -> [PublishedEvent] {
        if slots.isEmpty { slots = Array(repeating: nil, count: Self.mostEvents) }
        var dropped: [PublishedEvent] = []
        for event in events {
            while next - first >= Self.mostEvents || (bytes + event.weight > Self.mostBytes && first < next) {
                if let oldest = dropFirst() { dropped.append(oldest) }
            }
            slots[slot(next)] = PublishedEvent(event, id: id(next))
            bytes += event.weight
            next += 1
        }
        return dropped
    }

    /// Returns the events after that number, oldest first.
    func events(after number: UInt64, atMost count: Int) -> [PublishedEvent] {
        let start = max(number + 1, first)
        guard start < next else { return [] }
        return (start..<min(next, start + UInt64(count))).compactMap { slots[slot($0)] }
    }

    /// Drops all events. Events between now and the next append get no number, so one number is skipped for them.
    mutating func forget() {
        slots = []
        bytes = 0
        next += 1
        first = next
    }

    private mutating func dropFirst() -> PublishedEvent? {
        defer { first += 1 }
        guard let event = slots[slot(first)] else { return nil }
        slots[slot(first)] = nil
        bytes -= event.event.weight
        return event
    }

    private func slot(_ number: UInt64) -> Int { Int(number % UInt64(Self.mostEvents)) }
}
