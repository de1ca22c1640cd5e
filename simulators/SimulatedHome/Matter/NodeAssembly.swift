import HomeModel
import MatterEmulator
import MatterProtocol

/// The endpoints of a simulated node, and what their attributes are in the simulation.
struct NodeAssembly: Sendable {
    private struct Binding: Sendable {
        let path: AttributePath
        let device: String
        let attribute: BoundAttribute
    }

    private static let vendorName = "Tomte"
    private static let maximumSerialNumber = 29
    private static let aggregator: UInt16 = 1

    let definition: NodeDefinition
    private let bindings: [Binding]
    private let byPath: [AttributePath: Binding]

    /// `states` are the values of the devices at the start.
    init(_ node: ScenarioPairable, code: ManualPairingCode, states: [String: ShownState]) {
        var definition = Self.definition(of: node, code: code)
        var bindings: [Binding] = []
        if node.isBridge { definition.endpoints = [.aggregator(Self.aggregator)] }
        for device in node.devices {
            let bound = NodeEndpoints.endpoints(of: device)
            let state = states[device.id] ?? ShownState()
            var next = UInt16(clamping: definition.endpoints.count + 1)
            var parent: UInt16 = node.isBridge ? Self.aggregator : 0
            // A bridged device with several endpoints has one above them, which describes it.
            if node.isBridge, bound.count > 1 {
                let whole = EndpointDefinition(next, deviceTypes: [], clusters: [])
                definition.endpoints.append(Self.bridged(whole, as: device))
                parent = next
                next += 1
            }
            for endpoint in bound {
                let shown = endpoint.definition(next, parent: parent, state: state)
                definition.endpoints.append(parent == Self.aggregator ? Self.bridged(shown, as: device) : shown)
                bindings += endpoint.attributes.map { attribute in
                    let path = AttributePath(
                        endpoint: next, cluster: attribute.cluster, attribute: attribute.attribute)
                    return Binding(path: path, device: device.id, attribute: attribute)
                }
                next += 1
            }
        }
        self.definition = definition
        self.bindings = bindings
        byPath = Dictionary(bindings.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The label of a node, without its endpoints. The lower bits of its discriminator, which are not in its code, are 0.
    static func definition(of node: ScenarioPairable, code: ManualPairingCode) -> NodeDefinition {
        var definition = NodeDefinition(
            productName: node.isBridge ? "Bridge" : node.devices.first?.kind.rawValue ?? "Node",
            serialNumber: serialNumber(node.id), passcode: code.passcode,
            discriminator: UInt16(code.shortDiscriminator) << 8, endpoints: [])
        definition.vendorName = vendorName
        definition.deviceName = node.name.text
        return definition
    }

    /// The values of the attributes of a device in this state.
    func values(of device: String, in state: ShownState) -> [(path: AttributePath, value: TLVValue)] {
        bindings.filter { $0.device == device }.compactMap { binding in
            binding.attribute.value(state).map { (binding.path, $0) }
        }
    }

    /// The commands that the changes of one request of a controller are.
    func commands(_ changes: [ControllerChange]) -> [(device: String, command: DeviceCommand)] {
        let commands = changes.compactMap { change -> (device: String, command: DeviceCommand)? in
            guard let binding = byPath[change.path], let command = binding.attribute.command(change.value) else {
                return nil
            }
            return (binding.device, command)
        }
        // A lamp that is dimmed to 0 is switched off, and has its lowest level. The level would switch it on again.
        let off = commands.first { $0.command == DeviceCommand(address: ValueAddress(.switch), value: .boolean(false)) }
        return off.map { [$0] } ?? commands
    }

    private static func bridged(_ endpoint: EndpointDefinition, as device: ScenarioDevice) -> EndpointDefinition {
        endpoint.bridged(
            by: aggregator, name: device.name.text, vendorName: vendorName, uniqueID: serialNumber(device.id))
    }

    /// The end of an id, by which devices with numbers differ.
    private static func serialNumber(_ id: String) -> String { String(id.suffix(maximumSerialNumber)) }
}
