import DeviceProtocols
import GatewayWire
import HomeModel

extension DeviceFamilyBody: DocumentedBody, DocumentedResponse {
    static let schema = Schema.component(
        "DeviceFamilySetup",
        .object([
            "dialect": .deviceFamily,
            "isConfigurable": .boolean.about("Whether the gateway can configure its devices itself."),
            "needsMAC": .boolean.about("Whether a credential needs the MAC address of the device."),
        ]
        ).about("A family of devices, and how its devices are set up."))

    static let example = DeviceFamilyBody(DeviceFamilies.standard)
}

extension DeviceFamilyBody {
    init(_ family: any DeviceFamilyDefinition.Type) {
        self.init(
            dialect: family.name, isConfigurable: family.directSetup != nil, needsMAC: family.macRequirement != nil)
    }
}
