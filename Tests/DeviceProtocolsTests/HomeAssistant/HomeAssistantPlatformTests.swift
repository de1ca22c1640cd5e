import DeviceFixtures
import HomeModel
import Testing

@testable import DeviceProtocols

/// An entity of each platform maps to the expected capabilities.
@Suite struct HomeAssistantPlatformTests {
    struct Sensor: Sendable, CustomTestStringConvertible {
        let deviceClass: String?
        let unit: String?
        let stateClass: String?
        let category: String?
        let line: String
        let unitOfReading: String?

        init(
            _ deviceClass: String?, unit: String?, line: String, reading: String? = nil, state: String? = nil,
            category: String? = nil
        ) {
            (self.deviceClass, self.unit, self.line) = (deviceClass, unit, line)
            (unitOfReading, stateClass, self.category) = (reading, state, category)
        }

        var testDescription: String { "\(deviceClass ?? "-") in \(unit ?? "-"), \(category ?? "")" }
    }

    @Test(
        arguments: [
            Sensor("temperature", unit: "°C", line: "temperature r"),
            Sensor("temperature", unit: "°F", line: "temperature r", reading: "°F"),
            Sensor("temperature", unit: "K", line: "temperature r", reading: "K"),
            Sensor("temperature", unit: "W", line: "number.x r in W"),
            Sensor("temperature", unit: "°C", line: "number.x r in °C", category: "diagnostic"),
            Sensor(nil, unit: "°C", line: "temperature r"),
            Sensor("temperature", unit: nil, line: "number.x r"), Sensor("humidity", unit: "%", line: "humidity r"),
            Sensor("moisture", unit: "%", line: "soilMoisture r"),
            Sensor("battery", unit: "%", line: "battery r", category: "diagnostic"),
            Sensor("battery", unit: "V", line: "number.x r in V"), Sensor("pressure", unit: "hPa", line: "pressure r"),
            Sensor("atmospheric_pressure", unit: "inHg", line: "pressure r", reading: "inHg"),
            Sensor("atmospheric_pressure", unit: "psi", line: "pressure r", reading: "psi"),
            Sensor("pressure", unit: "mmHg", line: "pressure r", reading: "mmHg"),
            Sensor("pressure", unit: "mbar", line: "pressure r"),
            Sensor("pressure", unit: "psi", line: "pressure r", reading: "psi"),
            Sensor("pressure", unit: "bar", line: "pressure r", reading: "bar"),
            Sensor("power", unit: "W", line: "power r"), Sensor("power", unit: "kW", line: "power r", reading: "kW"),
            Sensor("apparent_power", unit: "VA", line: "apparentPower r"),
            Sensor("apparent_power", unit: "kVA", line: "apparentPower r", reading: "kVA"),
            Sensor("reactive_power", unit: "var", line: "reactivePower r"),
            Sensor("power_factor", unit: nil, line: "powerFactor r"),
            Sensor("power_factor", unit: "%", line: "powerFactor r"),
            Sensor("frequency", unit: "Hz", line: "frequency r"),
            Sensor("reactive_energy", unit: "varh", line: "reactiveEnergy r", reading: "varh"),
            Sensor("ph", unit: nil, line: "ph r"),
            Sensor("wind_direction", unit: "°", line: "windDirection r"),
            Sensor("precipitation", unit: "mm", line: "rain r"),
            Sensor("precipitation", unit: "in", line: "rain r", reading: "in"),
            Sensor("precipitation", unit: "mm", line: "number.x r in mm", state: "measurement"),
            Sensor("precipitation_intensity", unit: "mm/h", line: "rainRate r"),
            Sensor("irradiance", unit: "W/m²", line: "irradiance r"),
            Sensor("aqi", unit: nil, line: "airQualityIndex r"),
            Sensor("conductivity", unit: "µS/cm", line: "conductivity r"),
            Sensor("distance", unit: "cm", line: "distance r", reading: "cm"),
            Sensor("speed", unit: "mph", line: "speed r", reading: "mph"),
            Sensor("weight", unit: "g", line: "weight r", reading: "g"),
            Sensor("data_size", unit: "MiB", line: "dataSize r", reading: "MiB"),
            Sensor("data_rate", unit: "Mbit/s", line: "dataRate r", reading: "Mbit/s"),
            Sensor(nil, unit: "UV index", line: "uvIndex r"),
            Sensor(nil, unit: "kVA", line: "apparentPower r", reading: "kVA"),
            Sensor(nil, unit: "%", line: "number.x r in %"),
            Sensor(nil, unit: "rpm", line: "number.x r in rpm"),
            Sensor("volume_storage", unit: "L", line: "number.x r in L"),
            Sensor("energy", unit: "kWh", line: "energy r", state: "total_increasing"),
            Sensor("energy", unit: "Wh", line: "energy r", reading: "Wh", state: "total"),
            Sensor("energy", unit: "MWh", line: "energy r", reading: "MWh"),
            Sensor("energy", unit: "kWh", line: "number.x r in kWh", state: "measurement"),
            Sensor("energy_storage", unit: "kWh", line: "number.x r in kWh"),
            Sensor("voltage", unit: "mV", line: "voltage r", reading: "mV"),
            Sensor("voltage", unit: "V", line: "number.x r in V", category: "diagnostic"),
            Sensor("current", unit: "A", line: "current r"),
            Sensor("gas", unit: "ft³", line: "gas r", reading: "ft³"),
            Sensor("water", unit: "gal", line: "water r", reading: "gal"),
            Sensor("volume_flow_rate", unit: "L/h", line: "flow r", reading: "L/h"),
            Sensor("illuminance", unit: "lx", line: "illuminance r"),
            Sensor("carbon_dioxide", unit: "ppm", line: "co2 r"), Sensor("pm25", unit: "µg/m³", line: "pm25 r"),
            Sensor("volatile_organic_compounds", unit: "µg/m³", line: "voc r"),
            Sensor("sound_pressure", unit: "dB", line: "noise r"),
            Sensor("volatile_organic_compounds_parts", unit: "ppb", line: "number.x r in ppb"),
            Sensor("wind_speed", unit: "km/h", line: "windSpeed r", reading: "km/h"),
            Sensor("signal_strength", unit: "dBm", line: "number.x r in dBm", category: "diagnostic"),
            Sensor(nil, unit: "lqi", line: "linkQuality r"),
            Sensor("timestamp", unit: nil, line: "text.x r"), Sensor(nil, unit: nil, line: "text.x r"),
            Sensor(nil, unit: nil, line: "number.x r", state: "measurement"),
            Sensor("duration", unit: "s", line: "duration r"),
            Sensor("duration", unit: "min", line: "duration r", reading: "min"),
        ])
    func sensorMapsToCapability(sensor: Sensor) throws {
        let fields: [(String, String?)] = [
            ("name", "X"), ("stat_t", "u/s"), ("dev_cla", sensor.deviceClass), ("unit_of_meas", sensor.unit),
            ("stat_cla", sensor.stateClass), ("ent_cat", sensor.category),
        ]
        let members = fields.compactMap { key, value in value.map { JSONObject.Member(key: key, value: .text($0)) } }
        let model = try HomeAssistantSample.device("sensor", fields: .object(JSONObject(members)))
        #expect(model.capabilityLines == ["main \(sensor.line)"])
        guard case .reading(_, _, _, let unit)? = model.receive("u/s", payload: "1").first else { return }
        #expect(unit == sensor.unitOfReading)
    }

    @Test(
        arguments: [
            ("door", "contact", "off", "on"), ("window", "contact", "off", "on"), ("opening", "contact", "off", "on"),
            ("garage_door", "contact", "off", "on"), ("motion", "motion", "on", "off"),
            ("occupancy", "occupancy", "on", "off"), ("presence", "occupancy", "on", "off"),
            ("moisture", "leak", "on", "off"), ("smoke", "smoke", "on", "off"), ("tamper", "tamper", "on", "off"),
            ("carbon_monoxide", "carbonMonoxide", "on", "off"), ("lock", "lock", "unlocked", "locked"),
            ("battery", "choice.x", "on", "off"), ("problem", "choice.x", "on", "off"),
            ("heat", "choice.x", "on", "off"), ("connectivity", "choice.x", "on", "off"),
        ]) func binarySensorMapsToCapability(deviceClass: String, name: String, whenOn: String, whenOff: String) throws
    {
        let model = try HomeAssistantSample.device(
            "binary_sensor", fields: ["name": "X", "stat_t": "u/s", "dev_cla": .text(deviceClass)])
        #expect(model.receive("u/s", payload: "ON").map(\.line) == ["main \(name) \(whenOn)"])
        #expect(model.receive("u/s", payload: "OFF").map(\.line) == ["main \(name) \(whenOff)"])
    }

    @Test(
        arguments: [
            ("switch", ["cmd_t": "u/c"], ["switch w"]), ("switch", ["stat_t": "u/s"], ["switch r"]),
            ("switch", ["stat_t": "u/s", "cmd_t": "u/c", "ent_cat": "config"], ["choice.x rw off|on"]),
            ("cover", ["cmd_t": "u/c", "stat_t": "u/s", "dev_cla": "garage"], ["garageDoor rw", "movement rw"]),
            ("cover", ["cmd_t": "u/c", "stat_t": "u/s", "dev_cla": "gate"], ["garageDoor rw", "movement rw"]),
            ("cover", ["cmd_t": "u/c", "stat_t": "u/s", "dev_cla": "door"], ["garageDoor rw", "movement rw"]),
            ("cover", ["cmd_t": "u/c", "dev_cla": "garage"], ["garageDoor w", "movement w"]),
            ("cover", ["cmd_t": "u/c", "stat_t": "u/s"], ["movement rw", "position rw step 100"]),
            ("cover", ["cmd_t": "u/c", "stat_t": "u/s", "pl_stop": .null], ["movement r", "position rw step 100"]),
            ("cover", ["set_pos_t": "u/c", "pos_t": "u/s"], ["position rw step 1"]),
            ("cover", ["set_pos_t": "u/c", "dev_cla": "garage"], ["position w step 1"]),
            ("number", ["cmd_t": "u/c", "stat_t": "u/s"], ["number.x rw 1…100 step 1"]),
            (
                "number", ["cmd_t": "u/c", "unit_of_meas": "°C", "min": 5, "max": 30],
                ["targetTemperature.x w 5…30 step 1"]
            ),
            ("number", ["cmd_t": "u/c", "unit_of_meas": "°C", "ent_cat": "config"], ["number.x w 1…100 step 1 in °C"]),
            ("select", ["cmd_t": "u/c", "ops": ["a", "b"]], ["choice.x w a|b"]),
            ("select", ["cmd_t": "u/c", "ops": ["LOCK", "UNLOCK"]], ["lock.x w locked|unlocked"]),
            ("select", ["cmd_t": "u/c", "ops": ["open", "close", "stop"]], ["garageDoor.x w open|closed|stopped"]),
            ("select", ["cmd_t": "u/c", "ops": ["lock", "unlock", "unlatch"]], ["lock.x w locked|unlocked|unlatch"]),
            (
                "select", ["cmd_t": "u/c", "ops": ["open", "close", "stop", "vent"]],
                ["garageDoor.x w open|closed|stopped|vent"]
            ),
            (
                "select", ["cmd_t": "u/c", "ops": ["disarmed", "armed_home", "armed_night"]],
                ["alarm.x w disarmed|armedHome|armedNight"]
            ),
            (
                "select", ["cmd_t": "u/c", "ops": ["opened", "open", "closed"]],
                ["garageDoor.x w opened|open|closed"]
            ),
            ("select", ["cmd_t": "u/c", "ops": ["up", "down", "swing"]], ["choice.x w up|down|swing"]),
            ("button", ["cmd_t": "u/c"], ["button.x w press"]),
            ("button", ["cmd_t": "u/c", "ent_cat": "config"], ["choice.x w press"]),
            ("button", ["cmd_t": "u/c", "dev_cla": "restart"], ["choice.x w press"]),
            ("button", ["cmd_t": "u/c", "name": "Open gate", "ent_cat": "config"], ["button.open-gate w press"]),
            ("switch", ["cmd_t": "u/c", "name": "Pump relay", "ent_cat": "config"], ["switch w"]),
            ("switch", ["cmd_t": "u/c", "name": "Relay LED", "ent_cat": "config"], ["choice.relay-led w off|on"]),
            ("switch", ["cmd_t": "u/c", "name": "Gate lock", "ent_cat": "config"], ["switch w"]),
            ("switch", ["cmd_t": "u/c", "name": "gateRelay2", "ent_cat": "config"], ["switch w"]),
            ("switch", ["cmd_t": "u/c", "name": "Child lock", "ent_cat": "config"], ["choice.child-lock w off|on"]),
            ("water_heater", ["mode_cmd_t": "u/c", "modes": ["off", "eco"]], ["appliance w stopped|eco"]),
            ("water_heater", ["temp_cmd_t": "u/t", "mode_cmd_t": "u/m", "modes": []], ["targetTemperature w 43.3…60"]),
            ("text", ["cmd_t": "u/c", "stat_t": "u/s"], ["text.x rw"]),
            ("text", ["cmd_t": "u/c", "mode": "password"], []),
            (
                "siren", ["cmd_t": "u/c", "stat_t": "u/s"],
                ["number.duration rw 1…3600 step 1", "number.volume rw 0…100", "siren rw"]
            ),
            ("lock", ["cmd_t": "u/c", "stat_t": "u/s"], ["lock rw"]),
            ("lock", ["cmd_t": "u/c", "stat_t": "u/s", "code_format": "^\\d{4}$"], ["lock r"]),
            ("valve", ["cmd_t": "u/c", "stat_t": "u/s"], ["valve rw"]),
            ("fan", ["cmd_t": "u/c"], ["switch w"]), ("scene", ["cmd_t": "u/c"], []), ("camera", ["t": "u/c"], []),
            ("image", ["image_topic": "u/c"], []), ("update", ["stat_t": "u/s"], []), ("notify", ["cmd_t": "u/c"], []),
            ("device_tracker", ["stat_t": "u/s"], []), ("tag", ["t": "u/s"], []), ("lawn_mower", ["cmd_t": "u/c"], []),
            ("sensor", [:], []), ("light", ["cmd_t": "u/c", "schema": "own"], []),
            ("sensor", ["stat_t": "u/s", "val_tpl": "{{ now() }}"], []),
        ] as [(String, JSONValue, [String])])
    func entityMapsToCapabilities(platform: String, fields: JSONValue, lines: [String]) throws {
        // The last of two equal keys counts.
        let members = [JSONObject.Member(key: "name", value: "X")] + (fields.members ?? [])
        let model = try HomeAssistantSample.device(platform, fields: .object(JSONObject(members)))
        #expect(model.capabilityLines == lines.map { "main \($0)" })
        // The description lists every entity that has no capability.
        #expect(!lines.isEmpty || model.description.others.count == 1, "\(model.description.others)")
    }

    @Test func unsupportedTemplateIsListed() throws {
        let model = try HomeAssistantSample.device(
            "sensor", fields: ["name": "X", "stat_t": "u/s", "val_tpl": "{% for a in value_json %}{{ a }}{% endfor %}"])
        #expect(model.description.others.first?.hasPrefix("sensor X: template not supported (") == true)
        #expect(model.topics.isEmpty)
    }

    @Test func unsupportedEffectTemplateKeepsOtherCapabilities() throws {
        let model = try HomeAssistantSample.device(
            "light", fields: ["cmd_t": "u/c", "fx_list": ["a"], "fx_cmd_t": "u/fx", "fx_cmd_tpl": "{{ value | md5 }}"])
        #expect(model.capabilityLines == ["main switch w"])
        #expect(model.description.others.count == 1)
    }
}
