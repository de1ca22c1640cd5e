/// The purpose of a relay, plug or cover: the thing that it moves or supplies. A person states it when the device is
/// adopted.
package enum Purpose: String, Sendable, Codable, CaseIterable {
    /// A lamp.
    case light
    /// A television, loudspeaker, computer or charger.
    case electronics
    /// An appliance that gets hot or moves, and must not start without a person beside it: an oven, iron, washer or tool.
    case hotAppliance
    /// A heater that is moved from room to room.
    case spaceHeater
    /// The heating of the home or of its water: a heat pump, boiler or electric radiator.
    case homeHeating
    /// A fridge or freezer.
    case foodCooling
    /// A router, switch or server of the home's network.
    case network
    /// A pump that keeps the home dry.
    case drainPump
    /// A pump for watering, a pool or a fountain.
    case gardenPump
    case garage, gate, valve, blind
    /// Everything else, such as an aquarium or a medical device.
    case other

    // Answers of earlier versions, which do not say whether it is safe to switch the thing off: an appliance was an
    // oven or a fridge, a heater was a space heater or a heat pump.
    case appliance, heater, pump

    /// Whether only earlier versions offered this answer. It is too imprecise to free any command, so a person is asked
    /// again.
    package var isOutdated: Bool {
        switch self {
        case .appliance, .heater, .pump: true
        default: false
        }
    }

    /// The purposes from which a person chooses.
    package static let choices = allCases.filter { !$0.isOutdated }
}
