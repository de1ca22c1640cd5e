package import HomeKitProtocol
package import HomeModel
import MatterEmulator
package import MatterProtocol

/// A simulated device with a server of its own, which controllers pair with by a code: one device, or a bridge with
/// several.
package struct ScenarioPairable: Sendable {
    /// What a person types to pair with the device.
    package enum Code: Hashable, Sendable {
        case homeKit(HomeKitProtocol.SetupCode)
        case matter(ManualPairingCode)
    }

    /// That of its only device, or that of the bridge.
    package let id: String
    /// The name under which it is announced.
    package let name: DisplayName
    package let code: Code
    /// 0 is any free port.
    package let port: UInt16
    package let isBridge: Bool
    package var devices: [ScenarioDevice]

    package init(
        id: String, name: DisplayName, code: Code, port: UInt16 = 0, isBridge: Bool = false, devices: [ScenarioDevice]
    ) {
        self.id = id
        self.name = name
        self.code = code
        self.port = port
        self.isBridge = isBridge
        self.devices = devices
    }

    /// How the device is reached.
    var link: SimulatedLink {
        switch code {
        case .homeKit: .homekit
        case .matter: .matter
        }
    }

    /// The code as labels print it: `XXX-XX-XXX` of a HomeKit accessory, `XXXX-XXX-XXXX` of a Matter node.
    package var codeText: String {
        switch code {
        case .homeKit(let code): code.exposedText
        case .matter(let code): code.exposedLabel
        }
    }

    /// The text of the QR code on a Matter node; nil for other devices.
    package var qrPayload: String? {
        guard case .matter(let code) = code else { return nil }
        return NodeAssembly.definition(of: self, code: code).setupPayload.exposedText
    }
}
