package import HomeKitProtocol
package import HomeModel

/// A simulated HomeKit accessory: one device, or a bridge with several.
package struct ScenarioAccessory: Sendable {
    /// That of its only device, or that of the bridge.
    package let id: String
    /// The name under which it is announced.
    package let name: DisplayName
    package let setupCode: SetupCode
    /// 0 is any free port.
    package let port: UInt16
    package let isBridge: Bool
    package var devices: [ScenarioDevice]

    package init(
        id: String, name: DisplayName, setupCode: SetupCode, port: UInt16 = 0, isBridge: Bool = false,
        devices: [ScenarioDevice]
    ) {
        self.id = id
        self.name = name
        self.setupCode = setupCode
        self.port = port
        self.isBridge = isBridge
        self.devices = devices
    }

    /// `XXX-XX-XXX`, which a person types to pair the accessory.
    package var setupCodeText: String { setupCode.exposedText }
}

/// How a simulated device is reached.
enum SimulatedLink: String, CaseIterable {
    case mqtt, homekit
}
