import HomeModel

/// The capability of a part, before it has its final name.
struct MappedValue {
    let name: CapabilityName
    let alternative: PartID?
    let coding: any ValueCoding
    var minimum: Double?
    var maximum: Double?
    var step: Double?
    var options: [String]?
    var unit: String?
    var flow: EnergyFlow?
    var isPress = false

    init(
        _ name: CapabilityName, alternative: PartID? = nil, coding: any ValueCoding, options: [String]? = nil,
        unit: String? = nil
    ) {
        self.name = name
        self.alternative = alternative
        self.coding = coding
        self.options = options
        self.unit = unit
    }

    /// The characteristics that the value uses, so that no other row uses them.
    var used: [UInt64] { (coding.reported + coding.written).map(\.iid) }

    /// Nil when the accessory neither reports the value nor accepts commands for it.
    func capability(named name: CapabilityName) -> Capability? {
        let (isReported, isCommanded) = (!coding.reported.isEmpty, !coding.written.isEmpty)
        guard isReported || isCommanded else { return nil }
        return Capability(
            name, minimum: minimum, maximum: maximum, step: step, roundsToStep: step != nil, options: options,
            isReported: isReported, isCommanded: isCommanded, flow: flow, announcedUnit: unit)
    }
}
