/// The safety of the commands to a part, by what the part moves or supplies with power.
///
/// `devices/README.md` has the table of all purposes for people, and a test compares every cell of it with these rules.
package struct PurposeRules: Hashable, Sendable {
    /// The state in which a part does no harm, whatever happens in the home and for however long.
    package enum SafeState: Sendable { case both, off, on, neither }

    package let safeState: SafeState
    /// The set-points in °C that are routine; nil when all are sensitive.
    package let routineSetPoints: ClosedRange<Double>?

    /// The safety class of switching on, and of every other value than off.
    package var on: SafetyClass { safeState == .both || safeState == .on ? .routine : .sensitive }
    /// The safety class of switching off.
    package var off: SafetyClass { isOffSafe ? .routine : .sensitive }

    /// Whether a lockdown permits switching off.
    var isOffSafe: Bool { safeState == .both || safeState == .off }

    /// Whether a lockdown permits switching on: the home is at risk while the part is off.
    var isOnSafe: Bool { safeState == .on }

    /// Whether a lockdown permits this set-point in °C.
    func isSafe(setPoint degrees: Double) -> Bool {
        Self.frostProtection.contains(degrees) && isRoutine(setPoint: degrees)
    }

    func isRoutine(setPoint degrees: Double) -> Bool { routineSetPoints?.contains(degrees) ?? false }

    /// Every command is routine.
    static let harmless = PurposeRules(
        safeState: .both, routineSetPoints: -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude)
    /// Every command is sensitive: the part may be a freezer, a garage, or a device that keeps a person alive.
    static let guarded = PurposeRules(safeState: .neither, routineSetPoints: nil)

    /// The temperatures in °C that protect pipes from frost and heat no room.
    static let frostProtection = 5.0...8.0
    /// The temperatures in °C of inhabited rooms. Lower ones damage pipes, and higher ones scald.
    static let inhabited = frostProtection.lowerBound...30.0
}

extension Purpose {
    /// The rules for the commands to a part with this purpose.
    package var rules: PurposeRules {
        switch self {
        case .light, .electronics, .blind: .harmless
        case .hotAppliance, .gardenPump, .valve: PurposeRules(safeState: .off, routineSetPoints: nil)
        case .spaceHeater: PurposeRules(safeState: .off, routineSetPoints: PurposeRules.frostProtection)
        case .homeHeating: PurposeRules(safeState: .on, routineSetPoints: PurposeRules.inhabited)
        // A set-point of 8 °C is harmless for heating and ruins the food in a freezer.
        case .foodCooling, .network, .drainPump: PurposeRules(safeState: .on, routineSetPoints: nil)
        // A person may stand under a garage door or gate, in whichever direction it moves.
        case .garage, .gate, .other: .guarded
        case .appliance, .heater, .pump: .guarded
        }
    }
}
