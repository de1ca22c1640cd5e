import HomeModel

extension EntityMapping {
    mutating func mapSensor() throws(DialectError) {
        guard let source = try source("state_topic", "value_template") else { return }
        let deviceClass = try config.word("device_class")
        if let words = try config.words("options"), deviceClass == nil || deviceClass == "enum" {
            add(.choice(words.map { ChoiceWord(word: $0, meaning: $0) }, source: source))
            return
        }
        let symbol = try config.word("unit_of_measurement")
        if let claim = quantity(deviceClass, symbol, source) {
            add(claim)
        } else if deviceClass == "timestamp" || deviceClass == "date" {
            add(Claim(.text, .text, source: source))
        } else if symbol != nil || deviceClass != nil || config.fields["state_class"] != nil {
            var claim = Claim.number(.number, NativeNumbers(), source: source)
            claim.announcedUnit = symbol
            add(claim)
        } else {
            add(Claim(.text, .text, source: source))
        }
    }

    /// Nil where class and unit are of nothing that is recorded. What only serves the device itself is no quantity of
    /// the home, but for what every device has.
    private func quantity(_ deviceClass: String?, _ symbol: String?, _ source: Source) -> Claim? {
        guard let kind = Self.kind(deviceClass, symbol, named: TellingWords.words(of: slug)),
            symbol != nil || kind.facts.unit == nil
        else { return nil }
        guard !isAside || kind == .battery || kind == .linkQuality else { return nil }
        if kind.isCounter, config.fields["state_class"]?.text == "measurement" { return nil }
        if symbol == "lqi" {
            let numbers = NativeNumbers(.percent(zero: 0, hundred: 255))
            var claim = Claim(kind, .number(.identity), source: source)
            claim.source?.reshaping = .numbers(numbers)
            return claim
        }
        guard let scale = Vocabulary.scale(of: kind, in: symbol) else { return nil }
        var claim = Claim(kind, .number(.identity), source: source)
        if case .unit(let unit, _) = scale {
            claim.reportedUnit = unit
        } else if scale != .identity {
            claim.source?.reshaping = .numbers(NativeNumbers(scale))
        }
        if kind.hasFlow { claim.flow = EnergyFlow(homieWords: slug) }
        if kind == .power, claim.flow == nil, isTwoWay { claim.minimum = CapabilityKind.power.facts.range.lowerBound }
        return claim
    }

    /// What flows both ways shows below zero.
    private var isTwoWay: Bool {
        let words = Set(slug.split(separator: "-").map(String.init))
        return !words.isDisjoint(with: ["grid", "net", "mains", "battery"])
    }

    private static func kind(_ deviceClass: String?, _ symbol: String?, named name: [String]) -> CapabilityKind? {
        if symbol == "lqi" { return .linkQuality }
        if let deviceClass { return quantities[deviceClass] }
        return symbol.flatMap { Vocabulary.kind(measuredIn: $0, named: name) }
    }

    /// Source: Home Assistant, “Sensor: device class”.
    private static let quantities: [String: CapabilityKind] = [
        "temperature": .temperature, "humidity": .humidity, "pressure": .pressure, "atmospheric_pressure": .pressure,
        "carbon_dioxide": .co2, "pm1": .pm1, "pm25": .pm25, "pm10": .pm10, "volatile_organic_compounds": .voc,
        "illuminance": .illuminance, "sound_pressure": .noise, "power": .power, "energy": .energy,
        "voltage": .voltage, "current": .current, "gas": .gas, "water": .water, "volume_flow_rate": .flow,
        "battery": .battery, "apparent_power": .apparentPower, "reactive_power": .reactivePower,
        "reactive_energy": .reactiveEnergy, "power_factor": .powerFactor, "frequency": .frequency,
        "wind_speed": .windSpeed, "wind_direction": .windDirection, "precipitation": .rain,
        "precipitation_intensity": .rainRate, "irradiance": .irradiance, "aqi": .airQualityIndex,
        "moisture": .soilMoisture, "ph": .ph, "conductivity": .conductivity, "distance": .distance, "speed": .speed,
        "duration": .duration, "weight": .weight, "data_size": .dataSize, "data_rate": .dataRate,
    ]
}
