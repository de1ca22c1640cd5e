import HomeModel

extension EntityMapping {
    mutating func mapLight() throws(DialectError) {
        switch try config.word("schema", default: "default").lowercased() {
        case "default", "basic": try mapBasicLight()
        case "json": try mapJSONLight()
        case "template": try mapTemplateLight()
        case let schema:
            throw .badField("schema", expected: "default, json or template, not \(InertText(schema, limit: 32))")
        }
        ignoreZeroBrightness()
    }

    private mutating func ignoreZeroBrightness() {
        guard claims.contains(where: { $0.kind == .switch && $0.source != nil }) else { return }
        changeClaims(of: .brightness) { claim in
            guard case .numbers(let numbers)? = claim.source?.reshaping else { return }
            claim.source?.reshaping = .brightness(numbers)
        }
    }

    /// The modes of colour that Home Assistant knows, in the order in which it turns hue and saturation into them.
    func colorModes() throws(DialectError) -> [JSONLightColor.Mode] {
        let warmest = try config.number("min_kelvin") ?? 2000
        let coldest = try config.number("max_kelvin") ?? 6535
        let whites = warmest > 0 && warmest < coldest ? warmest...coldest : 2000...6535
        let shapes: [(String, ColorShape)] = [
            ("hs", .hs), ("rgb", .rgb), ("rgbw", .rgbw), ("rgbww", .rgbww(whites)), ("xy", .xy(.companded)),
        ]
        return shapes.map { JSONLightColor.Mode(name: $0, shape: $1) }
    }

    /// 1–255 or the light's own scale.
    func brightness() throws(DialectError) -> NativeNumbers {
        let scale = try config.number("brightness_scale") ?? 255
        return NativeNumbers(.percent(zero: 0, hundred: scale >= 1 ? scale : 255), step: 1)
    }

    /// In mired, unless the light says that it is in kelvin.
    func colorTemperature(_ source: Source?, _ sink: (NativeNumbers) throws(DialectError) -> Sink?) throws(DialectError)
        -> Claim
    {
        let isKelvin = try config.flag("color_temp_kelvin")
        let scale = isKelvin ? Scale.identity : .unit(.mired, canonical: .kelvin)
        let numbers = NativeNumbers(scale, step: 1)
        var claim = Claim.number(.colorTemperature, numbers, source: source, sink: try sink(numbers))
        let warmest = try config.number("max_mireds").flatMap { $0 > 0 ? 1e6 / $0 : nil }
        let coldest = try config.number("min_mireds").flatMap { $0 > 0 ? 1e6 / $0 : nil }
        let announced = AnnouncedRange(
            .colorTemperature, low: try config.number("min_kelvin") ?? warmest ?? 2000,
            high: try config.number("max_kelvin") ?? coldest ?? 6535)
        (claim.minimum, claim.maximum) = (announced.minimum?.rounded(), announced.maximum?.rounded())
        // A bound in whole mired is none in whole kelvin.
        claim.step = isKelvin ? 1 : nil
        if !isKelvin {
            claim.minimum = claim.minimum.map { Self.kelvin(ofMired: (1e6 / $0).rounded()) }
            claim.maximum = claim.maximum.map { Self.kelvin(ofMired: (1e6 / $0).rounded()) }
        }
        return claim
    }

    private static func kelvin(ofMired mired: Double) -> Double {
        mired > 0 ? (1e6 / mired * 1e9).rounded() / 1e9 : 12_000
    }
}
