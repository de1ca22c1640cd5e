import HomeModel

/// The capability of an endpoint, before it has its part and its final name.
struct MappedValue: Sendable {
    let name: CapabilityName
    /// The label if another value of the same part has taken the plain name.
    var alternative: PartID?
    let coding: any ValueCoding
    var minimum: Double?
    var maximum: Double?
    var step: Double?
    var options: [String]?
    var unit: String?
    var flow: EnergyFlow?
    /// Whether each value is a press: an event, even if it equals the previous one.
    var isPress = false
    /// Whether the node reports the value only when it is read.
    var isPolled = false
    /// Whether it is a fact about the whole device, such as its battery.
    var isOfDevice = false
    var travelTime: Duration?

    init(_ name: CapabilityName, coding: any ValueCoding) {
        self.name = name
        self.coding = coding
    }

    /// Nil when the node neither reports the value nor accepts commands for it.
    func capability(named name: CapabilityName) -> Capability? {
        let isReported = !coding.reported.isEmpty || !coding.events.isEmpty
        guard isReported || coding.isCommanded else { return nil }
        return Capability(
            name, minimum: minimum, maximum: maximum, step: step, roundsToStep: step != nil, options: options,
            isReported: isReported, isCommanded: coding.isCommanded, flow: flow, announcedUnit: unit)
    }
}
