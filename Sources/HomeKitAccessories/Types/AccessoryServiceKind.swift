/// The services of the HomeKit Accessory Protocol, by the number of their type.
///
/// Source: HomeKit Accessory Protocol Specification (non-commercial release), chapter 8; the open HomeKit ADK; the
/// definitions of HAP-NodeJS for the services that were added later.
package enum AccessoryServiceKind: UInt32, Sendable, CaseIterable {
    case accessoryInformation = 0x3E
    case fan = 0x40
    case garageDoorOpener = 0x41
    case lightbulb = 0x43
    case lockManagement = 0x44
    case lockMechanism = 0x45
    case outlet = 0x47
    case `switch` = 0x49
    case thermostat = 0x4A
    case pairing = 0x55
    case tunnel = 0x56
    case cloudRelay = 0x5A
    case bridgingState = 0x62
    case securitySystem = 0x7E
    case carbonMonoxideSensor = 0x7F
    case contactSensor = 0x80
    case door = 0x81
    case humiditySensor = 0x82
    case leakSensor = 0x83
    case lightSensor = 0x84
    case motionSensor = 0x85
    case occupancySensor = 0x86
    case smokeSensor = 0x87
    case statefulProgrammableSwitch = 0x88
    case statelessProgrammableSwitch = 0x89
    case temperatureSensor = 0x8A
    case window = 0x8B
    case windowCovering = 0x8C
    case airQualitySensor = 0x8D
    case battery = 0x96
    case carbonDioxideSensor = 0x97
    case bridgeConfiguration = 0xA1
    case protocolInformation = 0xA2
    case fanV2 = 0xB7
    case slats = 0xB9
    case filterMaintenance = 0xBA
    case airPurifier = 0xBB
    case heaterCooler = 0xBC
    case humidifierDehumidifier = 0xBD
    case serviceLabel = 0xCC
    case irrigationSystem = 0xCF
    case valve = 0xD0
    case faucet = 0xD7
    case television = 0xD8
    case inputSource = 0xD9
    case accessControl = 0xDA
    case cameraStreamManagement = 0x110
    case microphone = 0x112
    case speaker = 0x113
    case doorbell = 0x121
    case targetControlManagement = 0x122
    case targetControl = 0x125
    case audioStreamManagement = 0x127
    case dataStreamTransportManagement = 0x129
    case siri = 0x133
    case transferTransportManagement = 0x203
    case cameraRecordingManagement = 0x204
    case wifiRouter = 0x20A
    case wifiSatellite = 0x20F
    case cameraOperatingMode = 0x21A
    case powerManagement = 0x221
    case smartSpeaker = 0x228
    case wifiTransport = 0x22A
    case tapManagement = 0x22E
    case firmwareUpdate = 0x236
    case diagnostics = 0x237
    case accessoryRuntimeInformation = 0x239
    case siriEndpoint = 0x253
    case accessCode = 0x260
    case nfcAccess = 0x266
    case assetUpdate = 0x267
    case assistant = 0x26A
    case accessoryMetrics = 0x270
    case threadTransport = 0x701

    /// The name in the specification.
    package var name: String { Self.names[self] ?? "" }

    private static let names: [AccessoryServiceKind: String] = [
        .accessoryInformation: "Accessory Information",
        .fan: "Fan",
        .garageDoorOpener: "Garage Door Opener",
        .lightbulb: "Lightbulb",
        .lockManagement: "Lock Management",
        .lockMechanism: "Lock Mechanism",
        .outlet: "Outlet",
        .switch: "Switch",
        .thermostat: "Thermostat",
        .pairing: "Pairing",
        .tunnel: "Tunnel",
        .cloudRelay: "Cloud Relay",
        .bridgingState: "Bridging State",
        .securitySystem: "Security System",
        .carbonMonoxideSensor: "Carbon Monoxide Sensor",
        .contactSensor: "Contact Sensor",
        .door: "Door",
        .humiditySensor: "Humidity Sensor",
        .leakSensor: "Leak Sensor",
        .lightSensor: "Light Sensor",
        .motionSensor: "Motion Sensor",
        .occupancySensor: "Occupancy Sensor",
        .smokeSensor: "Smoke Sensor",
        .statefulProgrammableSwitch: "Stateful Programmable Switch",
        .statelessProgrammableSwitch: "Stateless Programmable Switch",
        .temperatureSensor: "Temperature Sensor",
        .window: "Window",
        .windowCovering: "Window Covering",
        .airQualitySensor: "Air Quality Sensor",
        .battery: "Battery",
        .carbonDioxideSensor: "Carbon Dioxide Sensor",
        .bridgeConfiguration: "Bridge Configuration",
        .protocolInformation: "Protocol Information",
        .fanV2: "Fan v2",
        .slats: "Slats",
        .filterMaintenance: "Filter Maintenance",
        .airPurifier: "Air Purifier",
        .heaterCooler: "Heater Cooler",
        .humidifierDehumidifier: "Humidifier Dehumidifier",
        .serviceLabel: "Service Label",
        .irrigationSystem: "Irrigation System",
        .valve: "Valve",
        .faucet: "Faucet",
        .television: "Television",
        .inputSource: "Input Source",
        .accessControl: "Access Control",
        .cameraStreamManagement: "Camera RTP Stream Management",
        .microphone: "Microphone",
        .speaker: "Speaker",
        .doorbell: "Doorbell",
        .targetControlManagement: "Target Control Management",
        .targetControl: "Target Control",
        .audioStreamManagement: "Audio Stream Management",
        .dataStreamTransportManagement: "Data Stream Transport Management",
        .siri: "Siri",
        .transferTransportManagement: "Transfer Transport Management",
        .cameraRecordingManagement: "Camera Recording Management",
        .wifiRouter: "Wi-Fi Router",
        .wifiSatellite: "Wi-Fi Satellite",
        .cameraOperatingMode: "Camera Operating Mode",
        .powerManagement: "Power Management",
        .smartSpeaker: "Smart Speaker",
        .wifiTransport: "Wi-Fi Transport",
        .tapManagement: "Tap Management",
        .firmwareUpdate: "Firmware Update",
        .diagnostics: "Diagnostics",
        .accessoryRuntimeInformation: "Accessory Runtime Information",
        .siriEndpoint: "Siri Endpoint",
        .accessCode: "Access Code",
        .nfcAccess: "NFC Access",
        .assetUpdate: "Asset Update",
        .assistant: "Assistant",
        .accessoryMetrics: "Accessory Metrics",
        .threadTransport: "Thread Transport",
    ]
}
