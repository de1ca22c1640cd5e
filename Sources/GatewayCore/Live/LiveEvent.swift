package import HomeModel
import Synchronization

/// An event that people may watch.
package enum LiveEvent: Sendable {
    case reading(SeriesID, Reading)
    case state(StateChange)
    /// A value that the network retained. The device reported it at `time` or at any moment before.
    case recalled(StateChange)
    case availability(DeviceID, Availability)
    case command(CommandRecord)
    /// A group command ended. Its children are events of their own.
    case groupEnded(GroupCommandRecord)
    case devicesChanged
    /// The home was renamed, its lockdown began or ended, or the default of its layout changed.
    case homeChanged
    /// What this person gets of the home changed: their own layout, or their preferences.
    case ownHomeChanged(PersonID)
    /// Something was added to the activity, or an entry of it got an outcome.
    case activityChanged(ActivitySubject)
    /// A client asks for access, or such a request was decided, used or ended.
    case waitingChanged
    /// A task or a battery became due or is not due any more, or tasks, appliances or their service history were changed.
    case maintenanceChanged
}

/// The subject of a new entry of the activity, which decides which clients get the event.
package enum ActivitySubject: Hashable, Sendable {
    /// An audit entry: its acting person, the device of a command that was sent, and the person whose data was exported.
    case act(person: String?, device: DeviceID?, exported: String? = nil)
    case series(SeriesID)
    case device(DeviceID)
}

extension LiveEvent {
    /// The approximate memory in bytes, including the encoded form for readers.
    var weight: Int {
        switch self {
        case .state(let change), .recalled(let change): 512 + change.value.weight
        case .command(let record): 768 + record.value.weight + (record.detail?.utf8.count ?? 0) * 2
        case .groupEnded(let record): 768 + (record.children.count + record.leftOut.count) * 192
        case .reading, .availability, .devicesChanged, .homeChanged, .ownHomeChanged, .activityChanged,
            .waitingChanged, .maintenanceChanged:
            512
        }
    }
}

extension CapabilityValue {
    fileprivate var weight: Int { if case .text(let text) = self { text.utf8.count * 2 } else { 0 } }
}

/// Identifies an event, and the run of the gateway that showed it. A reader that reconnects sends the id of the last
/// event that it received.
package struct EventID: Hashable, Sendable, LosslessStringConvertible {
    package let run: String
    package let number: UInt64

    init(run: String, number: UInt64) {
        self.run = run
        self.number = number
    }

    /// Returns nil for a text that is not an event id.
    package init?(_ text: String) {
        let pieces = text.split(separator: "-", omittingEmptySubsequences: false)
        guard text.utf8.count <= 64, pieces.count == 2, pieces[1].first != "+", let number = UInt64(pieces[1])
        else { return nil }
        self.init(run: String(pieces[0]), number: number)
    }

    package var description: String { "\(run)-\(number)" }
}

/// An event as all readers receive it.
package final class PublishedEvent: Sendable {
    package let id: EventID
    package let event: LiveEvent
    private let encoded = Mutex<[UInt8]?>(nil)

    init(_ event: LiveEvent, id: EventID) {
        self.event = event
        self.id = id
    }

    /// Returns the event as `encode` encodes it. It is encoded for the first reader that asks; all readers get the same
    /// bytes.
    package func bytes(_ encode: (PublishedEvent) throws -> [UInt8]) rethrows -> [UInt8] {
        try encoded.withLock { known in
            if let known { return known }
            let bytes = try encode(self)
            known = bytes
            return bytes
        }
    }
}

/// The events for one reader at one moment. Without gap and events it only shows that the connection is alive.
package struct EventBatch: Sendable {
    /// Missing events.
    package struct Gap: Hashable, Sendable {
        /// The number of missed events that the reader would have seen; nil when that is not known.
        package let missed: Int?
    }

    /// The gap before the events. A client that keeps a state of the home must read it again.
    package let gap: Gap?
    package let events: [PublishedEvent]
    /// The event after which to resume when only the gap arrived, or a batch without events.
    package let start: EventID
}
