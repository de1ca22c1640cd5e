import HomeKitAccessories
import HomeModel
import SeededRandom
import Testing

/// The facts that hold for the model of every accessory, however odd its database is.
enum ModelInvariants {
    static func check(_ model: AccessoryModel, of accessory: Accessory, seed: UInt64) {
        checkDescription(model)
        for binding in model.bindings {
            if let value = binding.value(in: accessory.values) { expectValid(value, for: binding.capability) }
            checkCommands(binding)
        }
        var generator = SeededGenerator(seed: seed)
        let shuffled = AccessoryModel(accessory.shuffled(using: &generator))
        #expect(shuffled.description == model.description, "seed \(seed)")
    }

    private static func checkDescription(_ model: AccessoryModel) {
        let parts = model.description.parts
        #expect(Set(parts.map(\.id)).count == parts.count)
        #expect(!model.description.name.isEmpty)
        for part in parts {
            #expect(!part.capabilities.isEmpty)
            #expect(Set(part.capabilities.map(\.name)).count == part.capabilities.count)
        }
        #expect(parts.flatMap(\.capabilities).count == model.bindings.count)
        #expect(Set(model.polled).isDisjoint(with: model.bindings.filter(\.isPress).flatMap(\.reported)))
    }

    private static func expectValid(_ value: CapabilityValue, for capability: Capability) {
        #expect(value.has(capability.valueType))
        switch value {
        case .number(let number): #expect(capability.range.contains(number))
        case .text(let text):
            #expect(capability.valueType == .text || capability.options.contains(text))
        case .boolean, .color: break
        }
    }

    /// Every command that the description offers can be sent or is one that only the device itself reports.
    private static func checkCommands(_ binding: CapabilityBinding) {
        let capability = binding.capability
        guard capability.isCommanded else {
            #expect(binding.command(to: capability.sample) == nil)
            return
        }
        // The metadata may exclude some of the words as targets, but not all.
        let values = capability.valueType == .choice ? capability.commandWords.map { .text($0) } : [capability.sample]
        let command = values.lazy.compactMap { binding.command(to: $0) }.first
        #expect(command != nil, "\(capability.name)")
        for write in command?.writes ?? [] { #expect(binding.written.contains(write.iid)) }
        #expect(command?.readBack.isEmpty == !capability.isReported)
    }
}

extension Capability {
    /// A value to which the capability can be set.
    var sample: CapabilityValue {
        switch valueType {
        case .boolean: .boolean(true)
        case .number: .number(range.upperBound)
        case .choice: .text(commandWords.first ?? "")
        case .text: .text("text")
        case .color: .color(hue: 120, saturation: 50)
        }
    }

    /// The options that can be commanded: not those that only the device itself enters.
    var commandWords: [String] {
        let entered = Set(["jammed", "opening", "closing", "triggered", "hold"])
        return commandedOptions.filter { !entered.contains($0) && !(kind == .garageDoor && $0 == "stopped") }
    }
}

extension Accessory {
    /// The same accessory with its services and characteristics in another order.
    func shuffled(using generator: inout SeededGenerator) -> Accessory {
        var services: [AccessoryService] = []
        for service in self.services {
            services.append(
                AccessoryService(
                    iid: service.iid, type: service.type, isHidden: service.isHidden, isPrimary: service.isPrimary,
                    linked: service.linked.shuffled(using: &generator),
                    characteristics: service.characteristics.shuffled(using: &generator)))
        }
        return Accessory(aid: aid, services: services.shuffled(using: &generator), problems: problems)
    }
}
