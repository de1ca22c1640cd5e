import HomeModel

extension EntityMapping {
    mutating func mapLight() throws(DialectError) {
        switch try config.word("schema", default: "default").lowercased() {
        case "default", "basic": try mapBasicLight()
        case "json": try mapJSONLight()
        case "template": try mapTemplateLight()
        case let schema:
            throw .badField("schema", expected: "default, json or template, not \(EscapedText(schema, limit: 32))")
        }
        ignoreZeroBrightness()
    }

    private mutating func ignoreZeroBrightness() {
        guard candidates.contains(where: { $0.kind == .switch && $0.stateMapping != nil }) else { return }
        changeCandidates(of: .brightness) { candidate in
            guard case .numbers(let numbers)? = candidate.stateMapping?.transformation else { return }
            candidate.stateMapping?.transformation = .brightness(numbers)
        }
    }

    /// The colour modes of Home Assistant, in the order in which it prefers them for hue and saturation.
    func colorModes() throws(DialectError) -> [JSONLightColor.Mode] {
        let warmest = try config.number("min_kelvin") ?? 2000
        let coldest = try config.number("max_kelvin") ?? 6535
        let whites = warmest > 0 && warmest < coldest ? warmest...coldest : 2000...6535
        let shapes: [(String, ColorFormat)] = [
            ("hs", .hs), ("rgb", .rgb), ("rgbw", .rgbw), ("rgbww", .rgbww(whites)), ("xy", .xy(.companded)),
        ]
        return shapes.map { JSONLightColor.Mode(name: $0, shape: $1) }
    }

    /// From 1 to 255, or on the light's own scale.
    func brightness() throws(DialectError) -> SteppedScale {
        let scale = try config.number("brightness_scale") ?? 255
        return SteppedScale(.percent(zero: 0, hundred: scale >= 1 ? scale : 255), step: 1)
    }

    /// In mired, unless the light declares kelvin.
    func colorTemperature(
        _ stateMapping: StateMapping?, commandMapping: (SteppedScale) throws(DialectError) -> CommandMapping?
    ) throws(DialectError)
        -> CapabilityCandidate
    {
        let isKelvin = try config.flag("color_temp_kelvin")
        let scale = isKelvin ? Scale.identity : .unit(.mired, canonical: .kelvin)
        let numbers = SteppedScale(scale, step: 1)
        var candidate = CapabilityCandidate.number(
            .colorTemperature, numbers: numbers, stateMapping: stateMapping, commandMapping: try commandMapping(numbers)
        )
        let warmest = try config.number("max_mireds").flatMap { $0 > 0 ? 1e6 / $0 : nil }
        let coldest = try config.number("min_mireds").flatMap { $0 > 0 ? 1e6 / $0 : nil }
        let announced = AnnouncedRange(
            .colorTemperature, low: try config.number("min_kelvin") ?? warmest ?? 2000,
            high: try config.number("max_kelvin") ?? coldest ?? 6535)
        (candidate.minimum, candidate.maximum) = (announced.minimum?.rounded(), announced.maximum?.rounded())
        // The limits in whole mired are not whole numbers of kelvin.
        candidate.step = isKelvin ? 1 : nil
        if !isKelvin {
            candidate.minimum = candidate.minimum.map { Self.kelvin(ofMired: (1e6 / $0).rounded()) }
            candidate.maximum = candidate.maximum.map { Self.kelvin(ofMired: (1e6 / $0).rounded()) }
        }
        return candidate
    }

    private static func kelvin(ofMired mired: Double) -> Double {
        mired > 0 ? (1e6 / mired * 1e9).rounded() / 1e9 : 12_000
    }
}
