import HomeModel

/// The meaning of a key in a sensor. Source: Tasmota `i18n.h` and the drivers (`xsns_*`, `xnrg_*`).
struct TasmotaQuantity {
    let kind: CapabilityKind
    var unit: Unit?
    /// The unit in which the firmware measures a generic number.
    var announcedUnit: String?
    var encoding = TasmotaEncoding.plain
    var flow: EnergyFlow?
    /// Whether it is secondary to another value of the same kind in the same sensor.
    var isSecondary = false
    var isTwoWay = false

    /// Returns nil if the key denotes no known kind, or not with certainty. `keys` is the path from the sensor to the
    /// value.
    init?(_ keys: [String], in sensors: JSONObject) {
        guard let sensor = keys.first, let name = keys.last else { return nil }
        // This is the temperature inside the chip.
        guard !sensor.hasPrefix("ESP32") else { return nil }
        if let wind = Self.wind(keys, in: sensors) {
            self = wind
            return
        }
        // Several inputs of one kind are numbered.
        let key = sensor == "ANALOG" ? String(name.reversed().drop { $0.isNumber }.reversed()) : name
        let energy = sensor == "ENERGY" ? sensors["ENERGY"] : nil
        let measuresBothWays = energy?["ExportActive"] != nil
        switch key {
        case "Temperature", "DewPoint":
            guard let unit = Self.temperatureUnit(sensors) else { return nil }
            self.init(kind: .temperature, unit: unit == .celsius ? nil : unit, isSecondary: key == "DewPoint")
        case "Pressure", "SeaPressure":
            guard let encoding = Self.pressureSpelling(sensors) else { return nil }
            self.init(kind: .pressure, encoding: encoding, isSecondary: key == "SeaPressure")
        case "Total" where energy != nil:
            self.init(kind: .energy, flow: measuresBothWays ? .gridImport : .consumption)
        case "ExportActive" where energy != nil: self.init(kind: .energy, flow: .gridExport, isSecondary: true)
        case "Energy" where sensor == "ANALOG": self.init(kind: .energy)
        // Names that descriptors of the smart meter interface use, in the units that they convert to.
        case "Total_in": self.init(kind: .energy, flow: .gridImport)
        case "Total_out": self.init(kind: .energy, flow: .gridExport, isSecondary: true)
        case "Power_curr": self.init(kind: .power, isTwoWay: true)
        case "Power": self.init(kind: .power, isTwoWay: measuresBothWays)
        case "ImportActive" where energy != nil: self.init(kind: .energy, flow: .gridImport, isSecondary: true)
        case "ImportReactive", "ExportReactive": self.init(kind: .reactiveEnergy, isSecondary: key == "ExportReactive")
        case "Distance": self.init(kind: .distance, unit: .centimetre)
        default:
            if let kind = Self.kinds[key] {
                self.init(kind: kind)
            } else if let unit = Self.units[key] {
                self.init(kind: .number)
                announcedUnit = unit
            } else {
                return nil
            }
        }
    }

    /// The values of `{"TX23":{"Speed":{"Act":…},"Dir":{"Deg":…}}}` and `{"WindMeter":{"Speed":…}}`. Source: Tasmota
    /// `xsns_35_tx20.ino`, `xsns_68_windmeter.ino`.
    private static func wind(_ keys: [String], in sensors: JSONObject) -> TasmotaQuantity? {
        let isWind = ["TX2", "Wind"].contains { keys[0].hasPrefix($0) }
        guard isWind, keys.count > 1 else { return nil }
        if keys[1].hasPrefix("Speed") {
            guard let unit = speedUnit(sensors) else { return nil }
            let isFirst = keys == [keys[0], "Speed"] || keys == [keys[0], "Speed", "Act"]
            return TasmotaQuantity(kind: .windSpeed, unit: unit == .metrePerSecond ? nil : unit, isSecondary: !isFirst)
        }
        switch keys.dropFirst() {
        case ["Dir"], ["Dir", "Deg"]: return TasmotaQuantity(kind: .windDirection)
        case ["Dir", "Avg"], ["Dir", "Min"], ["Dir", "Max"]:
            return TasmotaQuantity(kind: .windDirection, isSecondary: true)
        default: return nil
        }
    }

    private init(
        kind: CapabilityKind, unit: Unit? = nil, encoding: TasmotaEncoding = .plain, flow: EnergyFlow? = nil,
        isSecondary: Bool = false, isTwoWay: Bool = false
    ) {
        (self.kind, self.unit, self.encoding) = (kind, unit, encoding)
        (self.flow, self.isSecondary, self.isTwoWay) = (flow, isSecondary, isTwoWay)
    }

    private static let kinds: [String: CapabilityKind] = [
        "Humidity": .humidity, "Illuminance": .illuminance, "CarbonDioxide": .co2, "PM1": .pm1, "PM2.5": .pm25,
        "PM10": .pm10, "Voltage": .voltage, "Current": .current, "CurrentNeutral": .current, "Battery": .battery,
        "Ambient": .illuminance, "ApparentPower": .apparentPower, "ReactivePower": .reactivePower,
        "ActivePower": .power, "Factor": .powerFactor, "Frequency": .frequency, "Moisture": .soilMoisture,
        "Weight": .weight, "pH": .ph, "UvIndex": .uvIndex, "UVIndex": .uvIndex,
    ]

    /// The units of generic numbers. Source: Tasmota `i18n.h`; hatasmota `sensor.py`, which Home Assistant uses.
    private static let units: [String: String] = [
        "Today": "kWh", "Yesterday": "kWh", "Period": "Wh", "TotalTariff": "kWh", "ExportTariff": "kWh",
        "PhaseAngle": "°", "CF1": "µg/m³", "CF2.5": "µg/m³", "CF10": "µg/m³", "PB0.3": "ppd", "PB0.5": "ppd",
        "PB1": "ppd", "PB2.5": "ppd", "PB5": "ppd", "PB10": "ppd", "eCO2": "ppm", "TVOC": "ppb", "CCT": "K",
        "Gas": "kΩ", "Load_avg": "%",
    ]

    private static func speedUnit(_ sensors: JSONObject) -> Unit? {
        sensors["SpeedUnit"]?.text.map { Unit(symbol: $0) } ?? .metrePerSecond
    }

    private static func temperatureUnit(_ sensors: JSONObject) -> Unit? {
        switch sensors["TempUnit"]?.text {
        case nil, "C": .celsius
        case "F": .fahrenheit
        default: nil
        }
    }

    private static func pressureSpelling(_ sensors: JSONObject) -> TasmotaEncoding? {
        switch sensors["PressureUnit"]?.text {
        case nil, "hPa": .plain
        case "mmHg": .times(1.333_223_874_15)
        case "inHg": .times(33.863_886_666_67)
        default: nil
        }
    }
}
