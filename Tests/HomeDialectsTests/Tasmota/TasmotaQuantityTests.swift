import DeviceFixtures
import HomeModel
import Testing

@testable import HomeDialects

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
