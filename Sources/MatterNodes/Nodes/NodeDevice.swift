package import HomeModel
import MatterProtocol

/// A device of the gateway: the node itself, or one behind its bridge.
package struct NodeDevice: Sendable {
    /// The endpoint that describes the device: 0 is the node itself. With the id of the node it identifies the device.
    package let endpoint: UInt16
    /// The endpoints of the device, in ascending order.
    package let endpoints: [UInt16]
    package let information: NodeInformation
    package let description: DeviceDescription
    /// One for each capability, in the order of the description.
    package let bindings: [CapabilityBinding]
    /// The endpoint that can identify itself, such as by blinking; nil if none can.
    package let identifyingEndpoint: UInt16?

    package var isBridged: Bool { endpoint != 0 }

    private static let maximumOthers = 64

    init(
        _ number: UInt16, members: [UInt16], endpoints: [UInt16: NodeEndpoint], values: AttributeValues,
        problems: [String]
    ) {
        endpoint = number
        self.endpoints = members
        let cluster =
            number == 0 ? NodeInformation.basicInformation : NodeInformation.bridgedDeviceBasicInformation
        information = NodeInformation(cluster: cluster, endpoint: number, values: values)
        let own = members.compactMap { endpoints[$0] }
        let mapping = PartMapping(own, values: values)
        bindings = mapping.bindings
        // An endpoint that does something shows more than the root.
        let identifying = own.filter { $0.clusters.contains(0x03) }.map(\.number)
        identifyingEndpoint = identifying.first { $0 != 0 } ?? identifying.first
        let name =
            information.nodeLabel ?? information.productLabel ?? information.productName ?? information.vendorName
            ?? (number == 0 ? "Matter node" : "Device \(number)")
        description = DeviceDescription(
            name: name, manufacturer: information.vendorName, model: information.productName, parts: mapping.parts,
            others: Self.limited(mapping.others + problems),
            hardware: number == 0 ? NodeInformation.hardware(in: values) : [])
    }

    /// The entries sorted, each once. The last one says how many are missing.
    private static func limited(_ others: [String]) -> [String] {
        let all = Set(others.map { EscapedText($0, limit: 200).description }).sorted()
        guard all.count > maximumOthers else { return all }
        return all.prefix(maximumOthers) + ["\(all.count - maximumOthers) more: the list is too long"]
    }
}

extension NodeDevice {
    package subscript(_ part: PartID, _ name: CapabilityName) -> CapabilityBinding? {
        bindings.first { $0.part == part && $0.capability.name == name }
    }

    /// Whether the bridge reaches the device; nil when it does not say, as a node itself.
    package func isReachable(in values: AttributeValues) -> Bool? {
        isBridged ? values.truth(at: information.reachable) : nil
    }
}
