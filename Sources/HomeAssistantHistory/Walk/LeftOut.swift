/// Why rows of a recorder become no readings.
package enum LeftOut: Int, Error, Sendable, Hashable, CaseIterable {
    case notChosen, notASensor, noQuantity, absent, notANumber, foreignUnit, noTime, beforeSince, noValue, nameless

    /// Stable, for reports.
    package var code: String {
        switch self {
        case .notChosen: "notChosen"
        case .notASensor: "notASensor"
        case .noQuantity: "noQuantity"
        case .absent: "absent"
        case .notANumber: "notANumber"
        case .foreignUnit: "foreignUnit"
        case .noTime: "noTime"
        case .beforeSince: "beforeSince"
        case .noValue: "noValue"
        case .nameless: "nameless"
        }
    }
}

extension LeftOut: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notChosen: "not among those chosen with --only"
        case .notASensor: "no sensor: only measurements have a past here"
        case .noQuantity: "its class and unit name none of our quantities"
        case .absent: "unavailable or unknown"
        case .notANumber: "text where a number should be"
        case .foreignUnit: "a unit that does not measure this"
        case .noTime: "without a time that can be"
        case .beforeSince: "older than --since"
        case .noValue: "an hour without a value"
        case .nameless: "the entity's name is lost"
        }
    }
}
