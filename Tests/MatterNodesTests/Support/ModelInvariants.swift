import HomeModel
import MatterNodes
import MatterProtocol
import SeededRandom
import Testing

/// The facts that hold for the model of every node, however odd its attributes are.
enum ModelInvariants {
    static func check(_ model: NodeModel, of values: AttributeValues, seed: UInt64) {
        for device in model.devices {
            checkDescription(device)
            for binding in device.bindings {
                if let value = binding.value(in: values) { expectValid(value, for: binding.capability) }
                checkCommands(binding, values: values)
            }
        }
        checkTopology(model)
        // The order in which a node reports its attributes has no meaning.
        var generator = SeededGenerator(seed: seed)
        let shuffled = NodeModel(
            AttributeValues(
                values.paths.sorted { $0.order < $1.order }.shuffled(using: &generator)
                    .compactMap { path in values[path].map { (path, $0) } }))
        #expect(shuffled.devices.map(\.description) == model.devices.map(\.description), "seed \(seed)")
    }

    private static func checkTopology(_ model: NodeModel) {
        let members = model.devices.flatMap(\.endpoints)
        #expect(Set(members).count == members.count)
        #expect(model.devices.first?.endpoint == 0)
        #expect(model.pollPlan.attributes.count == Set(model.pollPlan.attributes).count)
        let presses = model.devices.flatMap(\.bindings).filter(\.isPress).flatMap(\.reported)
        #expect(presses.isEmpty)
    }

    private static func checkDescription(_ device: NodeDevice) {
        let parts = device.description.parts
        #expect(Set(parts.map(\.id)).count == parts.count)
        #expect(!device.description.name.isEmpty)
        for part in parts {
            #expect(!part.capabilities.isEmpty)
            #expect(Set(part.capabilities.map(\.name)).count == part.capabilities.count)
        }
        #expect(parts.flatMap(\.capabilities).count == device.bindings.count)
    }

    private static func expectValid(_ value: CapabilityValue, for capability: Capability) {
        #expect(value.has(capability.valueType))
        switch value {
        case .number(let number): #expect(capability.range.contains(number))
        case .text(let text): #expect(capability.valueType == .text || capability.options.contains(text))
        case .boolean, .color: break
        }
    }

    /// Every capability that accepts commands accepts at least one of its values, and the requests name the node's own
    /// endpoints.
    private static func checkCommands(_ binding: CapabilityBinding, values: AttributeValues) {
        let capability = binding.capability
        let commands = capability.samples.compactMap { try? binding.command(to: $0, in: values, pin: "123456") }
        // The PIN may have another length.
        if capability.kind != .lock { #expect(commands.isEmpty != capability.isCommanded, "\(capability.name)") }
        for command in commands {
            #expect(!command.steps.isEmpty)
            #expect(command.steps.allSatisfy { $0.endpoint == binding.endpoint })
            #expect(command.readBack.isEmpty == binding.reported.isEmpty)
            #expect(command.isConfirmed(by: command.value))
        }
    }
}

extension Capability {
    /// Values to which the capability might be set.
    var samples: [CapabilityValue] {
        switch valueType {
        case .boolean: [.boolean(true), .boolean(false)]
        case .number: [.number(range.upperBound), .number(range.lowerBound)]
        case .choice: commandedOptions.map { .text($0) }
        case .text: [.text("text")]
        case .color: [.color(hue: 120, saturation: 50)]
        }
    }
}

extension AttributePath {
    var order: UInt64 { UInt64(endpoint) << 40 ^ UInt64(cluster) << 16 ^ UInt64(attribute) }
}
