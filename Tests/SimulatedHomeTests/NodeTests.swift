import HomeModel
import MatterEmulator
import MatterNodes
import MatterProtocol
import Testing
import YAMLFields

@testable import SimulatedHome

/// The Matter nodes of a scenario.
@Suite struct NodeTests {
    private static let code = "0602-092-9458"

    @Test func villaHasSixNodesAndABridge() throws {
        let nodes = try ScenarioFile.read("villa").pairables.filter { $0.link == .matter }
        #expect(
            nodes.map(\.id) == [
                "aurel", "floor-lamp", "kettle", "side-door", "garage-climate", "kitchen-window", "living-motion",
            ])
        #expect(nodes.filter(\.isBridge).map(\.id) == ["aurel"])
        #expect(nodes.first?.devices.map(\.kind) == [.light, .light])
        let lamp = try #require(nodes.first { $0.id == "floor-lamp" })
        #expect(lamp.codeText == Self.code)
        let payload = try SetupPayload(try #require(lamp.qrPayload))
        #expect(
            ManualPairingCode(discriminator: payload.discriminator, passcode: payload.passcode).exposedLabel
                == Self.code)
    }

    /// What the gateway makes of each kind of device. Matter has occupancy in place of motion.
    @Test(arguments: [
        (DeviceKind.light, ["switch", "brightness", "colorTemperature", "power", "energy"]),
        (.plug, ["switch", "power", "energy"]), (.switch, ["switch"]), (.lock, ["lock", "battery"]),
        (.thermostat, ["temperature", "targetTemperature", "thermostatMode", "battery"]),
        (.cover, ["position", "movement"]), (.climate, ["temperature", "humidity"]), (.thermometer, ["temperature"]),
        (.lightSensor, ["illuminance"]), (.contact, ["contact", "battery"]), (.motion, ["occupancy", "battery"]),
        (.leak, ["leak", "battery"]), (.smoke, ["smoke", "battery"]),
    ])
    func gatewayUnderstandsTheNode(_ kind: DeviceKind, capabilities: [String]) throws {
        var home = try Self.home(of: kind)
        let assembly = try Self.assembly(&home)
        let values = Self.values(of: assembly.definition)
        let bindings = NodeModel(values).devices.flatMap(\.bindings)
        #expect(Set(bindings.map(\.capability.name.kind.rawValue)).isSuperset(of: capabilities))
        // The gateway gets the values that the device shows.
        for observation in try #require(home.observations(of: "a")) {
            let shown = observation.address.capability.kind
            let kind = shown == .motion ? CapabilityKind.occupancy : shown
            guard capabilities.contains(kind.rawValue) else { continue }
            let binding = try #require(bindings.first { $0.capability.name.kind == kind }, "\(kind)")
            let received = try #require(binding.value(in: values), "\(kind)")
            #expect(Self.isAboutEqual(received, to: observation.value), "\(kind): \(received) \(observation.value)")
        }
    }

    /// Every capability that the device is commanded by is a command of the node too, and reaches the same value.
    @Test(arguments: [
        (DeviceKind.light, CapabilityKind.switch, CapabilityValue.boolean(true)), (.light, .brightness, .number(40)),
        (.light, .colorTemperature, .number(2700)), (.plug, .switch, .boolean(false)),
        (.switch, .switch, .boolean(false)), (.lock, .lock, .text("unlocked")),
        (.thermostat, .targetTemperature, .number(18.5)), (.thermostat, .thermostatMode, .text("off")),
        (.cover, .position, .number(35)), (.cover, .movement, .text("stopped")),
    ])
    func commandOfTheGatewayReachesTheDevice(_ kind: DeviceKind, capability: CapabilityKind, value: CapabilityValue)
        throws
    {
        var home = try Self.home(of: kind)
        let assembly = try Self.assembly(&home)
        let address = ValueAddress(capability)
        // What the node shows when the value is reached is what a controller asks for.
        var goal = try #require(home.states["a"])
        goal.show(Observation(capability, value: value))
        let wanted = assembly.values(of: "a", in: goal).map {
            ControllerChange(path: $0.path, value: $0.value, fabric: 1)
        }
        let commands = wanted.flatMap { assembly.commands([$0]) }
        let command = try #require(commands.first { $0.command.address == address })
        #expect(command.device == "a" && Self.isAboutEqual(command.command.value, to: value))
    }

    @Test func lampThatIsDimmedToZeroStaysOff() throws {
        var home = try Self.home(of: .light)
        let assembly = try Self.assembly(&home)
        func change(_ cluster: UInt32, value: TLVValue) -> ControllerChange {
            ControllerChange(
                path: AttributePath(endpoint: 1, cluster: cluster, attribute: 0), value: value, fabric: 1)
        }
        let commands = assembly.commands([
            change(ClusterID.onOff, value: false), change(ClusterID.levelControl, value: .number(UInt8(1))),
        ])
        #expect(commands.map(\.command) == [DeviceCommand(address: ValueAddress(.switch), value: .boolean(false))])
    }

    @Test func plugWithSeveralRelaysHasAnEndpointForEach() throws {
        let yaml = """
            name: One
            bridges: [{ id: hub, name: Hub, link: matter, setupCode: \(Self.code) }]
            devices:
              - { id: a, kind: plug, link: matter, bridge: hub, name: Strip, loads: [lamp, pump] }
              - { id: b, kind: contact, link: matter, bridge: hub, name: Door }
            """
        var home = HomeSimulation(try ScenarioReader.read(yaml), start: midwinter)
        let model = NodeModel(Self.values(of: try Self.assembly(&home).definition))
        let strip = try #require(model.devices.first { $0.description.name == "Strip" })
        #expect(strip.description.parts.count == 2)
        #expect(strip.bindings.count { $0.capability.name.kind == .switch } == 2)
        let door = try #require(model.devices.first { $0.description.name == "Door" })
        #expect(door.bindings.contains { $0.capability.name.kind == .contact })
    }

    @Test(arguments: [
        DeviceKind.airQuality, .heatPump, .solar, .battery, .gridMeter,
    ])
    func kindWithoutADeviceTypeIsRefused(_ kind: DeviceKind) {
        #expect(throws: ScenarioError.self) { try Self.home(of: kind) }
    }

    @Test func mistakesOfNodesAreReported() {
        let yaml = """
            name: Wrong
            bridges:
              - { id: hub, name: Hub, link: matter, setupCode: 271-80-463 }
              - { id: way, name: Way, link: mqtt, setupCode: 271-80-463 }
              - { id: old, name: Old, setupCode: 271-80-463 }
            devices:
              - { id: a, kind: light, link: matter, name: A }
              - { id: b, kind: light, link: matter, name: B, setupCode: 0602-092-9457 }
              - { id: c, kind: solar, link: matter, name: C, setupCode: \(Self.code) }
              - { id: d, kind: light, link: matter, name: D, bridge: old }
              - { id: e, kind: light, link: matter, name: E, setupCode: \(Self.code), count: 2 }
              - { id: f, kind: light, link: matter, name: A name that is too long for any node, setupCode: \(Self.code) }
              - { id: g, kind: light, link: matter, name: G, setupCode: \(Self.code) }
            faults:
              - { fault: drop, device: g }
            """
        let error = #expect(throws: ScenarioError.self) { try ScenarioReader.read(yaml) }
        guard case .mistakes(let mistakes)? = error else { return }
        #expect(mistakes.map(\.line) == [3, 4, 7, 8, 9, 10, 11, 12, 15])
    }

    // MARK: Homes and nodes

    /// A home with one node and nothing else.
    private static func home(of kind: DeviceKind) throws -> HomeSimulation {
        let room = kind.needsRoom ? ", room: Hall" : ""
        let yaml = """
            name: One
            rooms: [{ name: Hall, use: hall }]
            devices: [{ id: a, kind: \(kind.rawValue), link: matter, name: A, setupCode: \(code)\(room) }]
            """
        return HomeSimulation(try ScenarioReader.read(yaml), start: midwinter)
    }

    private static func assembly(_ home: inout HomeSimulation) throws -> NodeAssembly {
        NodeAssembly(
            try #require(home.scenario.pairables.first), code: try ManualPairingCode(code), states: home.states)
    }

    /// The attributes of the devices of a node, with the global ones and the lists of endpoints.
    private static func values(of definition: NodeDefinition) -> AttributeValues {
        var values: [(AttributePath, TLVValue)] = []
        func add(_ endpoint: UInt16, cluster: UInt32, attribute: UInt32, value: TLVValue) {
            values.append((AttributePath(endpoint: endpoint, cluster: cluster, attribute: attribute), value))
        }
        add(
            0, cluster: ClusterID.descriptor, attribute: 3,
            value: .array(definition.endpoints.map { .number($0.id) }))
        for endpoint in definition.endpoints {
            let types = endpoint.deviceTypes.map { TLVValue.structure([0: .number($0.id), 1: .number($0.revision)]) }
            let parts = definition.endpoints.filter { $0.parent == endpoint.id }.map { TLVValue.number($0.id) }
            add(endpoint.id, cluster: ClusterID.descriptor, attribute: 0, value: .array(types))
            add(endpoint.id, cluster: ClusterID.descriptor, attribute: 3, value: .array(parts))
            for cluster in endpoint.clusters {
                for attribute in cluster.attributes {
                    add(endpoint.id, cluster: cluster.id, attribute: attribute.id, value: attribute.value)
                }
                add(
                    endpoint.id, cluster: cluster.id, attribute: GlobalAttribute.features,
                    value: .number(cluster.features))
                add(
                    endpoint.id, cluster: cluster.id, attribute: GlobalAttribute.acceptedCommands,
                    value: .array(cluster.commands.map { .number($0.id) }))
            }
        }
        return AttributeValues(values)
    }

    /// Levels and mired are a little coarser than percentages and kelvin.
    private static func isAboutEqual(_ value: CapabilityValue, to expected: CapabilityValue) -> Bool {
        guard case .number(let number) = value, case .number(let wanted) = expected else { return value == expected }
        return abs(number - wanted) <= max(0.5, abs(wanted) / 200)
    }
}
