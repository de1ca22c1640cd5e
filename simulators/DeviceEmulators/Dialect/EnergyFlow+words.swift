import HomeModel

extension EnergyFlow {
    /// The words in the name of a property, entity or clamp from which the gateway recognises the flow.
    var words: String {
        switch self {
        case .consumption: "Consumption"
        case .production: "Production"
        case .gridImport: "Grid import"
        case .gridExport: "Grid export"
        case .charge: "Charge"
        case .discharge: "Discharge"
        }
    }
}
