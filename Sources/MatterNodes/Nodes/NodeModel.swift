package import HomeModel
package import MatterProtocol

/// A node in the terms of the gateway: its devices, their capabilities, and how to follow it.
///
/// The model is made from the values of a whole reading. Callers make it again when `structure` changes.
package struct NodeModel: Sendable {
    package let information: NodeInformation
    /// In ascending order of their numbers.
    package let endpoints: [NodeEndpoint]
    /// The node itself first, then the devices behind it by their endpoints. A bridge itself often has no parts.
    package let devices: [NodeDevice]
    package let power: PowerProfile
    /// What was wrong with the values of the node, as `what: why`.
    package let problems: [String]

    /// More than any bridge has.
    package static let maximumEndpoints = 1_000

    package init(_ values: AttributeValues) {
        var reported: [UInt16: Set<UInt32>] = [:]
        for path in values.paths where path.cluster != 0xFFFF_FFFF {
            reported[path.endpoint, default: []].insert(path.cluster)
        }
        var problems: [String] = []
        if values.isTruncated { problems.append("attributes: there are too many, or they are too large") }
        let numbers = reported.keys.sorted()
        if numbers.count > Self.maximumEndpoints {
            problems.append("endpoints: \(numbers.count - Self.maximumEndpoints) are left out")
        }
        var table: [UInt16: NodeEndpoint] = [:]
        for number in numbers.prefix(Self.maximumEndpoints) {
            table[number] = NodeEndpoint(number, reported: reported[number] ?? [], values: values)
        }
        let topology = NodeTopology(table)
        information = NodeInformation(cluster: NodeInformation.basicInformation, endpoint: 0, values: values)
        endpoints = table.values.sorted { $0.number < $1.number }
        devices = topology.members.keys.sorted().map { root in
            NodeDevice(
                root, members: topology.members[root] ?? [], endpoints: table, values: values,
                problems: root == 0 ? problems : [])
        }
        power = PowerProfile(endpoints: topology.members[0] ?? [], values: values)
        self.problems = problems
    }
}

extension NodeModel {
    package func device(_ endpoint: UInt16) -> NodeDevice? { devices.first { $0.endpoint == endpoint } }

    /// The bindings whose value changes when one of these attributes does.
    package func bindings(
        reportedBy attributes: Set<AttributePath>
    ) -> [(device: NodeDevice, binding: CapabilityBinding)] {
        devices.flatMap { device in
            device.bindings.filter { !attributes.isDisjoint(with: $0.reported) }.map { (device, $0) }
        }
    }

    /// The values that an event reports.
    package func values(
        of event: NodeEvent
    ) -> [(device: NodeDevice, binding: CapabilityBinding, value: CapabilityValue)] {
        devices.flatMap { device in
            device.bindings.compactMap { binding in binding.value(of: event).map { (device, binding, $0) } }
        }
    }

    /// Whether this attribute tells that a bridge reaches a device.
    package static func isReachability(_ path: AttributePath) -> Bool { path.cluster == 0x39 && path.attribute == 0x11 }

    /// Whether a change of this attribute may change the model itself: descriptors, descriptions and labels, lists of
    /// modes and states, the PINs of a lock, and the global attributes of every cluster.
    package static func isStructural(_ path: AttributePath) -> Bool {
        switch (path.cluster, path.attribute) {
        case (_, 0xFFF8...0xFFFD): true
        case (0x1D, _), (0x40, _), (0x41, _): true
        case (0x28, let attribute), (0x39, let attribute): attribute != 17
        case (0x50, 0...2), (0x48, 3), (0x60, 3), (0x61, 3): true
        case (0x49, 0), (0x51, 0), (0x52, 0), (0x54, 0), (0x55, 0), (0x59, 0), (0x5E, 0), (0x9D...0x9F, 0): true
        case (0x0101, 0x17), (0x0101, 0x18), (0x0101, 0x33): true
        // Limits that a person or the device may change.
        case (0x0201, 3...6), (0x0201, 0x15...0x18), (0x56, 1...3), (0x56, 5), (0x0406, 4): true
        default: false
        }
    }
}
