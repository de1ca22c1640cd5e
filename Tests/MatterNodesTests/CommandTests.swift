import HomeModel
import MatterProtocol
import SeededRandom
import Testing

@testable import MatterNodes

/// Every command of every fixture, carried out by a simulated node.
struct CommandTests {
    /// What a robot reports later than at once, and what has no report.
    private func isImmediate(_ binding: CapabilityBinding, to value: CapabilityValue) -> Bool {
        !(binding.capability.kind == .vacuum && value == .text("returning")) && !binding.reported.isEmpty
    }

    private func check(_ binding: CapabilityBinding, to value: CapabilityValue, values: AttributeValues) throws {
        guard let command = try? binding.command(to: value, in: values, pin: "1234"), isImmediate(binding, to: value)
        else {
            return
        }
        var node = SimulatedNode(values)
        node.receive(command)
        // A lamp with the brightness 0 is off, and keeps its brightness for later.
        if case .invoke(0x00, _) = command.steps[0].action, command.steps[0].cluster == 0x06,
            binding.capability.kind != .switch
        {
            let power = AttributePath(endpoint: binding.endpoint, cluster: 0x06, attribute: 0)
            #expect(node.values[power] == false)
            #expect(command.readBack.contains(power))
            return
        }
        let name = binding.capability.name
        let reported = try #require(binding.value(in: node.values), "\(name) to \(value)")
        #expect(command.isConfirmed(by: reported), "\(name) to \(value) became \(reported)")
        #expect(Set(binding.reported).isSubset(of: command.readBack))
    }

    @Test(arguments: MatterFixture.all) func everyCommandIsConfirmedByItsReport(_ fixture: MatterFixture) throws {
        let values = try fixture.values()
        var generator = SeededGenerator(seed: 19)
        for binding in NodeModel(values).devices.flatMap(\.bindings) where binding.capability.isCommanded {
            for value in binding.capability.samples { try check(binding, to: value, values: values) }
            let range = binding.capability.range
            guard range.upperBound - range.lowerBound < 1e6 else { continue }
            for _ in 0..<50 {
                switch binding.capability.valueType {
                case .number:
                    try check(binding, to: .number(Double.random(in: range, using: &generator)), values: values)
                case .color:
                    let hue = Double.random(in: 0...360, using: &generator)
                    let saturation = Double.random(in: 0...100, using: &generator)
                    try check(binding, to: .color(hue: hue, saturation: saturation), values: values)
                default: break
                }
            }
        }
    }

    /// What a node reports, it can be set to, and reports again within one step.
    @Test(arguments: MatterFixture.all) func reportedValueCanBeSetAgain(_ fixture: MatterFixture) throws {
        let values = try fixture.values()
        for binding in NodeModel(values).devices.flatMap(\.bindings) where binding.capability.isCommanded {
            guard let value = binding.value(in: values),
                let command = try? binding.command(to: value, in: values, pin: "1234"), isImmediate(binding, to: value)
            else { continue }
            var node = SimulatedNode(values)
            node.receive(command)
            let reported = try #require(binding.value(in: node.values))
            #expect(command.tolerance.accepts(reported, for: value), "\(binding.capability.name): \(value)")
        }
    }

    /// A command gives no value that its capability does not have, whatever a caller asks for.
    @Test(arguments: MatterFixture.all) func impossibleValuesAreRefused(_ fixture: MatterFixture) throws {
        let values = try fixture.values()
        let impossible: [CapabilityValue] = [
            .number(.nan), .number(.infinity), .number(-.infinity), .text("nonsense"), .text(""),
            .color(hue: .nan, saturation: 50), .color(hue: 500, saturation: 50), .color(hue: 10, saturation: -1),
        ]
        for binding in NodeModel(values).devices.flatMap(\.bindings) {
            for value in impossible {
                #expect(throws: NodeCommandError.self, "\(binding.capability.name): \(value)") {
                    try binding.command(to: value, in: values, pin: "1234")
                }
            }
        }
    }
}
