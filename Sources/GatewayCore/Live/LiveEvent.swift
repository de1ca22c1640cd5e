package import HomeModel
import Synchronization

/// Something that just happened and that people may watch.
package enum LiveEvent: Sendable {
    case reading(SeriesID, Reading)
    case state(StateChange)
    /// A value that the broker retained. The device reported it at `time` or at any moment before.
    case recalled(StateChange)
    case availability(DeviceID, Availability)
    case command(CommandRecord)
    case devicesChanged
    /// The home got another name, or its lockdown began or ended.
    case homeChanged
}

extension LiveEvent {
    /// About so much memory it takes, with its bytes for readers.
    var weight: Int {
        switch self {
        case .state(let change), .recalled(let change): 512 + change.value.weight
        case .command(let record): 768 + record.value.weight + (record.detail?.utf8.count ?? 0) * 2
        case .reading, .availability, .devicesChanged, .homeChanged: 512
        }
    }
}

extension CapabilityValue {
    fileprivate var weight: Int { if case .text(let text) = self { text.utf8.count * 2 } else { 0 } }
}

/// Names an event, and the run of the gateway that showed it; a reader that comes back names the last one that it got.
package struct EventID: Hashable, Sendable, LosslessStringConvertible {
    package let run: String
    package let number: UInt64

    init(run: String, number: UInt64) {
        self.run = run
        self.number = number
    }

    /// Nil for what no gateway ever said.
    package init?(_ text: String) {
        let pieces = text.split(separator: "-", omittingEmptySubsequences: false)
        guard text.utf8.count <= 64, pieces.count == 2, pieces[1].first != "+", let number = UInt64(pieces[1])
        else { return nil }
        self.init(run: String(pieces[0]), number: number)
    }

    package var description: String { "\(run)-\(number)" }
}

/// An event as all readers get it.
package final class ShownEvent: Sendable {
    package let id: EventID
    package let event: LiveEvent
    private let encoded = Mutex<[UInt8]?>(nil)

    init(_ event: LiveEvent, id: EventID) {
        self.event = event
        self.id = id
    }

    /// What `encode` makes of the event: made for the first reader that asks, the same for all.
    package func bytes(_ encode: (ShownEvent) throws -> [UInt8]) rethrows -> [UInt8] {
        try encoded.withLock { known in
            if let known { return known }
            let bytes = try encode(self)
            known = bytes
            return bytes
        }
    }
}

/// What one reader is due at one moment. With neither gap nor events it only says that the line is up.
package struct LiveBatch: Sendable {
    package struct Gap: Hashable, Sendable {
        /// Events that the reader would have seen; nil when nobody can tell.
        package let missed: Int?
    }

    /// What is missing before the events. Whoever keeps a picture of the home draws it anew.
    package let gap: Gap?
    package let events: [ShownEvent]
    /// Where to resume when the gap (or, without events, the batch) is all that arrived.
    package let start: EventID
}
