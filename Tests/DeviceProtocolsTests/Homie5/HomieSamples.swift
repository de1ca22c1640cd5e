import DeviceFixtures
@testable import DeviceProtocols
import HomeModel

/// Descriptions in the shapes that Homie 5 devices publish.
enum HomieSamples {
    static let dimmer = """
        {"homie": "5.0", "version": 12, "name": "Hallway dimmer", "type": "example.dimmer",
         "nodes": {"light": {"name": "Light", "type": "dimmer", "properties": {
            "power": {"name": "Power", "datatype": "boolean", "format": "off,on", "settable": true},
            "brightness": {"datatype": "integer", "unit": "%", "format": "0:100", "settable": true},
            "color-temperature": {"datatype": "integer", "unit": "MK⁻¹", "format": "153:500", "settable": true},
            "color": {"datatype": "color", "format": "rgb,hsv", "settable": true},
            "effect": {"datatype": "enum", "format": "none,candle,Party Time", "settable": true}}}}}
        """

    static let meter = """
        {"homie": "5.1", "version": 1722500000000, "name": "Meter cupboard", "future-field": {"a": [1, 2]},
         "extensions": ["org.example.meter:1.0"],
         "nodes": {
          "grid": {"properties": {
            "power": {"datatype": "float", "unit": "W", "format": "-25000:25000"},
            "import": {"datatype": "float", "unit": "kWh"},
            "export": {"datatype": "float", "unit": "kWh"}}},
          "pv": {"properties": {
            "power": {"datatype": "float", "unit": "kW"},
            "energy": {"datatype": "float", "unit": "Wh", "name": "Production"}}},
          "phase-1": {"properties": {
            "voltage": {"datatype": "float", "unit": "V"},
            "current": {"datatype": "float", "unit": "mA"}}}}}
        """

    static let thermostat = """
        {"homie": "5.0", "version": 3, "root": "bridge", "parent": "bridge-2",
         "nodes": {"thermostat": {"properties": {
            "temperature": {"datatype": "float", "unit": "°F"},
            "setpoint": {"datatype": "float", "unit": "°F", "format": "41:86:1", "settable": true},
            "mode": {"datatype": "enum", "format": "OFF,HEAT,HEAT_COOL", "settable": true},
            "valve-opening": {"datatype": "integer", "unit": "%"},
            "engine-temperature": {"datatype": "float", "unit": "°C"},
            "battery": {"datatype": "integer", "unit": "%", "format": "0:100"},
            "next-change": {"datatype": "datetime"},
            "boost": {"datatype": "duration", "settable": true},
            "schedule": {"datatype": "json", "settable": true, "format": "{\\"type\\": \\"object\\"}"},
            "broken": {"datatype": "float", "format": "5"},
            "odd": {"datatype": "complex"}}}}}
        """

    static let entrance = """
        {"homie": "5.0", "version": 1, "name": "Entrance",
         "nodes": {
          "door": {"properties": {
            "lock": {"datatype": "enum", "format": "LOCK,UNLOCK,UNLATCH", "settable": true},
            "open": {"datatype": "boolean"},
            "tamper": {"datatype": "boolean"}}},
          "bell": {"properties": {
            "doorbell": {"datatype": "boolean", "retained": false},
            "chime": {"datatype": "string", "settable": true, "retained": false}}},
          "drive": {"properties": {
            "actuator": {"datatype": "enum", "format": "open,close,stop", "settable": true}}}}}
        """

    static func model(_ json: String, id: String = "device") throws -> HomieDeviceModel {
        try HomieDeviceModel(domain: "u", id: id, json: Array(json.utf8))
    }

    /// A device whose only property is `node/property`.
    static func model(property: String, _ fields: String) throws -> HomieDeviceModel {
        try model(#"{"homie":"5.0","version":1,"nodes":{"node":{"properties":{"\#(property)":{\#(fields)}}}}}"#)
    }
}

extension HomieDeviceModel {
    /// Decodes `payload` as a message on the topic of the property `path` (`node/property`) with `suffix`.
    func decode(_ path: String, payload: String, suffix: String = "") throws -> DeviceUpdate? {
        interpret(try HomieTopic("\(domain)/5/\(id)/\(path)\(suffix)"), payload: Array(payload.utf8))
    }

    /// The payload of the first message that sets the capability to `value`; nil if the model encodes no command.
    func payload(part: String, capability: String, value: CapabilityValue) -> String? {
        guard let part = PartID(part), let name = CapabilityName(capability) else { return nil }
        return message(part, capability: name, value: value).map { String(decoding: $0.payload, as: UTF8.self) }
    }
}
