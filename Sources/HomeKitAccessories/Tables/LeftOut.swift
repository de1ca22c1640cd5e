/// The services and characteristics that are left out on purpose.
enum LeftOut {
    /// Services about which a person learns nothing: the description of the accessory itself, the protocol, pairing,
    /// radio, power saving, firmware, time, and metrics.
    static let silentServices: Set<AccessoryServiceKind> = [
        .accessoryInformation, .protocolInformation, .pairing, .tunnel, .cloudRelay, .bridgingState,
        .bridgeConfiguration, .serviceLabel, .accessControl, .powerManagement, .threadTransport, .wifiTransport,
        .transferTransportManagement, .dataStreamTransportManagement, .accessoryRuntimeInformation, .diagnostics,
        .firmwareUpdate, .assetUpdate, .accessoryMetrics, .tapManagement,
        // The names of the inputs are the words of the television's choice.
        .inputSource,
    ]

    /// Services that people know, and that the gateway does not support, with the reason.
    static let unsupportedServices: [AccessoryServiceKind: String] = [
        .cameraStreamManagement: camera, .cameraRecordingManagement: camera, .cameraOperatingMode: camera,
        .audioStreamManagement: "sound from a remote control is not supported",
        .targetControl: "control of other devices by a remote control is not supported",
        .targetControlManagement: "control of other devices by a remote control is not supported",
        .siri: "voice assistants are not supported", .siriEndpoint: "voice assistants are not supported",
        .assistant: "voice assistants are not supported",
        .wifiRouter: "the settings of a router are not supported",
        .wifiSatellite: "the settings of a router are not supported",
        // The log and the users of a lock. Its state and its commands are in the service *Lock Mechanism*.
        .lockManagement: "the users and the log of a lock are not supported",
        .accessCode: "the codes of a lock are not supported", .nfcAccess: "keys of phones are not supported",
    ]

    private static let camera = "pictures and sound of a camera are not supported"

    /// Characteristics without a state of the home.
    static let silentCharacteristics: Set<CharacteristicKind> = [
        // Descriptions: they become names, options or an order.
        .name, .configuredName, .manufacturer, .model, .serialNumber, .firmwareRevision, .hardwareRevision,
        .softwareRevision, .version, .accessoryIdentifier, .accessoryFlags, .appMatchingIdentifier, .productData,
        .serviceLabelIndex, .serviceLabelNamespace, .serviceSignature, .identifier, .hardwareFinish, .displayOrder,
        .inputDeviceType, .inputSourceType, .valveType, .slatType, .volumeControlType, .siriInputType,
        // Identification is an action of its own.
        .identify,
        // Pure configuration: the unit on a display, whether a valve or an input is set up, which inputs a menu shows,
        // sounds at key presses, protocol settings.
        .temperatureDisplayUnits, .isConfigured, .currentVisibilityState, .targetVisibilityState,
        .sleepDiscoveryMode, .powerModeSelection, .closedCaptions, .audioFeedback, .administratorOnlyAccess,
        .lockManagementAutoSecurityTimeout, .wakeConfiguration, .characteristicValueActiveTransitionCount,
        .characteristicValueTransitionControl, .supportedCharacteristicValueTransitionConfiguration,
        .currentTransport, .reachable, .linkQuality,
        // Targets that the accessory does not let a controller set.
        .lockTargetState, .targetDoorState, .targetPosition, .targetHorizontalTiltAngle, .targetVerticalTiltAngle,
        .targetTiltAngle, .securitySystemTargetState, .targetMediaState,
        // The history of the gateway contains it.
        .lockLastKnownAction, .securitySystemAlarmType, .airParticulateSize,
        // Keys and increments can only be written, and nothing reports their effect.
        .remoteKey, .volumeSelector, .resetFilterIndication, .lockControlPoint, .holdPosition,
    ]

    /// Services of manufacturers that contain only settings: firmware, time, timers, logs.
    static let silentVendorServices: Set<HAPType> = types([
        // Firmware upgrades, the time, timers (Koogeek, Hunter and others with the same chip).
        "151909D0-3802-11E4-916C-0800200C9A66", "151909D8-3802-11E4-916C-0800200C9A66",
        "151909D3-3802-11E4-916C-0800200C9A66", "4AAAF940-0DEC-11E5-B939-0800200C9A66",
        // The firmware and the time of VOCOlinc.
        "3138B537-E830-4F52-90A7-D6FDB000BF97", "961EBB65-A1E3-4F34-BD31-86552706FE40",
        "961BBB65-A1E3-4F34-BD31-86552706FE40",
        // The history of Eve.
        "E863F007-079E-48FF-8F27-9C2605A29F52", "E863F008-079E-48FF-8F27-9C2605A29F52",
        "E863F00B-079E-48FF-8F27-9C2605A29F52",
        // The setup of HAA.
        "F0000100-0218-2017-81BF-AF2B7C833922",
        // The generic attribute service of Bluetooth.
        "00001801-0000-1000-8000-00805F9B34FB",
    ])

    /// Characteristics of manufacturers without a state of the home.
    static let silentVendorCharacteristics: Set<HAPType> = types([
        // The version of the development kit; the id of a service in a Hue bridge.
        "34AB8811-AC7F-4340-BAC3-FD6A85F9943B", "D8B76298-42E7-5FFD-B1D6-1782D9A1F936",
        // Eve: reset of the total, last activation, durations, sensitivity, elevation, programmes.
        "E863F112-079E-48FF-8F27-9C2605A29F52", "E863F118-079E-48FF-8F27-9C2605A29F52",
        "E863F119-079E-48FF-8F27-9C2605A29F52", "E863F11A-079E-48FF-8F27-9C2605A29F52",
        "E863F11E-079E-48FF-8F27-9C2605A29F52", "E863F120-079E-48FF-8F27-9C2605A29F52",
        "E863F12D-079E-48FF-8F27-9C2605A29F52", "E863F130-079E-48FF-8F27-9C2605A29F52",
        "E863F131-079E-48FF-8F27-9C2605A29F52", "E863F134-079E-48FF-8F27-9C2605A29F52",
        // Ecobee: the target of the choice *comfort*, and the time since the last motion.
        "1B300BC2-CFFC-47FF-89F9-BD6CCF5F2853", "BFE61C70-4A40-11E6-BDF4-0800200C9A66",
        "A8F798E0-4A40-11E6-BDF4-0800200C9A66", "1621F556-1367-443C-AF19-82AF018E99DE",
        "FA128DE6-9D7D-49A4-B6D8-4E4E234DEE38", "C35DA3C0-E004-40E3-B153-46655CDD9214",
        // Netatmo: the noise as a mark from 0 to 5; the id of a station.
        "627EA399-29D9-5DC8-9A02-08AE928F73D8", "00F44C18-042E-5C4E-9A4C-561D44DCD804",
        // ConnectSense: the name, the kind of the connected device, the seconds since the last change.
        "0000000E-0000-1000-8000-001D4B474349", "0000000F-0000-1000-8000-001D4B474349",
        "00000005-0000-1000-8000-001D4B474349",
    ])

    private static func types(_ texts: [String]) -> Set<HAPType> { Set(texts.compactMap { HAPType($0) }) }

    static func isSilent(_ service: AccessoryService) -> Bool {
        service.kind.map { silentServices.contains($0) } ?? silentVendorServices.contains(service.type)
    }

    static func isSilent(_ characteristic: Characteristic) -> Bool {
        characteristic.isHidden
            || characteristic.kind.map { silentCharacteristics.contains($0) }
                ?? silentVendorCharacteristics.contains(characteristic.type)
    }
}
