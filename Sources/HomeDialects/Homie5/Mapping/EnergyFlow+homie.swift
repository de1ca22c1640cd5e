import HomeModel

extension EnergyFlow {
    /// The energy flow that the words of an id or name denote. Only whole words count.
    init?(homieWords text: String) {
        let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
        let flows = words.compactMap { Self.words[$0] }
        guard let flow = flows.first else { return nil }
        self = flow
    }

    /// The property name that simulated devices use for the flow; `init(homieWords:)` recognizes it.
    var homieName: String {
        switch self {
        case .consumption: "Consumption"
        case .production: "Production"
        case .gridImport: "Grid import"
        case .gridExport: "Grid export"
        case .charge: "Charge"
        case .discharge: "Discharge"
        }
    }

    private static let words: [String: EnergyFlow] = [
        "consumption": .consumption, "consumed": .consumption, "usage": .consumption,
        "production": .production, "produced": .production, "generation": .production, "generated": .production,
        "yield": .production, "solar": .production, "pv": .production,
        "import": .gridImport, "imported": .gridImport, "export": .gridExport, "exported": .gridExport,
        "charge": .charge, "charged": .charge, "charging": .charge,
        "discharge": .discharge, "discharged": .discharge, "discharging": .discharge,
    ]
}
