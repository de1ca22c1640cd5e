import HomeModel
import Synchronization

/// What a topic says about whether a device is there.
struct AvailabilityRule: Sendable {
    let key: AvailabilityKey
    /// Where several topics speak of one device and not the last one counts.
    let board: AvailabilityBoard?

    func read(_ payload: inout HeardPayload) -> Availability? {
        guard let word = try? key.extraction.value(of: &payload)?.word else { return nil }
        let isThere: Bool
        switch word {
        case key.online: isThere = true
        case key.offline: isThere = false
        default: return nil
        }
        guard let board else { return isThere ? .ready : .lost }
        return board.note(key, isThere)
    }
}

/// One availability topic of one entity.
struct AvailabilityKey: Hashable, Sendable {
    let topic: String
    let extraction: Extraction
    let online: String
    let offline: String

    init(topic: String, template: Template?, online: String?, offline: String?) {
        self.topic = topic
        extraction = Extraction(template)
        self.online = online ?? "online"
        self.offline = offline ?? "offline"
    }
}

/// Remembers what several topics said, for devices that are there only when all of them say so, or when any does. The
/// only thing in a model that changes: one topic alone does not tell.
final class AvailabilityBoard: Sendable {
    private struct Said {
        var byKey: [AvailabilityKey: Bool] = [:]
        var hasDecided = false
    }

    private let needsAll: Bool
    private let count: Int
    private let said = Mutex(Said())

    /// For so many topics.
    init(needsAll: Bool, count: Int) { (self.needsAll, self.count) = (needsAll, count) }

    /// Nil until what was said decides: until then the device is whatever it was. Where that is decided no more, it is
    /// unknown, and never guessed.
    func note(_ key: AvailabilityKey, _ isThere: Bool) -> Availability? {
        said.withLock { said in
            said.byKey[key] = isThere
            let isDecided = said.byKey.count == count || said.byKey.values.contains(!needsAll)
            guard isDecided else { return said.hasDecided ? .unknown : nil }
            said.hasDecided = true
            return said.byKey.values.contains(!needsAll) == needsAll ? .lost : .ready
        }
    }
}
