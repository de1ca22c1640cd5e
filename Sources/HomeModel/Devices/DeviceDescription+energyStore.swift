extension DeviceDescription {
    /// Whether the device stores energy for the home. Its charge changes every day, so that a low one is no battery that
    /// a person changes: a device that only reads a meter has a battery of its own.
    package var isEnergyStore: Bool { parts.flatMap(\.capabilities).contains(where: \.isOfEnergyStore) }
}

extension Capability {
    /// Whether it is the flow into a store or out of it. A power without a stated flow that may be negative is one, too.
    fileprivate var isOfEnergyStore: Bool {
        switch flow {
        case .charge, .discharge: true
        case .consumption, .production, .gridImport, .gridExport: false
        case nil: kind == .power && range.lowerBound < 0
        }
    }
}
