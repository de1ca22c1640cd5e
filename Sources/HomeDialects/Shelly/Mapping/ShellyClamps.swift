import HomeModel

/// The energy flows that the current clamps of a meter measure. Only their names show it: a meter with three phases may
/// measure the connection of the home or a charger, a single clamp may measure a solar system or a stove.
struct ShellyClamps: Sendable {
    private let flows: [ShellyKey: EnergyFlow]
    let isEmpty: Bool

    init(_ document: ShellyDocument) {
        let clamps = document.components.filter { $0.key.type == "em" || $0.key.type == "em1" }
        isEmpty = clamps.isEmpty
        // If there is only one meter, the name of the device is also its name.
        let shared = clamps.count == 1 ? EnergyFlow(homieWords: document.name) : nil
        let told = clamps.compactMap { clamp in
            (clamp.facts["name"]?.text.flatMap(EnergyFlow.init(homieWords:)) ?? shared).map { (clamp.key, $0) }
        }
        flows = Dictionary(told) { first, _ in first }
    }

    /// The flow of a clamp or of its counters; nil if no name contains it.
    func flow(of key: ShellyKey) -> EnergyFlow? {
        flows[ShellyKey(type: Self.counted[key.type] ?? key.type, id: key.id)]
    }

    /// The types of counters and the types of the components that they count.
    static let counted = ["em1data": "em1", "emdata": "em"]
}
