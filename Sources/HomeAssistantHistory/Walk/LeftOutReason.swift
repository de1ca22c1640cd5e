/// The reasons why rows of a recorder do not become readings.
package enum LeftOutReason: Int, Error, Sendable, Hashable, CaseIterable {
    case notChosen, notASensor, noQuantity, absent, notANumber, foreignUnit, noTime, beforeSince, noValue, nameless

    /// The name of the reason in a JSON report; it stays the same in later versions.
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

extension LeftOutReason: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notChosen: "not selected by --only"
        case .notASensor: "not a sensor: only measurements are imported"
        case .noQuantity: "its device class and unit do not match a quantity of Tomte"
        case .absent: "unavailable or unknown"
        case .notANumber: "the value is not a number"
        case .foreignUnit: "the unit does not fit the quantity"
        case .noTime: "the time is missing or impossible"
        case .beforeSince: "older than --since"
        case .noValue: "the hour has no value"
        case .nameless: "the name of the entity is missing"
        }
    }
}
