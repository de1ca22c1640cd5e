import HomeModel

/// What a key of a sensor means: facts, nothing else. Source: Tasmota `i18n.h` and the drivers (`xsns_*`, `xnrg_*`).
struct TasmotaQuantity {
    let kind: CapabilityKind
    var unit: Unit?
    var spelling = TasmotaSpelling.plain
    var flow: EnergyFlow?
    /// Beside another of its kind in the same sensor, it is the lesser one.
    var isLesser = false
    var isTwoWay = false

    /// Nil for what is none of our kinds, or not surely so.
    init?(_ sensor: String, _ key: String, in sensors: JSONObject) {
        // The temperature inside of the chip.
        guard !sensor.hasPrefix("ESP32") else { return nil }
        // Inputs of one kind are numbered.
        let key = sensor == "ANALOG" ? String(key.reversed().drop { $0.isNumber }.reversed()) : key
        let energy = sensor == "ENERGY" ? sensors["ENERGY"] : nil
        let measuresBothWays = energy?["ExportActive"] != nil
        switch key {
        case "Temperature":
            guard let unit = Self.temperatureUnit(sensors) else { return nil }
            self.init(kind: .temperature, unit: unit == .celsius ? nil : unit)
        case "Pressure", "SeaPressure":
            guard let spelling = Self.pressureSpelling(sensors) else { return nil }
            self.init(kind: .pressure, spelling: spelling, isLesser: key == "SeaPressure")
        case "Total" where energy != nil:
            self.init(kind: .energy, flow: measuresBothWays ? .gridImport : .consumption)
        case "ExportActive" where energy != nil: self.init(kind: .energy, flow: .gridExport, isLesser: true)
        case "Energy" where sensor == "ANALOG": self.init(kind: .energy)
        // The names that descriptors of the smart meter interface use, in the units that they convert to.
        case "Total_in": self.init(kind: .energy, flow: .gridImport)
        case "Total_out": self.init(kind: .energy, flow: .gridExport, isLesser: true)
        case "Power_curr": self.init(kind: .power, isTwoWay: true)
        case "Power": self.init(kind: .power, isTwoWay: measuresBothWays)
        default:
            guard let kind = Self.kinds[key] else { return nil }
            self.init(kind: kind)
        }
    }

    private init(
        kind: CapabilityKind, unit: Unit? = nil, spelling: TasmotaSpelling = .plain, flow: EnergyFlow? = nil,
        isLesser: Bool = false, isTwoWay: Bool = false
    ) {
        (self.kind, self.unit, self.spelling) = (kind, unit, spelling)
        (self.flow, self.isLesser, self.isTwoWay) = (flow, isLesser, isTwoWay)
    }

    private static let kinds: [String: CapabilityKind] = [
        "Humidity": .humidity, "Illuminance": .illuminance, "CarbonDioxide": .co2, "PM1": .pm1, "PM2.5": .pm25,
        "PM10": .pm10, "Voltage": .voltage, "Current": .current, "Battery": .battery,
    ]

    private static func temperatureUnit(_ sensors: JSONObject) -> Unit? {
        switch sensors["TempUnit"]?.text {
        case nil, "C": .celsius
        case "F": .fahrenheit
        default: nil
        }
    }

    private static func pressureSpelling(_ sensors: JSONObject) -> TasmotaSpelling? {
        switch sensors["PressureUnit"]?.text {
        case nil, "hPa": .plain
        case "mmHg": .times(1.333_223_874_15)
        case "inHg": .times(33.863_886_666_67)
        default: nil
        }
    }
}
