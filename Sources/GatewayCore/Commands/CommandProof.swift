import HomeModel

/// What a device reports once a command was done.
struct CommandProof: Sendable {
    /// Whose report shows it: the command's own series, or the switch of a lamp that was told the brightness 0.
    let series: SeriesID
    let value: CapabilityValue
    /// What else must hold then: a lamp that has its brightness is on.
    let companions: [SeriesID: CapabilityValue]
    /// What the device had last reported of `companions`.
    let known: [SeriesID: CapabilityValue]
    let travel: Travel?

    /// Nil where a command sets nothing in motion.
    struct Travel: Sendable {
        /// Whose reports tell whether the part is on its way.
        let movement: SeriesID?
    }

    init(_ command: ValidCommand, _ expectation: Expectation) {
        let (request, part) = (command.request, command.device.description[command.request.part])
        func series(_ name: CapabilityName) -> SeriesID {
            SeriesID(device: request.device, part: request.part, capability: name)
        }
        var effects = part?.effects(of: request.capability, becoming: expectation.value) ?? [:]
        if let own = effects.removeValue(forKey: request.capability) {
            (self.series, value) = (request.series, own)
        } else if let (name, effect) = effects.popFirst() {
            (self.series, value) = (series(name), effect)
        } else {
            (self.series, value) = (request.series, expectation.value)
        }
        companions = Dictionary(effects.map { (series($0.key), $0.value) }) { $1 }
        known = Dictionary(effects.keys.compactMap { name in command.known[name].map { (series(name), $0) } }) { $1 }
        let movement = part?.capabilities.first { $0.kind == .movement && $0.isReported }
        travel =
            request.capability.kind.travels && !command.isStop
            ? Travel(movement: movement.map { series($0.name) }) : nil
    }
}
