import HomeModel
import MatterProtocol

/// The presses of a momentary switch. Which events mean a press depends on its features, so that no press counts twice.
struct PressCoding: ValueCoding {
    /// What the events of a switch mean, by the features that it has.
    enum Style: Sendable {
        /// Only the first touch is reported, or a release always follows it.
        case initialPress
        /// A short press ends with a release, a long one with another event.
        case shortAndLong
        /// Presses are counted, and a long press has an event of its own.
        case counted(most: Int, hasLong: Bool)
    }

    let endpoint: UInt16
    let style: Style

    static let cluster: UInt32 = 0x3B
    static let long = "long"
    static let most = 30

    private enum Event {
        static let initialPress: UInt32 = 1
        static let longPress: UInt32 = 2
        static let shortRelease: UInt32 = 3
        static let multiPressComplete: UInt32 = 6
    }

    var reported: [AttributePath] { [] }
    var events: [EventPath] {
        let numbers: [UInt32] =
            switch style {
            case .initialPress: [Event.initialPress]
            case .shortAndLong: [Event.shortRelease, Event.longPress]
            case .counted(_, let hasLong): [Event.multiPressComplete] + (hasLong ? [Event.longPress] : [])
            }
        return numbers.map { EventPath(endpoint: endpoint, cluster: Self.cluster, event: $0) }
    }

    /// The words of the presses that the switch knows.
    var options: [String] {
        switch style {
        case .initialPress: [Self.word(1)]
        case .shortAndLong: [Self.word(1), Self.long]
        case .counted(let most, let hasLong): (1...max(1, most)).map(Self.word) + (hasLong ? [Self.long] : [])
        }
    }

    private static func word(_ count: Int) -> String {
        switch count {
        case 1: "single"
        case 2: "double"
        case 3: "triple"
        case 4: "quadruple"
        default: "\(count)-fold"
        }
    }

    func value(of event: NodeEvent) -> CapabilityValue? {
        guard event.path.endpoint == endpoint, event.path.cluster == Self.cluster else { return nil }
        switch (event.path.event, style) {
        case (Event.initialPress, .initialPress), (Event.shortRelease, .shortAndLong): return .text(Self.word(1))
        case (Event.longPress, .shortAndLong), (Event.longPress, .counted(_, hasLong: true)): return .text(Self.long)
        case (Event.multiPressComplete, .counted(let most, _)):
            // The count 0 is a series of presses that was too long.
            guard let count = event.data[1]?.integer(as: Int.self), (1...max(1, most)).contains(count) else {
                return nil
            }
            return .text(Self.word(count))
        default: return nil
        }
    }
}
