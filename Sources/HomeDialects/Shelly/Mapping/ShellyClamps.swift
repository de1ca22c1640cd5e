import HomeModel

/// What the current clamps of a meter lie around. Nothing but their names tells: a meter of three phases may count a
/// home's connection as well as a charger, a single clamp the sun as well as a stove.
struct ShellyClamps: Sendable {
    private let flows: [ShellyKey: EnergyFlow]
    let isEmpty: Bool

    init(_ document: ShellyDocument) {
        let clamps = document.components.filter { $0.key.type == "em" || $0.key.type == "em1" }
        isEmpty = clamps.isEmpty
        // The device's own name is that of its only meter.
        let shared = clamps.count == 1 ? EnergyFlow(homieWords: document.name) : nil
        let told = clamps.compactMap { clamp in
            (clamp.facts["name"]?.text.flatMap(EnergyFlow.init(homieWords:)) ?? shared).map { (clamp.key, $0) }
        }
        flows = Dictionary(told) { first, _ in first }
    }

    /// Of a clamp or its counters; nil where nobody says.
    func flow(of key: ShellyKey) -> EnergyFlow? {
        flows[ShellyKey(type: Self.counted[key.type] ?? key.type, id: key.id)]
    }

    /// Counters stand beside what they count.
    static let counted = ["em1data": "em1", "emdata": "em"]
}
