/// The characteristics of the HomeKit Accessory Protocol, by the number of their type.
///
/// Source: HomeKit Accessory Protocol Specification (non-commercial release), chapter 9; the open HomeKit ADK; the
/// definitions of HAP-NodeJS for the characteristics that were added later.
package enum CharacteristicKind: UInt32, Sendable, CaseIterable {
    case administratorOnlyAccess = 0x1
    case audioFeedback = 0x5
    case brightness = 0x8
    case coolingThresholdTemperature = 0xD
    case currentDoorState = 0xE
    case currentHeatingCoolingState = 0xF
    case currentRelativeHumidity = 0x10
    case currentTemperature = 0x11
    case heatingThresholdTemperature = 0x12
    case hue = 0x13
    case identify = 0x14
    case lockControlPoint = 0x19
    case lockManagementAutoSecurityTimeout = 0x1A
    case lockLastKnownAction = 0x1C
    case lockCurrentState = 0x1D
    case lockTargetState = 0x1E
    case logs = 0x1F
    case manufacturer = 0x20
    case model = 0x21
    case motionDetected = 0x22
    case name = 0x23
    case obstructionDetected = 0x24
    case on = 0x25
    case outletInUse = 0x26
    case rotationDirection = 0x28
    case rotationSpeed = 0x29
    case saturation = 0x2F
    case serialNumber = 0x30
    case targetDoorState = 0x32
    case targetHeatingCoolingState = 0x33
    case targetRelativeHumidity = 0x34
    case targetTemperature = 0x35
    case temperatureDisplayUnits = 0x36
    case version = 0x37
    case pairSetup = 0x4C
    case pairVerify = 0x4E
    case pairingFeatures = 0x4F
    case listPairings = 0x50
    case firmwareRevision = 0x52
    case hardwareRevision = 0x53
    case softwareRevision = 0x54
    case accessoryIdentifier = 0x57
    case tunneledAccessoryStateNumber = 0x58
    case tunneledAccessoryConnected = 0x59
    case relayEnabled = 0x5B
    case relayState = 0x5C
    case relayControlPoint = 0x5E
    case tunneledAccessoryAdvertising = 0x60
    case tunnelConnectionTimeout = 0x61
    case reachable = 0x63
    case airParticulateDensity = 0x64
    case airParticulateSize = 0x65
    case securitySystemCurrentState = 0x66
    case securitySystemTargetState = 0x67
    case batteryLevel = 0x68
    case carbonMonoxideDetected = 0x69
    case contactSensorState = 0x6A
    case currentAmbientLightLevel = 0x6B
    case currentHorizontalTiltAngle = 0x6C
    case currentPosition = 0x6D
    case currentVerticalTiltAngle = 0x6E
    case holdPosition = 0x6F
    case leakDetected = 0x70
    case occupancyDetected = 0x71
    case positionState = 0x72
    case programmableSwitchEvent = 0x73
    case programmableSwitchOutputState = 0x74
    case statusActive = 0x75
    case smokeDetected = 0x76
    case statusFault = 0x77
    case statusJammed = 0x78
    case statusLowBattery = 0x79
    case statusTampered = 0x7A
    case targetHorizontalTiltAngle = 0x7B
    case targetPosition = 0x7C
    case targetVerticalTiltAngle = 0x7D
    case securitySystemAlarmType = 0x8E
    case chargingState = 0x8F
    case carbonMonoxideLevel = 0x90
    case carbonMonoxidePeakLevel = 0x91
    case carbonDioxideDetected = 0x92
    case carbonDioxideLevel = 0x93
    case carbonDioxidePeakLevel = 0x94
    case airQuality = 0x95
    case linkQuality = 0x9C
    case appMatchingIdentifier = 0xA4
    case serviceSignature = 0xA5
    case accessoryFlags = 0xA6
    case lockPhysicalControls = 0xA7
    case targetAirPurifierState = 0xA8
    case currentAirPurifierState = 0xA9
    case currentSlatState = 0xAA
    case filterLifeLevel = 0xAB
    case filterChangeIndication = 0xAC
    case resetFilterIndication = 0xAD
    case currentFanState = 0xAF
    case active = 0xB0
    case currentHeaterCoolerState = 0xB1
    case targetHeaterCoolerState = 0xB2
    case currentHumidifierDehumidifierState = 0xB3
    case targetHumidifierDehumidifierState = 0xB4
    case waterLevel = 0xB5
    case swingMode = 0xB6
    case targetFanState = 0xBF
    case slatType = 0xC0
    case currentTiltAngle = 0xC1
    case targetTiltAngle = 0xC2
    case ozoneDensity = 0xC3
    case nitrogenDioxideDensity = 0xC4
    case sulphurDioxideDensity = 0xC5
    case pm25Density = 0xC6
    case pm10Density = 0xC7
    case vocDensity = 0xC8
    case relativeHumidityDehumidifierThreshold = 0xC9
    case relativeHumidityHumidifierThreshold = 0xCA
    case serviceLabelIndex = 0xCB
    case serviceLabelNamespace = 0xCD
    case colorTemperature = 0xCE
    case programMode = 0xD1
    case inUse = 0xD2
    case setDuration = 0xD3
    case remainingDuration = 0xD4
    case valveType = 0xD5
    case isConfigured = 0xD6
    case inputSourceType = 0xDB
    case inputDeviceType = 0xDC
    case closedCaptions = 0xDD
    case powerModeSelection = 0xDF
    case currentMediaState = 0xE0
    case remoteKey = 0xE1
    case pictureMode = 0xE2
    case configuredName = 0xE3
    case passwordSetting = 0xE4
    case accessControlLevel = 0xE5
    case identifier = 0xE6
    case activeIdentifier = 0xE7
    case sleepDiscoveryMode = 0xE8
    case volumeControlType = 0xE9
    case volumeSelector = 0xEA
    case supportedVideoStreamConfiguration = 0x114
    case supportedAudioStreamConfiguration = 0x115
    case supportedStreamConfiguration = 0x116
    case selectedStreamConfiguration = 0x117
    case setupEndpoints = 0x118
    case volume = 0x119
    case mute = 0x11A
    case nightVision = 0x11B
    case opticalZoom = 0x11C
    case digitalZoom = 0x11D
    case imageRotation = 0x11E
    case imageMirroring = 0x11F
    case streamingStatus = 0x120
    case targetControlSupportedConfiguration = 0x123
    case targetControlList = 0x124
    case buttonEvent = 0x126
    case selectedAudioStreamConfiguration = 0x128
    case supportedDataStreamTransportConfiguration = 0x130
    case setupDataStreamTransport = 0x131
    case siriInputType = 0x132
    case targetVisibilityState = 0x134
    case currentVisibilityState = 0x135
    case displayOrder = 0x136
    case targetMediaState = 0x137
    case dataStreamTransport = 0x138
    case dataStreamTransportInterrupt = 0x139
    case characteristicValueTransitionControl = 0x143
    case supportedCharacteristicValueTransitionConfiguration = 0x144
    case setupTransferTransport = 0x201
    case supportedTransferTransportConfiguration = 0x202
    case supportedCameraRecordingConfiguration = 0x205
    case supportedVideoRecordingConfiguration = 0x206
    case supportedAudioRecordingConfiguration = 0x207
    case selectedCameraRecordingConfiguration = 0x209
    case networkClientProfileControl = 0x20C
    case networkClientStatusControl = 0x20D
    case routerStatus = 0x20E
    case supportedRouterConfiguration = 0x210
    case wanConfigurationList = 0x211
    case wanStatusList = 0x212
    case managedNetworkEnable = 0x215
    case homeKitCameraActive = 0x21B
    case thirdPartyCameraActive = 0x21C
    case cameraOperatingModeIndicator = 0x21D
    case wifiSatelliteStatus = 0x21E
    case networkAccessViolationControl = 0x21F
    case productData = 0x220
    case wakeConfiguration = 0x222
    case eventSnapshotsActive = 0x223
    case diagonalFieldOfView = 0x224
    case periodicSnapshotsActive = 0x225
    case recordingAudioActive = 0x226
    case manuallyDisabled = 0x227
    case videoAnalysisActive = 0x229
    case currentTransport = 0x22B
    case wifiCapabilities = 0x22C
    case wifiConfigurationControl = 0x22D
    case tapType = 0x22F
    case token = 0x231
    case operatingStateResponse = 0x232
    case supportedFirmwareUpdateConfiguration = 0x233
    case firmwareUpdateReadiness = 0x234
    case firmwareUpdateStatus = 0x235
    case supportedDiagnosticsSnapshot = 0x238
    case sleepInterval = 0x23A
    case activityInterval = 0x23B
    case ping = 0x23C
    case eventRetransmissionMaximum = 0x23D
    case eventTransmissionCounters = 0x23E
    case receivedSignalStrengthIndication = 0x23F
    case signalToNoiseRatio = 0x241
    case transmitPower = 0x242
    case maximumTransmitPower = 0x243
    case receiverSensitivity = 0x244
    case ccaSignalDetectThreshold = 0x245
    case ccaEnergyDetectThreshold = 0x246
    case macRetransmissionMaximum = 0x247
    case macTransmissionCounters = 0x248
    case stagedFirmwareVersion = 0x249
    case heartBeat = 0x24A
    case characteristicValueActiveTransitionCount = 0x24B
    case supportedDiagnosticsModes = 0x24C
    case selectedDiagnosticsModes = 0x24D
    case cryptoHash = 0x250
    case supportedSleepConfiguration = 0x251
    case selectedSleepConfiguration = 0x252
    case siriEndpointSessionStatus = 0x254
    case siriEnable = 0x255
    case siriListening = 0x256
    case siriTouchToUse = 0x257
    case siriLightOnUse = 0x258
    case siriEngineVersion = 0x25A
    case airPlayEnable = 0x25B
    case accessCodeSupportedConfiguration = 0x261
    case accessCodeControlPoint = 0x262
    case configurationState = 0x263
    case nfcAccessControlPoint = 0x264
    case nfcAccessSupportedConfiguration = 0x265
    case supportedAssetTypes = 0x268
    case assetUpdateReadiness = 0x269
    case multifunctionButton = 0x26B
    case hardwareFinish = 0x26C
    case supportedMetrics = 0x271
    case metricsBufferFullState = 0x272
    case threadNodeCapabilities = 0x702
    case threadStatus = 0x703
    case threadControlPoint = 0x704
    case threadOpenThreadVersion = 0x706

    /// The name in the specification.
    package var name: String { Self.names[self] ?? "" }

    private static let names: [CharacteristicKind: String] = [
        .administratorOnlyAccess: "Administrator Only Access",
        .audioFeedback: "Audio Feedback",
        .brightness: "Brightness",
        .coolingThresholdTemperature: "Cooling Threshold Temperature",
        .currentDoorState: "Current Door State",
        .currentHeatingCoolingState: "Current Heating Cooling State",
        .currentRelativeHumidity: "Current Relative Humidity",
        .currentTemperature: "Current Temperature",
        .heatingThresholdTemperature: "Heating Threshold Temperature",
        .hue: "Hue",
        .identify: "Identify",
        .lockControlPoint: "Lock Control Point",
        .lockManagementAutoSecurityTimeout: "Lock Management Auto Security Timeout",
        .lockLastKnownAction: "Lock Last Known Action",
        .lockCurrentState: "Lock Current State",
        .lockTargetState: "Lock Target State",
        .logs: "Logs",
        .manufacturer: "Manufacturer",
        .model: "Model",
        .motionDetected: "Motion Detected",
        .name: "Name",
        .obstructionDetected: "Obstruction Detected",
        .on: "On",
        .outletInUse: "Outlet In Use",
        .rotationDirection: "Rotation Direction",
        .rotationSpeed: "Rotation Speed",
        .saturation: "Saturation",
        .serialNumber: "Serial Number",
        .targetDoorState: "Target Door State",
        .targetHeatingCoolingState: "Target Heating Cooling State",
        .targetRelativeHumidity: "Target Relative Humidity",
        .targetTemperature: "Target Temperature",
        .temperatureDisplayUnits: "Temperature Display Units",
        .version: "Version",
        .pairSetup: "Pair Setup",
        .pairVerify: "Pair Verify",
        .pairingFeatures: "Pairing Features",
        .listPairings: "List Pairings",
        .firmwareRevision: "Firmware Revision",
        .hardwareRevision: "Hardware Revision",
        .softwareRevision: "Software Revision",
        .accessoryIdentifier: "Accessory Identifier",
        .tunneledAccessoryStateNumber: "Tunneled Accessory State Number",
        .tunneledAccessoryConnected: "Tunneled Accessory Connected",
        .relayEnabled: "Relay Enabled",
        .relayState: "Relay State",
        .relayControlPoint: "Relay Control Point",
        .tunneledAccessoryAdvertising: "Tunneled Accessory Advertising",
        .tunnelConnectionTimeout: "Tunnel Connection Timeout",
        .reachable: "Reachable",
        .airParticulateDensity: "Air Particulate Density",
        .airParticulateSize: "Air Particulate Size",
        .securitySystemCurrentState: "Security System Current State",
        .securitySystemTargetState: "Security System Target State",
        .batteryLevel: "Battery Level",
        .carbonMonoxideDetected: "Carbon Monoxide Detected",
        .contactSensorState: "Contact Sensor State",
        .currentAmbientLightLevel: "Current Ambient Light Level",
        .currentHorizontalTiltAngle: "Current Horizontal Tilt Angle",
        .currentPosition: "Current Position",
        .currentVerticalTiltAngle: "Current Vertical Tilt Angle",
        .holdPosition: "Hold Position",
        .leakDetected: "Leak Detected",
        .occupancyDetected: "Occupancy Detected",
        .positionState: "Position State",
        .programmableSwitchEvent: "Programmable Switch Event",
        .programmableSwitchOutputState: "Programmable Switch Output State",
        .statusActive: "Status Active",
        .smokeDetected: "Smoke Detected",
        .statusFault: "Status Fault",
        .statusJammed: "Status Jammed",
        .statusLowBattery: "Status Low Battery",
        .statusTampered: "Status Tampered",
        .targetHorizontalTiltAngle: "Target Horizontal Tilt Angle",
        .targetPosition: "Target Position",
        .targetVerticalTiltAngle: "Target Vertical Tilt Angle",
        .securitySystemAlarmType: "Security System Alarm Type",
        .chargingState: "Charging State",
        .carbonMonoxideLevel: "Carbon Monoxide Level",
        .carbonMonoxidePeakLevel: "Carbon Monoxide Peak Level",
        .carbonDioxideDetected: "Carbon Dioxide Detected",
        .carbonDioxideLevel: "Carbon Dioxide Level",
        .carbonDioxidePeakLevel: "Carbon Dioxide Peak Level",
        .airQuality: "Air Quality",
        .linkQuality: "Link Quality",
        .appMatchingIdentifier: "App Matching Identifier",
        .serviceSignature: "Service Signature",
        .accessoryFlags: "Accessory Flags",
        .lockPhysicalControls: "Lock Physical Controls",
        .targetAirPurifierState: "Target Air Purifier State",
        .currentAirPurifierState: "Current Air Purifier State",
        .currentSlatState: "Current Slat State",
        .filterLifeLevel: "Filter Life Level",
        .filterChangeIndication: "Filter Change Indication",
        .resetFilterIndication: "Reset Filter Indication",
        .currentFanState: "Current Fan State",
        .active: "Active",
        .currentHeaterCoolerState: "Current Heater Cooler State",
        .targetHeaterCoolerState: "Target Heater Cooler State",
        .currentHumidifierDehumidifierState: "Current Humidifier Dehumidifier State",
        .targetHumidifierDehumidifierState: "Target Humidifier Dehumidifier State",
        .waterLevel: "Water Level",
        .swingMode: "Swing Mode",
        .targetFanState: "Target Fan State",
        .slatType: "Slat Type",
        .currentTiltAngle: "Current Tilt Angle",
        .targetTiltAngle: "Target Tilt Angle",
        .ozoneDensity: "Ozone Density",
        .nitrogenDioxideDensity: "Nitrogen Dioxide Density",
        .sulphurDioxideDensity: "Sulphur Dioxide Density",
        .pm25Density: "PM2.5 Density",
        .pm10Density: "PM10 Density",
        .vocDensity: "VOC Density",
        .relativeHumidityDehumidifierThreshold: "Relative Humidity Dehumidifier Threshold",
        .relativeHumidityHumidifierThreshold: "Relative Humidity Humidifier Threshold",
        .serviceLabelIndex: "Service Label Index",
        .serviceLabelNamespace: "Service Label Namespace",
        .colorTemperature: "Color Temperature",
        .programMode: "Program Mode",
        .inUse: "In Use",
        .setDuration: "Set Duration",
        .remainingDuration: "Remaining Duration",
        .valveType: "Valve Type",
        .isConfigured: "Is Configured",
        .inputSourceType: "Input Source Type",
        .inputDeviceType: "Input Device Type",
        .closedCaptions: "Closed Captions",
        .powerModeSelection: "Power Mode Selection",
        .currentMediaState: "Current Media State",
        .remoteKey: "Remote Key",
        .pictureMode: "Picture Mode",
        .configuredName: "Configured Name",
        .passwordSetting: "Password Setting",
        .accessControlLevel: "Access Control Level",
        .identifier: "Identifier",
        .activeIdentifier: "Active Identifier",
        .sleepDiscoveryMode: "Sleep Discovery Mode",
        .volumeControlType: "Volume Control Type",
        .volumeSelector: "Volume Selector",
        .supportedVideoStreamConfiguration: "Supported Video Stream Configuration",
        .supportedAudioStreamConfiguration: "Supported Audio Stream Configuration",
        .supportedStreamConfiguration: "Supported RTP Configuration",
        .selectedStreamConfiguration: "Selected RTP Stream Configuration",
        .setupEndpoints: "Setup Endpoints",
        .volume: "Volume",
        .mute: "Mute",
        .nightVision: "Night Vision",
        .opticalZoom: "Optical Zoom",
        .digitalZoom: "Digital Zoom",
        .imageRotation: "Image Rotation",
        .imageMirroring: "Image Mirroring",
        .streamingStatus: "Streaming Status",
        .targetControlSupportedConfiguration: "Target Control Supported Configuration",
        .targetControlList: "Target Control List",
        .buttonEvent: "Button Event",
        .selectedAudioStreamConfiguration: "Selected Audio Stream Configuration",
        .supportedDataStreamTransportConfiguration: "Supported Data Stream Transport Configuration",
        .setupDataStreamTransport: "Setup Data Stream Transport",
        .siriInputType: "Siri Input Type",
        .targetVisibilityState: "Target Visibility State",
        .currentVisibilityState: "Current Visibility State",
        .displayOrder: "Display Order",
        .targetMediaState: "Target Media State",
        .dataStreamTransport: "Data Stream HAP Transport",
        .dataStreamTransportInterrupt: "Data Stream HAP Transport Interrupt",
        .characteristicValueTransitionControl: "Characteristic Value Transition Control",
        .supportedCharacteristicValueTransitionConfiguration: "Supported Characteristic Value Transition Configuration",
        .setupTransferTransport: "Setup Transfer Transport",
        .supportedTransferTransportConfiguration: "Supported Transfer Transport Configuration",
        .supportedCameraRecordingConfiguration: "Supported Camera Recording Configuration",
        .supportedVideoRecordingConfiguration: "Supported Video Recording Configuration",
        .supportedAudioRecordingConfiguration: "Supported Audio Recording Configuration",
        .selectedCameraRecordingConfiguration: "Selected Camera Recording Configuration",
        .networkClientProfileControl: "Network Client Profile Control",
        .networkClientStatusControl: "Network Client Status Control",
        .routerStatus: "Router Status",
        .supportedRouterConfiguration: "Supported Router Configuration",
        .wanConfigurationList: "WAN Configuration List",
        .wanStatusList: "WAN Status List",
        .managedNetworkEnable: "Managed Network Enable",
        .homeKitCameraActive: "Home Kit Camera Active",
        .thirdPartyCameraActive: "Third Party Camera Active",
        .cameraOperatingModeIndicator: "Camera Operating Mode Indicator",
        .wifiSatelliteStatus: "Wi-Fi Satellite Status",
        .networkAccessViolationControl: "Network Access Violation Control",
        .productData: "Product Data",
        .wakeConfiguration: "Wake Configuration",
        .eventSnapshotsActive: "Event Snapshots Active",
        .diagonalFieldOfView: "Diagonal Field Of View",
        .periodicSnapshotsActive: "Periodic Snapshots Active",
        .recordingAudioActive: "Recording Audio Active",
        .manuallyDisabled: "Manually Disabled",
        .videoAnalysisActive: "Video Analysis Active",
        .currentTransport: "Current Transport",
        .wifiCapabilities: "Wi-Fi Capabilities",
        .wifiConfigurationControl: "Wi-Fi Configuration Control",
        .tapType: "Tap Type",
        .token: "Token",
        .operatingStateResponse: "Operating State Response",
        .supportedFirmwareUpdateConfiguration: "Supported Firmware Update Configuration",
        .firmwareUpdateReadiness: "Firmware Update Readiness",
        .firmwareUpdateStatus: "Firmware Update Status",
        .supportedDiagnosticsSnapshot: "Supported Diagnostics Snapshot",
        .sleepInterval: "Sleep Interval",
        .activityInterval: "Activity Interval",
        .ping: "Ping",
        .eventRetransmissionMaximum: "Event Retransmission Maximum",
        .eventTransmissionCounters: "Event Transmission Counters",
        .receivedSignalStrengthIndication: "Received Signal Strength Indication",
        .signalToNoiseRatio: "Signal To Noise Ratio",
        .transmitPower: "Transmit Power",
        .maximumTransmitPower: "Maximum Transmit Power",
        .receiverSensitivity: "Receiver Sensitivity",
        .ccaSignalDetectThreshold: "CCA Signal Detect Threshold",
        .ccaEnergyDetectThreshold: "CCA Energy Detect Threshold",
        .macRetransmissionMaximum: "MAC Retransmission Maximum",
        .macTransmissionCounters: "MAC Transmission Counters",
        .stagedFirmwareVersion: "Staged Firmware Version",
        .heartBeat: "Heart Beat",
        .characteristicValueActiveTransitionCount: "Characteristic Value Active Transition Count",
        .supportedDiagnosticsModes: "Supported Diagnostics Modes",
        .selectedDiagnosticsModes: "Selected Diagnostics Modes",
        .cryptoHash: "Crypto Hash",
        .supportedSleepConfiguration: "Supported Sleep Configuration",
        .selectedSleepConfiguration: "Selected Sleep Configuration",
        .siriEndpointSessionStatus: "Siri Endpoint Session Status",
        .siriEnable: "Siri Enable",
        .siriListening: "Siri Listening",
        .siriTouchToUse: "Siri Touch To Use",
        .siriLightOnUse: "Siri Light On Use",
        .siriEngineVersion: "Siri Engine Version",
        .airPlayEnable: "AirPlay Enable",
        .accessCodeSupportedConfiguration: "Access Code Supported Configuration",
        .accessCodeControlPoint: "Access Code Control Point",
        .configurationState: "Configuration State",
        .nfcAccessControlPoint: "NFC Access Control Point",
        .nfcAccessSupportedConfiguration: "NFC Access Supported Configuration",
        .supportedAssetTypes: "Supported Asset Types",
        .assetUpdateReadiness: "Asset Update Readiness",
        .multifunctionButton: "Multifunction Button",
        .hardwareFinish: "Hardware Finish",
        .supportedMetrics: "Supported Metrics",
        .metricsBufferFullState: "Metrics Buffer Full State",
        .threadNodeCapabilities: "Thread Node Capabilities",
        .threadStatus: "Thread Status",
        .threadControlPoint: "Thread Control Point",
        .threadOpenThreadVersion: "OpenThread Version",
    ]
}
