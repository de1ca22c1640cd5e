@testable import SimulatedHome

extension HomeSimulation {
    /// The values of all devices with a server of their own.
    var states: [String: ShownState] {
        mutating get {
            var states: [String: ShownState] = [:]
            for case .show(let state, let device) in shownStates() { states[device] = state }
            return states
        }
    }
}

extension [SimulationEffect] {
    /// The last values that a server was asked to show; nil if there were none.
    var shown: ShownState? {
        reduce(nil) { last, effect in
            if case .show(let state, _) = effect { state } else { last }
        }
    }
}
