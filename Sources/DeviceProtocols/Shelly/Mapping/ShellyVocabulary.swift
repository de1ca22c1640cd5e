import HomeModel

/// The meanings of components and their fields.
package enum ShellyVocabulary {
    /// The namespaces of the methods of component types that accept commands.
    package static let namespaces = [
        "switch": "Switch", "light": "Light", "rgb": "RGB", "rgbw": "RGBW", "cct": "CCT", "rgbcct": "RGBCCT",
        "cover": "Cover", "cb": "CB", "boolean": "Boolean", "number": "Number", "enum": "Enum", "text": "Text",
        "button": "Button", "thermostat": "Thermostat", "blutrv": "BluTRV",
    ]

    /// The members of a configuration (or of a status, if only that has them) that determine the meaning of a
    /// component's values. A dot separates the names of nested members.
    static let facts = [
        "input": ["type", "enable"], "cover": ["pos_control"], "cct": ["ct_range"], "rgbcct": ["ct_range"],
        "thermostat": ["type"], "em": ["name"], "em1": ["name"], "bthomedevice": ["addr"],
        "bthomesensor": ["addr", "obj_id"], "number": ["name", "min", "max", "meta.ui.unit"],
        "boolean": ["name"], "enum": ["name", "options"], "text": ["name"], "button": ["name"],
    ]

    /// The main value of a component. It is mapped even while the component reports `null` for it.
    static let essential = [
        "cover": "current_pos", "bthomesensor": "value", "boolean": "value", "number": "value", "enum": "value",
        "text": "value",
    ]

    /// Whether the component belongs to the firmware itself and contains nothing about the home.
    static func isOfTheSystem(_ key: ShellyKey) -> Bool {
        systemTypes.contains(key.type) || key.type.hasSuffix("_ui")
    }

    private static let systemTypes: Set<String> = [
        "sys", "ble", "bthome", "cloud", "mqtt", "ws", "eth", "ota", "script", "schedule", "webhook", "kvs", "modbus",
        "matter", "zigbee", "knx", "ui", "dali", "blugw", "plusrgbwpm", "service", "presence",
    ]

    /// Fields that are not mapped: duplicates, histories and origins of values.
    static let ignoredFields: Set<String> = [
        "id", "source", "errors", "tF", "temperature.tF", "target_F", "current_F", "aenergy.by_minute",
        "aenergy.minute_ts", "ret_aenergy.by_minute", "ret_aenergy.minute_ts", "counts.by_minute", "counts.minute_ts",
        "timer_started_at", "timer_duration", "transition", "move_timeout", "move_started_at", "target_pos",
        "target_slat_pos", "last_direction", "pos_control", "calibration", "calibration_progress",
        "user_calibrated_phase", "a_errors", "b_errors", "c_errors", "n_errors", "packet_id", "last_updated_ts",
        "last_event_ts", "schedules", "flags", "sta_ip", "sta_ip6", "status", "ssid", "bssid", "mac", "netmask", "gw",
        "nameserver", "ap_client_count",
    ]

    /// Source: shelly-api-docs, “Input”, “BTHomeDevice”.
    static let pushes = ["btn_down", "btn_up", "single_push", "double_push", "triple_push", "long_push"]

    /// The pushes that `Button.Trigger` accepts. Source: shelly-api-docs, “Virtual components”, “Button”.
    static let triggers = ["single_push", "double_push", "triple_push", "long_push"]

    /// The movement for each state of a cover. A cover that is open or closed does not move.
    static let coverMovements = [
        (word: "stopped", meaning: "stopped"), (word: "opening", meaning: "opening"),
        (word: "closing", meaning: "closing"), (word: "open", meaning: "stopped"), (word: "closed", meaning: "stopped"),
    ]

    /// The value of a Bluetooth sensor's object id. Source: bthome.io, “Format”.
    static func bluetooth(_ object: Int) -> ShellyField? {
        switch object {
        case 0x00, 0x3D, 0x3E, 0x09, 0x59, 0x5A, 0x5B: .plain("value", label: "count")
        case 0x01: .number("value", kind: .battery)
        case 0x02, 0x45, 0x57, 0x58: .number("value", kind: .temperature)
        case 0x03, 0x2E: .number("value", kind: .humidity)
        case 0x04: .number("value", kind: .pressure)
        case 0x05: .number("value", kind: .illuminance)
        case 0x06: .number("value", kind: .weight)
        case 0x07: .quantity("value", kind: .weight, in: .pound)
        case 0x08: .number("value", kind: .temperature, label: "dew-point")
        case 0x0A, 0x4D: .number("value", kind: .energy)
        case 0x0B: .number("value", kind: .power)
        case 0x5C: ShellyField(path: "value", kind: .power, minimum: -10_000_000)
        case 0x0D: .number("value", kind: .pm25)
        case 0x0E: .number("value", kind: .pm10)
        case 0x13: .number("value", kind: .voc)
        case 0x14, 0x2F: .number("value", kind: .soilMoisture)
        case 0x42: .number("value", kind: .duration)
        case 0x43, 0x5D: .number("value", kind: .current)
        case 0x44: .number("value", kind: .windSpeed)
        case 0x46: .number("value", kind: .uvIndex)
        case 0x47, 0x4E, 0x55: .plain("value", label: "volume", in: "L")
        case 0x48: .plain("value", label: "volume", in: "mL")
        case 0x49: .number("value", kind: .flow)
        case 0x4B, 0x4C: .number("value", kind: .gas)
        case 0x4F: .quantity("value", kind: .water, in: .litre)
        case 0x51: .plain("value", label: "acceleration", in: "m/s²")
        case 0x52: .plain("value", label: "gyroscope", in: "°/s")
        case 0x56: .number("value", kind: .conductivity)
        case 0x5E: .number("value", kind: .windDirection)
        case 0x5F: .number("value", kind: .rain)
        case 0x0C, 0x4A: .number("value", kind: .voltage)
        case 0x12: .number("value", kind: .co2)
        case 0x11, 0x1A, 0x1B, 0x2D: .yesOrNo("value", kind: .contact, isInverted: true)
        case 0x17: .yesOrNo("value", kind: .carbonMonoxide)
        case 0x20: .yesOrNo("value", kind: .leak)
        case 0x21: .yesOrNo("value", kind: .motion)
        case 0x1F: .choice("value", kind: .lock, label: nil, words: [("false", "locked"), ("true", "unlocked")])
        case 0x23, 0x25: .yesOrNo("value", kind: .occupancy)
        case 0x29: .yesOrNo("value", kind: .smoke)
        case 0x2B: .yesOrNo("value", kind: .tamper)
        case 0x3F: .plain("value", label: "rotation", in: "°")
        case 0x40: .quantity("value", kind: .distance, in: .millimetre)
        case 0x41: .number("value", kind: .distance)
        case 0x53, 0x54: ShellyField(path: "value", kind: .text, label: "value", coding: .text)
        default: booleans[object].map { .onOrOff("value", label: $0) }
        }
    }

    /// Labels of booleans that no kind represents.
    private static let booleans = [
        0x0F: "boolean", 0x10: "power", 0x15: "battery-low", 0x16: "charging", 0x18: "cold", 0x19: "connected",
        0x1C: "gas", 0x1D: "heat", 0x1E: "light", 0x22: "moving", 0x24: "plugged-in", 0x26: "problem",
        0x27: "running", 0x28: "safe", 0x2A: "sound", 0x2C: "vibration",
    ]
}
