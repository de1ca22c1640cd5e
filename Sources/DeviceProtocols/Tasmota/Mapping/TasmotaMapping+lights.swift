import HomeModel

/// The properties of a light and the names of its dimmer. Source: Tasmota `xdrv_04_light.ino`, `ResponseLightState`.
private struct TasmotaLight {
    /// The key of reports and the command. A light behind a Tuya chip reports `Dimmer`, but its command is `Dimmer3`.
    var dimmer: (said: String, encoded: String)?
    var hasWarmth = false
    var hasColor = false
    var hasWhite = false

    init(_ number: Int, isFirst: Bool, config: TasmotaConfig) {
        if config.options.contains(68) {
            dimmer = ("Channel\(number)", "Channel\(number)")
        } else if !config.isLightLinked, config.lightType == 4 || config.lightType == 5 {
            // The colour and white channels are two lights, each with its own switch and dimmer.
            let name = isFirst ? "Dimmer1" : "Dimmer2"
            dimmer = (name, name)
            hasColor = isFirst
            hasWarmth = !isFirst && config.lightType == 5
        } else if isFirst, (1...5).contains(config.lightType) {
            dimmer = ("Dimmer", config.isTuya ? "Dimmer3" : "Dimmer")
            hasWarmth = config.lightType == 2 || config.lightType == 5
            hasColor = config.lightType >= 3
            hasWhite = config.lightType == 4
        }
    }
}

extension TasmotaMapping {
    mutating func addLight(_ number: Int, isFirst: Bool, to part: PartID, config: TasmotaConfig) {
        let light = TasmotaLight(number, isFirst: isFirst, config: config)
        guard let dimmer = light.dimmer else {
            return leaveOut("POWER\(number)", why: "Only on and off are supported for this light.")
        }
        let percent = TasmotaConstraints(range: 0...100, step: 1)
        add(
            .brightness, to: part, label: dimmer.said, coding: .number(.identity),
            at: [.state(TasmotaPath(dimmer.said))],
            command: dimmer.encoded, facts: percent)
        if light.hasWarmth { addWarmth(to: part, isReduced: config.options.contains(82)) }
        if light.hasColor {
            add(
                .color, to: part, label: "HSBColor", coding: .color(.hs), encoding: .hsb,
                at: [.state(TasmotaPath("HSBColor"))], command: "HSBColor")
        }
        if light.hasWhite {
            add(
                .number, to: part, label: "white", isLabelled: true, coding: .number(.identity),
                at: [.state(TasmotaPath("White"))], command: "White", facts: percent)
        }
    }

    private mutating func addWarmth(to part: PartID, isReduced: Bool) {
        let scale = Scale.unit(.mired, canonical: .kelvin)
        let mired: (coldest: Double, warmest: Double) = isReduced ? (200, 380) : (153, 500)
        guard let warmest = scale.canonical(mired.warmest), let coldest = scale.canonical(mired.coldest) else { return }
        add(
            .colorTemperature, to: part, label: "CT", coding: .number(scale), at: [.state(TasmotaPath("CT"))],
            command: "CT", facts: TasmotaConstraints(range: warmest...coldest))
    }
}
