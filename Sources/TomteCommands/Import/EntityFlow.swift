import ArgumentParser
import HomeModel

/// The energy flow of an entity, as an argument: `ENTITY=FLOW`.
struct EntityFlow: Hashable, Sendable {
    static let words = EnergyFlow.allCases.map(\.rawValue).joined(separator: ", ")

    let entity: String
    let flow: EnergyFlow

    init(argument: String) throws(ValidationError) {
        let halves = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2, !halves[0].isEmpty else {
            throw ValidationError("Use ENTITY=FLOW, for instance sensor.meter=gridImport.")
        }
        guard let flow = EnergyFlow(rawValue: String(halves[1])) else {
            throw ValidationError("FLOW must be one of \(Self.words).")
        }
        entity = String(halves[0])
        self.flow = flow
    }
}
