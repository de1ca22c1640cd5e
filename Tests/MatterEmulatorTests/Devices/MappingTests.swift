import HomeModel
import MatterEmulator
import MatterFixtures
import MatterNodes
import MatterProtocol
import Testing

/// The simulated devices as the gateway sees them.
@Suite struct MappingTests {
    struct Device: Sendable, CustomTestStringConvertible {
        let name: String
        let endpoints: [EndpointDefinition]
        /// The capabilities that the gateway must find at least.
        let capabilities: Set<String>

        var testDescription: String { name }
    }

    static let devices = [
        Device(name: "on/off light", endpoints: [.onOffLight()], capabilities: ["switch"]),
        Device(name: "dimmable light", endpoints: [.dimmableLight()], capabilities: ["brightness", "switch"]),
        Device(
            name: "colour light", endpoints: [.extendedColorLight()],
            capabilities: ["brightness", "color", "colorTemperature", "switch"]),
        Device(
            name: "plug", endpoints: [.meteringPlug()],
            capabilities: ["current", "energy", "power", "switch", "voltage"]),
        Device(
            name: "thermostat", endpoints: [.thermostat()],
            capabilities: ["coolingSetPoint", "heatingSetPoint", "temperature", "thermostatMode"]),
        Device(name: "lock", endpoints: [.doorLock()], capabilities: ["lock"]),
        Device(name: "lock with PIN", endpoints: [.doorLock(requiresPIN: true)], capabilities: ["lock"]),
        Device(
            name: "contact sensor", endpoints: [.contactSensor()], capabilities: ["battery", "contact", "lowBattery"]),
        Device(name: "occupancy sensor", endpoints: [.occupancySensor()], capabilities: ["occupancy"]),
        Device(name: "climate sensor", endpoints: [.climateSensor()], capabilities: ["humidity", "temperature"]),
        Device(name: "covering", endpoints: [.windowCovering()], capabilities: ["movement", "position", "tilt"]),
        Device(name: "button", endpoints: [.button()], capabilities: ["button"]),
        Device(name: "smoke alarm", endpoints: [.smokeAlarm()], capabilities: ["carbonMonoxide", "smoke"]),
        Device(name: "fan", endpoints: [.fan()], capabilities: ["fanSpeed"]),
        Device(name: "robot vacuum", endpoints: [.robotVacuum()], capabilities: ["vacuum"]),
        Device(
            name: "bridge", endpoints: EndpointDefinition.sampleBridge,
            capabilities: ["brightness", "contact", "humidity", "power", "temperature"]),
    ]

    private static func values(_ session: ControllerSession) async throws -> AttributeValues {
        AttributeValues(try await session.read([.all]).attributes.map { ($0.path, $0.value) })
    }

    @Test(arguments: devices) func gatewayFindsTheCapabilities(device: Device) async throws {
        try await CommissionedNode.run(device.endpoints) { _, _, session in
            let values = try await Self.values(session)
            let model = NodeModel(values)
            let bindings = model.devices.flatMap(\.bindings)
            let found = Set(bindings.map { "\($0.capability.name)" })
            #expect(device.capabilities.subtracting(found).isEmpty)
            #expect(model.problems.isEmpty)
            #expect(model.devices.flatMap(\.description.others).isEmpty)
            // A lamp that shows a colour temperature has no colour.
            for binding in bindings where !binding.isPress && binding.capability.kind != .color {
                #expect(binding.value(in: values) != nil, "\(binding.capability.name)")
            }
        }
    }

    /// Values to command: the ends and the middle of a range, both truth values, all options.
    private static func samples(of capability: Capability) -> [CapabilityValue] {
        switch capability.valueType {
        case .boolean: [.boolean(true), .boolean(false)]
        case .number:
            [capability.range.upperBound, (capability.range.lowerBound + capability.range.upperBound) / 2]
                .filter(\.isFinite).map { .number($0.rounded()) }
        case .color: [.color(hue: 120, saturation: 80)]
        default: capability.options.map { .text($0) }
        }
    }

    @Test(arguments: devices) func nodeDoesWhatTheGatewayCommands(device: Device) async throws {
        var limits = NodeLimits()
        limits.travelTime = .milliseconds(200)
        try await CommissionedNode.run(device.endpoints, limits: limits, lockPIN: "4321") { _, _, session in
            let model = NodeModel(try await Self.values(session))
            for binding in model.devices.flatMap(\.bindings) where binding.capability.isCommanded {
                for wanted in Self.samples(of: binding.capability) {
                    let values = try await Self.values(session)
                    guard let command = try? binding.command(to: wanted, in: values, pin: "4321") else { continue }
                    for step in command.steps { try await Self.carryOut(step, over: session) }
                    try await Self.waitForConfirmation(of: command, by: binding, over: session)
                }
            }
        }
    }

    private static func carryOut(_ step: NodeCommandStep, over session: ControllerSession) async throws {
        switch step.action {
        case .invoke(let command, let fields):
            let result = try await session.invoke(
                step.endpoint, cluster: step.cluster, command: command, fields: fields,
                timeout: step.isTimed ? 10_000 : nil)
            if case .status(let status) = result { #expect(status.outcome == .success, "\(step)") }
        case .write(let attribute, let value):
            let status = try await session.write(
                step.endpoint, cluster: step.cluster, attribute: attribute, value: value)
            #expect(status == .success, "\(step)")
        }
    }

    /// Reads until the value is the commanded one. A covering needs time.
    private static func waitForConfirmation(
        of command: NodeCommand, by binding: CapabilityBinding, over session: ControllerSession
    ) async throws {
        guard !binding.isPress else { return }
        for _ in 0..<200 {
            let value = binding.value(in: try await values(session))
            if let value, command.isConfirmed(by: value) { return }
            if command.travelTime == nil {
                Issue.record("\(binding.capability.name) is \(String(describing: value)), not \(command.value)")
                return
            }
        }
        Issue.record("\(binding.capability.name) does not become \(command.value)")
    }
}
