import DeviceFixtures
import HomeModel
import Testing

@testable import HomeDialects

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
            _ deviceClass: String?, _ unit: String?, _ line: String, reading: String? = nil, state: String? = nil,
            category: String? = nil
        ) {
            (self.deviceClass, self.unit, self.line) = (deviceClass, unit, line)
            (unitOfReading, stateClass, self.category) = (reading, state, category)
        }

        var testDescription: String { "\(deviceClass ?? "-") in \(unit ?? "-"), \(category ?? "")" }
    }

    @Test(
        arguments: [
            Sensor("temperature", "°C", "temperature r"), Sensor("temperature", "°F", "temperature r", reading: "°F"),
            Sensor("temperature", "K", "temperature r", reading: "K"), Sensor("temperature", "W", "number.x r in W"),
            Sensor("temperature", "°C", "number.x r in °C", category: "diagnostic"), Sensor(nil, "°C", "temperature r"),
            Sensor("temperature", nil, "number.x r"), Sensor("humidity", "%", "humidity r"),
            Sensor("moisture", "%", "soilMoisture r"), Sensor("battery", "%", "battery r", category: "diagnostic"),
            Sensor("battery", "V", "number.x r in V"), Sensor("pressure", "hPa", "pressure r"),
            Sensor("atmospheric_pressure", "inHg", "pressure r", reading: "inHg"),
            Sensor("atmospheric_pressure", "psi", "pressure r", reading: "psi"),
            Sensor("pressure", "mmHg", "pressure r", reading: "mmHg"), Sensor("pressure", "mbar", "pressure r"),
            Sensor("pressure", "psi", "pressure r", reading: "psi"),
            Sensor("pressure", "bar", "pressure r", reading: "bar"),
            Sensor("power", "W", "power r"), Sensor("power", "kW", "power r", reading: "kW"),
            Sensor("apparent_power", "VA", "apparentPower r"),
            Sensor("apparent_power", "kVA", "apparentPower r", reading: "kVA"),
            Sensor("reactive_power", "var", "reactivePower r"), Sensor("power_factor", nil, "powerFactor r"),
            Sensor("power_factor", "%", "powerFactor r"), Sensor("frequency", "Hz", "frequency r"),
            Sensor("reactive_energy", "varh", "reactiveEnergy r", reading: "varh"), Sensor("ph", nil, "ph r"),
            Sensor("wind_direction", "°", "windDirection r"), Sensor("precipitation", "mm", "rain r"),
            Sensor("precipitation", "in", "rain r", reading: "in"),
            Sensor("precipitation", "mm", "number.x r in mm", state: "measurement"),
            Sensor("precipitation_intensity", "mm/h", "rainRate r"), Sensor("irradiance", "W/m²", "irradiance r"),
            Sensor("aqi", nil, "airQualityIndex r"), Sensor("conductivity", "µS/cm", "conductivity r"),
            Sensor("distance", "cm", "distance r", reading: "cm"), Sensor("speed", "mph", "speed r", reading: "mph"),
            Sensor("weight", "g", "weight r", reading: "g"), Sensor("data_size", "MiB", "dataSize r", reading: "MiB"),
            Sensor("data_rate", "Mbit/s", "dataRate r", reading: "Mbit/s"), Sensor(nil, "UV index", "uvIndex r"),
            Sensor(nil, "kVA", "apparentPower r", reading: "kVA"), Sensor(nil, "%", "number.x r in %"),
            Sensor(nil, "rpm", "number.x r in rpm"), Sensor("volume_storage", "L", "number.x r in L"),
            Sensor("energy", "kWh", "energy r", state: "total_increasing"),
            Sensor("energy", "Wh", "energy r", reading: "Wh", state: "total"),
            Sensor("energy", "MWh", "energy r", reading: "MWh"),
            Sensor("energy", "kWh", "number.x r in kWh", state: "measurement"),
            Sensor("energy_storage", "kWh", "number.x r in kWh"), Sensor("voltage", "mV", "voltage r", reading: "mV"),
            Sensor("voltage", "V", "number.x r in V", category: "diagnostic"), Sensor("current", "A", "current r"),
            Sensor("gas", "ft³", "gas r", reading: "ft³"), Sensor("water", "gal", "water r", reading: "gal"),
            Sensor("volume_flow_rate", "L/h", "flow r", reading: "L/h"), Sensor("illuminance", "lx", "illuminance r"),
            Sensor("carbon_dioxide", "ppm", "co2 r"), Sensor("pm25", "µg/m³", "pm25 r"),
            Sensor("volatile_organic_compounds", "µg/m³", "voc r"), Sensor("sound_pressure", "dB", "noise r"),
            Sensor("volatile_organic_compounds_parts", "ppb", "number.x r in ppb"),
            Sensor("wind_speed", "km/h", "windSpeed r", reading: "km/h"),
            Sensor("signal_strength", "dBm", "number.x r in dBm", category: "diagnostic"),
            Sensor(nil, "lqi", "linkQuality r"),
            Sensor("timestamp", nil, "text.x r"), Sensor(nil, nil, "text.x r"),
            Sensor(nil, nil, "number.x r", state: "measurement"), Sensor("duration", "s", "duration r"),
            Sensor("duration", "min", "duration r", reading: "min"),
        ])
    func sensorMapsToCapability(sensor: Sensor) throws {
        let fields: [(String, String?)] = [
            ("name", "X"), ("stat_t", "u/s"), ("dev_cla", sensor.deviceClass), ("unit_of_meas", sensor.unit),
            ("stat_cla", sensor.stateClass), ("ent_cat", sensor.category),
        ]
        let members = fields.compactMap { key, value in value.map { JSONObject.Member(key: key, value: .text($0)) } }
        let model = try HomeAssistantSample.device("sensor", .object(JSONObject(members)))
        #expect(model.capabilityLines == ["main \(sensor.line)"])
        guard case .reading(_, _, _, let unit)? = model.receive("u/s", "1").first else { return }
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
            "binary_sensor", ["name": "X", "stat_t": "u/s", "dev_cla": .text(deviceClass)])
        #expect(model.receive("u/s", "ON").map(\.line) == ["main \(name) \(whenOn)"])
        #expect(model.receive("u/s", "OFF").map(\.line) == ["main \(name) \(whenOff)"])
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
                ["alarm.x w disarmed|armedHome|armed_night"]
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
        let model = try HomeAssistantSample.device(platform, .object(JSONObject(members)))
        #expect(model.capabilityLines == lines.map { "main \($0)" })
        // The description lists every entity that has no capability.
        #expect(!lines.isEmpty || model.description.others.count == 1, "\(model.description.others)")
    }

    @Test func unsupportedTemplateIsListed() throws {
        let model = try HomeAssistantSample.device(
            "sensor", ["name": "X", "stat_t": "u/s", "val_tpl": "{% for a in value_json %}{{ a }}{% endfor %}"])
        #expect(model.description.others.first?.hasPrefix("sensor X: template not supported (") == true)
        #expect(model.topics.isEmpty)
    }

    @Test func unsupportedEffectTemplateKeepsOtherCapabilities() throws {
        let model = try HomeAssistantSample.device(
            "light", ["cmd_t": "u/c", "fx_list": ["a"], "fx_cmd_t": "u/fx", "fx_cmd_tpl": "{{ value | md5 }}"])
        #expect(model.capabilityLines == ["main switch w"])
        #expect(model.description.others.count == 1)
    }
}
