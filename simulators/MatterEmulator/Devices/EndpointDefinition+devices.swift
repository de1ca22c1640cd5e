import MatterProtocol

/// The device types that simulated nodes have, each as one endpoint.
extension EndpointDefinition {
    private static func device(
        _ id: UInt16, type: UInt32, revision: UInt16, clusters: [ClusterTemplate]
    ) -> EndpointDefinition {
        EndpointDefinition(
            id, deviceTypes: [DeviceType(type, revision: revision)], clusters: [.identify] + clusters)
    }

    package static func onOffLight(_ id: UInt16 = 1) -> EndpointDefinition {
        device(id, type: 0x0100, revision: 3, clusters: [.groups, .onOff()])
    }

    package static func dimmableLight(_ id: UInt16 = 1) -> EndpointDefinition {
        device(id, type: 0x0101, revision: 3, clusters: [.groups, .onOff(), .levelControl()])
    }

    package static func extendedColorLight(_ id: UInt16 = 1) -> EndpointDefinition {
        device(id, type: 0x010D, revision: 4, clusters: [.groups, .onOff(), .levelControl(), .colorControl])
    }

    /// A plug that measures power and energy, on the same endpoint.
    package static func meteringPlug(_ id: UInt16 = 1) -> EndpointDefinition {
        EndpointDefinition(
            id, deviceTypes: [DeviceType(0x010A, revision: 3), DeviceType(0x0510, revision: 1)],
            clusters: [
                .identify, .groups, .onOff(), .powerTopology,
                .electricalPower(voltage: 230_000, current: 0, power: 0), .electricalEnergy(imported: 1_500_000),
            ])
    }

    package static func thermostat(_ id: UInt16 = 1) -> EndpointDefinition {
        device(id, type: 0x0301, revision: 4, clusters: [.thermostat()])
    }

    package static func doorLock(_ id: UInt16 = 1, requiresPIN: Bool = false) -> EndpointDefinition {
        device(id, type: 0x000A, revision: 3, clusters: [.doorLock(requiresPIN: requiresPIN)])
    }

    package static func contactSensor(_ id: UInt16 = 1, isClosed: Bool = true) -> EndpointDefinition {
        withBattery(device(id, type: 0x0015, revision: 2, clusters: [.booleanState(isClosed)]))
    }

    package static func occupancySensor(_ id: UInt16 = 1) -> EndpointDefinition {
        withBattery(device(id, type: 0x0107, revision: 4, clusters: [.occupancy()]))
    }

    /// Temperature and humidity on one endpoint.
    package static func climateSensor(_ id: UInt16 = 1) -> EndpointDefinition {
        withBattery(
            EndpointDefinition(
                id, deviceTypes: [DeviceType(0x0302, revision: 2), DeviceType(0x0307, revision: 2)],
                clusters: [.identify, .temperature(2130), .humidity(4520)]))
    }

    package static func windowCovering(_ id: UInt16 = 1, hasTilt: Bool = true) -> EndpointDefinition {
        device(id, type: 0x0202, revision: 3, clusters: [.groups, .windowCovering(hasTilt: hasTilt)])
    }

    package static func button(_ id: UInt16 = 1) -> EndpointDefinition {
        device(id, type: 0x000F, revision: 3, clusters: [.button])
    }

    package static func smokeAlarm(_ id: UInt16 = 1) -> EndpointDefinition {
        withBattery(device(id, type: 0x0076, revision: 1, clusters: [.smokeAlarm]))
    }

    package static func fan(_ id: UInt16 = 1) -> EndpointDefinition {
        device(id, type: 0x002B, revision: 3, clusters: [.groups, .fanControl])
    }

    package static func robotVacuum(_ id: UInt16 = 1) -> EndpointDefinition {
        withBattery(device(id, type: 0x0074, revision: 4, clusters: [.runMode, .cleanMode, .vacuumState]))
    }

    private static func withBattery(_ endpoint: EndpointDefinition) -> EndpointDefinition {
        EndpointDefinition(
            endpoint.id, deviceTypes: endpoint.deviceTypes + [DeviceType(0x0011, revision: 1)],
            parent: endpoint.parent, clusters: endpoint.clusters + [.battery(halfPercent: 170)])
    }

    // MARK: Bridges

    /// The endpoint of a bridge, whose parts are the bridged devices.
    package static func aggregator(_ id: UInt16 = 1) -> EndpointDefinition {
        device(id, type: 0x000E, revision: 2, clusters: [])
    }

    /// This endpoint as a device behind a bridge.
    package func bridged(
        by aggregator: UInt16 = 1, name: String, vendorName: String = "Tomte Test Vendor", uniqueID: String
    ) -> EndpointDefinition {
        let information = ClusterTemplate(
            ClusterID.bridgedInformation, revision: 4,
            attributes: [
                AttributeTemplate(0x01, is: .text(vendorName)), AttributeTemplate(0x03, is: .text(name)),
                .writable(
                    0x05, is: .text(name), within: .text(maximumBytes: 32), privilege: .manage, isNonvolatile: true),
                AttributeTemplate(0x0F, is: .text("SN-\(uniqueID)")), AttributeTemplate(0x11, is: true),
                AttributeTemplate(0x12, is: .text(uniqueID)),
            ])
        return EndpointDefinition(
            id, deviceTypes: deviceTypes + [DeviceType(0x0013, revision: 3)], parent: aggregator,
            clusters: [information] + clusters)
    }

    /// An aggregator on endpoint 1 and some devices behind it.
    package static let sampleBridge: [EndpointDefinition] = [
        .aggregator(), EndpointDefinition.dimmableLight(2).bridged(name: "Hall lamp", uniqueID: "hall-lamp"),
        EndpointDefinition.contactSensor(3).bridged(name: "Front door", uniqueID: "front-door"),
        EndpointDefinition.climateSensor(4).bridged(name: "Bedroom", uniqueID: "bedroom-climate"),
        EndpointDefinition.meteringPlug(5).bridged(name: "Kettle", uniqueID: "kettle"),
    ]
}
