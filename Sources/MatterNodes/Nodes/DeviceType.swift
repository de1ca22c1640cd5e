import HomeModel

/// A device type of the specification, in the terms of the gateway.
package struct DeviceType: Sendable {
    package let id: UInt32
    package let name: String
    /// The first piece of the ids of parts of this type: `plug-1` is the plug on the endpoint 1.
    let part: String
    /// The usual purpose of such a part. A part without one is one whose purpose only a person knows.
    let purpose: Purpose?

    private init(_ id: UInt32, name: String, part: String, purpose: Purpose? = nil) {
        self.id = id
        self.name = name
        self.part = part
        self.purpose = purpose
    }

    static let aggregator: UInt32 = 0x000E
    static let bridgedNode: UInt32 = 0x0013
    static let contactSensor: UInt32 = 0x0015
    static let solarPower: UInt32 = 0x0017
    static let batteryStorage: UInt32 = 0x0018
    static let speaker: UInt32 = 0x0022
    static let freezeDetector: UInt32 = 0x0041
    static let leakDetector: UInt32 = 0x0043
    static let rainSensor: UInt32 = 0x0044
    static let roomAirConditioner: UInt32 = 0x0072
    static let pump: UInt32 = 0x0303
    static let electricalMeter: UInt32 = 0x0514

    /// The types that say only what an endpoint is for the protocol, and not what it does.
    static let utilities: Set<UInt32> = [
        0x000E, 0x0011, 0x0012, 0x0013, 0x0014, 0x0016, 0x0510, 0x050D,
    ]

    /// The known types that do something. Of several types of an endpoint, the first in this list names the part.
    package static let all: [DeviceType] = [
        DeviceType(0x010D, name: "Extended Color Light", part: "light", purpose: .light),
        DeviceType(0x010C, name: "Color Temperature Light", part: "light", purpose: .light),
        DeviceType(0x0101, name: "Dimmable Light", part: "light", purpose: .light),
        DeviceType(0x0100, name: "On/Off Light", part: "light", purpose: .light),
        DeviceType(0x010A, name: "On/Off Plug-in Unit", part: "plug"),
        DeviceType(0x010B, name: "Dimmable Plug-in Unit", part: "plug"),
        DeviceType(0x010F, name: "Mounted On/Off Control", part: "switch"),
        DeviceType(0x0110, name: "Mounted Dimmable Load Control", part: "switch"),
        DeviceType(0x000A, name: "Door Lock", part: "lock"),
        DeviceType(0x0202, name: "Window Covering", part: "cover", purpose: .blind),
        DeviceType(0x0230, name: "Closure", part: "closure"),
        DeviceType(0x0231, name: "Closure Panel", part: "panel"),
        DeviceType(0x0301, name: "Thermostat", part: "thermostat"),
        DeviceType(0x0072, name: "Room Air Conditioner", part: "climate"),
        DeviceType(0x0309, name: "Heat Pump", part: "heat-pump", purpose: .homeHeating),
        DeviceType(0x050F, name: "Water Heater", part: "water-heater", purpose: .homeHeating),
        DeviceType(0x002B, name: "Fan", part: "fan", purpose: .electronics),
        DeviceType(0x002D, name: "Air Purifier", part: "purifier", purpose: .electronics),
        DeviceType(0x0042, name: "Water Valve", part: "valve", purpose: .valve),
        DeviceType(0x0040, name: "Irrigation System", part: "irrigation", purpose: .valve),
        DeviceType(0x0303, name: "Pump", part: "pump"),
        DeviceType(0x0074, name: "Robotic Vacuum Cleaner", part: "vacuum", purpose: .electronics),
        DeviceType(0x0070, name: "Refrigerator", part: "refrigerator", purpose: .foodCooling),
        DeviceType(0x0071, name: "Temperature Controlled Cabinet", part: "cabinet"),
        DeviceType(0x0073, name: "Laundry Washer", part: "washer", purpose: .hotAppliance),
        DeviceType(0x007C, name: "Laundry Dryer", part: "dryer", purpose: .hotAppliance),
        DeviceType(0x0075, name: "Dishwasher", part: "dishwasher", purpose: .hotAppliance),
        DeviceType(0x007B, name: "Oven", part: "oven", purpose: .hotAppliance),
        DeviceType(0x0078, name: "Cooktop", part: "cooktop", purpose: .hotAppliance),
        DeviceType(0x0077, name: "Cook Surface", part: "surface", purpose: .hotAppliance),
        DeviceType(0x0079, name: "Microwave Oven", part: "microwave", purpose: .hotAppliance),
        DeviceType(0x007A, name: "Extractor Hood", part: "hood", purpose: .electronics),
        DeviceType(0x050C, name: "Energy EVSE", part: "charger"),
        DeviceType(0x0017, name: "Solar Power", part: "solar"),
        DeviceType(0x0018, name: "Battery Storage", part: "storage"),
        DeviceType(0x0514, name: "Electrical Meter", part: "meter"),
        DeviceType(0x0511, name: "Electrical Utility Meter", part: "meter"),
        DeviceType(0x0076, name: "Smoke CO Alarm", part: "alarm"),
        DeviceType(0x002C, name: "Air Quality Sensor", part: "air", purpose: .electronics),
        DeviceType(0x0015, name: "Contact Sensor", part: "contact"),
        DeviceType(0x0107, name: "Occupancy Sensor", part: "occupancy"),
        DeviceType(0x0302, name: "Temperature Sensor", part: "temperature"),
        DeviceType(0x0307, name: "Humidity Sensor", part: "humidity"),
        DeviceType(0x0305, name: "Pressure Sensor", part: "pressure"),
        DeviceType(0x0306, name: "Flow Sensor", part: "flow"),
        DeviceType(0x0106, name: "Light Sensor", part: "illuminance"),
        DeviceType(0x0045, name: "Soil Sensor", part: "soil"),
        DeviceType(0x0041, name: "Water Freeze Detector", part: "freeze"),
        DeviceType(0x0043, name: "Water Leak Detector", part: "leak"),
        DeviceType(0x0044, name: "Rain Sensor", part: "rain"),
        DeviceType(0x0850, name: "On/Off Sensor", part: "sensor"),
        DeviceType(0x000F, name: "Generic Switch", part: "button"),
        DeviceType(0x0143, name: "Doorbell", part: "doorbell"),
        DeviceType(0x0103, name: "On/Off Light Switch", part: "switch"),
        DeviceType(0x0104, name: "Dimmer Switch", part: "switch"),
        DeviceType(0x0105, name: "Color Dimmer Switch", part: "switch"),
        DeviceType(0x0027, name: "Mode Select", part: "mode"),
        DeviceType(0x0022, name: "Speaker", part: "speaker", purpose: .electronics),
        DeviceType(0x0023, name: "Casting Video Player", part: "television", purpose: .electronics),
        DeviceType(0x0028, name: "Basic Video Player", part: "television", purpose: .electronics),
        DeviceType(0x0024, name: "Content App", part: "app"),
    ]

    private static let byID = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
    private static let order = Dictionary(all.enumerated().map { ($1.id, $0) }) { first, _ in first }

    /// The known type that describes an endpoint best; nil when all of its types are unknown.
    static func best(of types: Set<UInt32>) -> DeviceType? {
        types.compactMap { byID[$0] }.min { order[$0.id, default: 0] < order[$1.id, default: 0] }
    }
}
