import DeviceFixtures
@testable import DeviceProtocols
import HomeModel
import Testing

/// Mappings that no fixture covers.
@Suite struct TasmotaMappingTests {
    private typealias Samples = TasmotaSamples

    private static let lights: [(JSONObject, [String: [String]])] = [
        (["lt_st": 1, "lk": 1], ["main": ["brightness", "switch"]]),
        (["lt_st": 2, "lk": 1], ["main": ["brightness", "colorTemperature", "switch"]]),
        (["lt_st": 3, "lk": 1], ["main": ["brightness", "color", "switch"]]),
        (["lt_st": 4, "lk": 1], ["main": ["brightness", "color", "number.white", "switch"]]),
        (["lt_st": 5, "lk": 1], ["main": ["brightness", "color", "colorTemperature", "switch"]]),
        (["lt_st": 0], ["main": ["switch"]]), (["lt_st": 9], ["main": ["switch"]]),
        (
            ["lt_st": 5, "rl": [2, 2]],
            ["light-1": ["brightness", "color", "switch"], "light-2": ["brightness", "colorTemperature", "switch"]]
        ),
        (
            ["lt_st": 3, "rl": [1, 2, 2, 2], "so": ["68": 1]],
            [
                "relay-1": ["switch"], "light-2": ["brightness", "switch"], "light-3": ["brightness", "switch"],
                "light-4": ["brightness", "switch"],
            ]
        ),
    ]

    @Test(arguments: lights.indices) func lightTypeDecidesTheCommands(index: Int) throws {
        let (changes, expected) = Self.lights[index]
        let model = try Samples.model(JSONObject([.init(key: "rl", value: [2])] + changes.members))
        let commanded = model.description.parts.map { part in
            (part.id.rawValue, part.capabilities.filter(\.isCommanded).map(\.name.description))
        }
        #expect(Dictionary(commanded) { first, _ in first }.filter { !$0.value.isEmpty } == expected)
    }

    @Test func separateChannelIsDimmedAlone() throws {
        let model = try Samples.model(["rl": [2, 2], "lt_st": 2, "so": ["68": 1]])
        let message = model.message(.lightTwo, capability: CapabilityName(.brightness), value: .number(40))
        #expect(message?.topic == "u/cmnd/plug/Channel2" && message?.payload == Array("40".utf8))
        #expect(
            model.receive("u/tele/plug/STATE", payload: #"{"POWER1":"ON","Channel1":10,"POWER2":"ON","Channel2":40}"#)
                .contains(.state(.lightTwo, CapabilityName(.brightness), .number(40))))
    }

    @Test func reducedRangeLimitsTheColorTemperature() throws {
        let model = try Samples.model(["rl": [2], "lt_st": 2, "lk": 1, "so": ["82": 1]])
        let capability = model.description[.main]?[CapabilityName(.colorTemperature)]
        #expect(capability?.maximum == 5000)
        #expect(model.message(.main, capability: CapabilityName(.colorTemperature), value: .number(6500)) == nil)
    }

    @Test func incompleteShutterAndUnknownOutputsAreListed() throws {
        let model = try Samples.model(["rl": [3, 1, 7, 3]])
        #expect(model.description.others.map { $0.prefix(6) } == ["POWER1", "POWER3", "POWER4"])
        #expect(model.lines["main"] == ["linkQuality r", "switch rw"])
    }

    /// The name of a switch, its mode, and the decoded value of ON.
    private static let switches: [(String, Int, String)] = [
        ("Door", 1, "main contact off"), ("Door", 2, "main contact off"), ("Contact", 1, "main choice.contact on"),
        ("kitchen-window", 15, "main contact off"),
        ("PIR", 1, "main motion on"), ("Water leak", 2, "main leak on"), ("Smoke_1", 1, "main smoke on"),
        ("Switch1", 1, "main choice.switch1 on"), ("Doorbell", 9, "main choice.doorbell on"),
        ("Door", 0, "main button on"), ("PIR", 13, "main button on"), ("Door", 5, "main button on"),
    ]

    @Test(arguments: switches.indices) func nameAndModeDecideTheKindOfASwitch(index: Int) throws {
        let (name, mode, expected) = Self.switches[index]
        let model = try Samples.model(["swc": [.integer(Int64(mode))], "swn": [.text(name)], "so": ["114": 1]])
        #expect(
            model.receive("u/stat/plug/RESULT", payload: "{\"\(name)\":{\"Action\":\"ON\"}}").map(\.line) == [expected])
        #expect(DeviceFamilies.model(of: Samples.address, native: model.native)?.description == model.description)
    }

    @Test func switchKnownOnlyFromItsValueIsAChoice() throws {
        let model = try Samples.model(sensors: ["Switch1": "OFF"])
        #expect(model.lines["main"]?.contains("choice.switch1 r off|on") == true)
        #expect(
            model.receive("u/tele/plug/SENSOR", payload: #"{"Switch1":"ON"}"#).map(\.line) == ["main choice.switch1 on"]
        )
    }

    @Test func customStateTextsAreDecodedAndSent() throws {
        let model = try Samples.model(["state": ["Aus", "An", "TOGGLE", "HOLD"]])
        #expect(model.receive("u/stat/plug/POWER", payload: "AN").map(\.line) == ["main switch on"])
        #expect(
            model.message(.main, capability: CapabilityName(.switch), value: .boolean(false))?.payload
                == Array("Aus".utf8))
    }

    @Test func unknownSensorsAreGenericCapabilities() throws {
        let model = try Samples.model(
            ["rl": []],
            sensors: [
                "TX23": ["Speed": ["Act": 14.8, "Avg": 8.5], "Dir": ["Card": "WSW"]], "SpeedUnit": "km/h",
                "COUNTER": ["C1": 7], "VL53L0X": ["Distance": [1, 2]], "Vcc": 3.3,
                "BME680": ["Temperature": 20, "Gas": 48.1], "CCS811": ["eCO2": 400, "TVOC": 3],
            ])
        #expect(
            model.lines["main"] == [
                "linkQuality r", "number.c1 r", "number.eco2 r in ppm", "number.gas r in kΩ", "number.tvoc r in ppb",
                "number.vcc r", "temperature r", "text.dir-card r", "windSpeed r", "windSpeed.speed-avg r",
            ])
        let updates = model.receive(
            "u/tele/plug/SENSOR", payload: #"{"VL53L0X":{"Distance":[5,null]},"TX23":{"Speed":{"Act":3}},"Vcc":3.1}"#)
        #expect(
            Set(updates.map(\.line)) == ["vl53l0x-1 distance 5 cm", "main windSpeed 3 km/h", "main number.vcc 3.1"])
    }

    @Test func chipTemperatureIsAGenericNumber() throws {
        let model = try Samples.model(sensors: ["ESP32": ["Temperature": 53.3], "TempUnit": "C"])
        #expect(model.lines["main"] == ["linkQuality r", "number.temperature r", "switch rw"])
    }

    @Test func sensorsOfOneQuantityAreSeparateParts() throws {
        let model = try Samples.model(
            ["rl": []],
            sensors: [
                "MHZ19B": ["CarbonDioxide": 500, "Temperature": 21], "SHT3X-0x45": ["Temperature": 22, "Humidity": 40],
                "BH1750": ["Illuminance": 9],
            ])
        #expect(
            model.lines == [
                "main": ["illuminance r", "linkQuality r"], "mhz19b": ["co2 r", "temperature r"],
                "sht3x-0x45": ["humidity r", "temperature r"],
            ])
    }

    @Test(arguments: [("C", "main temperature 50"), ("F", "main temperature 50 °F"), ("K", nil)])
    func temperatureHasTheAnnouncedUnit(unit: String, line: String?) throws {
        let model = try Samples.model(sensors: ["SHT3X": ["Temperature": 1], "TempUnit": .text(unit)])
        let updates = model.receive("u/tele/plug/SENSOR", payload: #"{"SHT3X":{"Temperature":50}}"#).map(\.line)
        #expect(updates == [line ?? "main number.temperature 50"])
    }

    @Test(arguments: [
        ("hPa", "main pressure 30"), ("inHg", "main pressure 1015.9166"), ("bar", "main number.pressure 30"),
    ])
    func pressureIsConverted(unit: String, line: String) throws {
        let model = try Samples.model(sensors: ["BMP280": ["Pressure": 1], "PressureUnit": .text(unit)])
        let updates = model.receive("u/tele/plug/SENSOR", payload: #"{"BMP280":{"Pressure":30}}"#).map(\.line)
        #expect(updates.count == 1 && updates[0].hasPrefix(line))
    }

    @Test func repliesOnSeparateTopicsAreListedAndIgnored() throws {
        let model = try Samples.model(["so": ["4": 1]])
        #expect(model.description.others.contains { $0.hasPrefix("SetOption4: ") })
        #expect(model.receive("u/stat/plug/POWER", payload: #"{"POWER":"ON"}"#).isEmpty)
        #expect(model.receive("u/stat/plug/POWER", payload: "ON").map(\.line) == ["main switch on"])
    }

    @Test func stateQueriesStayBelowTheCommandTopic() throws {
        let model = try Samples.model(["rl": [2], "lt_st": 5, "lk": 1])
        for capability in model.description.parts.flatMap(\.capabilities) where capability.isCommanded {
            let query = try #require(model.stateQuery(.main, capability: capability.name, number: 1))
            #expect(query.topic.hasPrefix("u/cmnd/plug/") && query.payload.isEmpty && !query.retain)
        }
        #expect(model.stateQuery(.main, capability: CapabilityName(.linkQuality), number: 1) == nil)
    }

    @Test func hueOf360DegreesIsSentAsZero() throws {
        let model = try Samples.model(["rl": [2], "lt_st": 3, "lk": 1])
        let command = try #require(
            model.encodeCommand(
                .main, capability: CapabilityName(.color), value: .color(hue: 359.8, saturation: 33.4), number: 1))
        #expect(command.messages.map { String(decoding: $0.payload, as: UTF8.self) } == ["0", "33"])
        #expect(command.value == .color(hue: 0, saturation: 33) && command.confirmation == .report)
    }
}

extension PartID {
    fileprivate static let lightTwo = PartID("light-2" as StaticString)
}

/// The quantities and units of sensor keys. Source: Tasmota `i18n.h`; hatasmota `sensor.py`.
@Suite struct TasmotaQuantityTests {
    @Test(
        arguments: [
            (["ENERGY": ["ApparentPower": 0]], "apparentPower r"),
            (["ENERGY": ["ReactivePower": 0]], "reactivePower r"),
            (["ENERGY": ["Factor": 0]], "powerFactor r"), (["ENERGY": ["Frequency": 0]], "frequency r"),
            (["ENERGY": ["ImportReactive": 0]], "reactiveEnergy r"),
            (["ENERGY": ["Today": 0]], "number.today r in kWh"), (["ENERGY": ["Period": 0]], "number.period r in Wh"),
            (["ENERGY": ["PhaseAngle": 0]], "number.phaseangle r in °"),
            (["AM2301": ["DewPoint": 0]], "temperature r"), (["SR04": ["Distance": 0]], "distance r"),
            (["HX711": ["Weight": 0]], "weight r"), (["CHIRP": ["Moisture": 0]], "soilMoisture r"),
            (["EZOPH": ["pH": 0]], "ph r"), (["VEML6070": ["UvIndex": 0]], "uvIndex r"),
            (["CCS811": ["eCO2": 0]], "number.eco2 r in ppm"), (["CCS811": ["TVOC": 0]], "number.tvoc r in ppb"),
            (["TCS34725": ["CCT": 0]], "number.cct r in K"), (["COUNTER": ["C1": 0]], "number.c1 r"),
            (["WindMeter": ["Speed": 0], "SpeedUnit": "km/h"], "windSpeed r"),
            (["TX23": ["Dir": ["Deg": 0]]], "windDirection r"), (["TSL2561": ["Ambient": 0]], "illuminance r"),
        ] as [(JSONObject, String)])
    func sensorKeySelectsTheQuantity(sensors: JSONObject, line: String) throws {
        let model = try TasmotaSamples.model(["rl": []], sensors: sensors)
        #expect(model.lines["main"]?.filter { $0 != "linkQuality r" } == [line])
    }

    @Test(arguments: [("km/h", "km/h"), ("m/s", nil), ("kn", "kn"), ("mph", "mph"), ("ft/s", "ft/s")])
    func windSpeedHasTheAnnouncedUnit(symbol: String, unit: String?) throws {
        let model = try TasmotaSamples.model(
            ["rl": []], sensors: ["WindMeter": ["Speed": 0], "SpeedUnit": .text(symbol)])
        #expect(
            model.receive("u/tele/plug/SENSOR", payload: #"{"WindMeter":{"Speed":5}}"#)
                == [.reading(.main, CapabilityName(.windSpeed), value: 5, unit: unit)])
    }
}
