import HomeModel
import MatterProtocol
import SeededRandom
import Testing

@testable import MatterNodes

/// No values make the model trap, or work for long.
struct HostileNodeTests {
    @Test func tenThousandEndpointsAreLimited() {
        var values = AttributeValues()
        let all = TLVValue.array((0..<10_000).map { .unsigned($0) })
        for endpoint in UInt16(0)..<10_000 {
            let types: TLVValue = .array([.structure([0: .unsigned(endpoint == 1 ? 0x0E : 0x13)])])
            values.set(AttributePath(endpoint: endpoint, cluster: 0x1D, attribute: 0), to: types)
            if endpoint < 20 { values.set(AttributePath(endpoint: endpoint, cluster: 0x1D, attribute: 3), to: all) }
            values.set(AttributePath(endpoint: endpoint, cluster: 0x06, attribute: 0), to: true)
        }
        let model = NodeModel(values)
        #expect(model.endpoints.count == NodeModel.maximumEndpoints)
        #expect(model.problems == ["endpoints: 9000 are left out"])
        #expect(model.devices.count <= NodeModel.maximumEndpoints)
    }

    @Test func attributesAreLimited() {
        var values = AttributeValues()
        for number in 0..<UInt32(AttributeValues.maximumCount + 100) {
            values.set(AttributePath(endpoint: 1, cluster: 0x06, attribute: number), to: true)
        }
        #expect(values.count == AttributeValues.maximumCount && values.isTruncated)
        // A known attribute is still updated.
        let known = AttributePath(endpoint: 1, cluster: 0x06, attribute: 0)
        #expect(values.set(known, to: false) && values[known] == false)
        #expect(NodeModel(values).problems == ["attributes: there are too many, or they are too large"])
    }

    @Test func sizeOfAttributesIsLimited() {
        var values = AttributeValues()
        let large = TLVValue.bytes(Array(repeating: 1, count: AttributeValues.maximumBytes / 4))
        let paths = (0..<8).map { AttributePath(endpoint: 1, cluster: 0x7777, attribute: $0) }
        for path in paths { values.set(path, to: large) }
        #expect(values.count == 3 && values.isTruncated)
        // A small value still fits, and a large one in its place is not stored: the small one is not true any more.
        let small = AttributePath(endpoint: 1, cluster: 0x06, attribute: 0)
        #expect(values.set(small, to: true) && values[small] == true)
        #expect(values.set(small, to: large) && values[small] == nil)
        // What is replaced makes room.
        values.set(paths[0], to: true)
        #expect(values.set(paths[7], to: large) && values[paths[7]] == large)
    }

    /// Values that are small on the network, and large in memory.
    @Test func manySmallElementsAreLimited() {
        var values = AttributeValues()
        let list = TLVValue.array(Array(repeating: .null, count: 100_000))
        for number in 0..<UInt32(100) {
            values.set(AttributePath(endpoint: 1, cluster: 0x7777, attribute: number), to: list)
        }
        #expect(values.isTruncated && values.count * 800_000 <= AttributeValues.maximumBytes)
    }

    @Test func capabilitiesOfADeviceAreLimited() {
        var values = AttributeValues()
        for endpoint in UInt16(1)...900 {
            values.set(AttributePath(endpoint: endpoint, cluster: 0x06, attribute: 0), to: true)
            values.set(AttributePath(endpoint: endpoint, cluster: 0x7777, attribute: 0), to: true)
        }
        let device = NodeModel(values).devices[0]
        #expect(device.bindings.count == 512)
        #expect(device.description.parts.flatMap(\.capabilities).count == 512)
        #expect(device.description.others.count == 65)
        #expect(device.description.others.last == "836 more: the list is too long")
    }

    @Test func longTextsAndListsAreLimited() {
        let long = String(repeating: "🦊", count: 20_000)
        let modes = Array(repeating: TLVValue.structure([0: .text(long), 1: .unsigned(1)]), count: 20)
        let short = Array(repeating: TLVValue.structure([0: .text("short"), 1: .unsigned(2)]), count: 5_000)
        let node = SampleNode(
            types: [0x27],
            attributes: [
                0x50: [0: .text(long), 2: .array(modes + short), 3: .unsigned(1)],
                0x40: [0: .array(Array(repeating: .structure([0: .text(long), 1: .text(long)]), count: 10))],
            ])
        for capability in node.model.devices[0].description.parts.flatMap(\.capabilities) {
            #expect(capability.options.count <= 255)
            #expect(capability.options.allSatisfy { $0.unicodeScalars.count < 200 })
        }
    }

    /// Random values of every type for all attributes that rows use.
    @Test(arguments: UInt64(1)...30) func randomValuesNeverTrap(_ seed: UInt64) {
        var random = RandomTLV(seed: seed)
        var values = AttributeValues()
        for endpoint in UInt16(0)...3 {
            values.set(
                AttributePath(endpoint: endpoint, cluster: 0x1D, attribute: 0),
                to: .array([.structure([0: .unsigned(random.deviceType())])]))
            for cluster in ClusterTable.all where random.chance(2) {
                for attribute in cluster.attributes.map(\.id) + [0xFFFC, 0xFFF9, 0xFFFB] where random.chance(1) {
                    values.set(
                        AttributePath(endpoint: endpoint, cluster: cluster.id, attribute: attribute), to: random.value()
                    )
                }
            }
        }
        let model = NodeModel(values)
        ModelInvariants.check(model, of: values, seed: seed)
        exercise(model, values: values, random: &random)
    }

    /// A fixture of which some values are replaced by random ones.
    @Test(arguments: MatterFixture.all) func mutatedNodesNeverTrap(_ fixture: MatterFixture) throws {
        let original = try fixture.values()
        let paths = original.paths.sorted { $0.order < $1.order }
        for seed in UInt64(1)...20 {
            var random = RandomTLV(seed: seed)
            var values = original
            for path in paths where random.chance(0) { values.set(path, to: random.value()) }
            let model = NodeModel(values)
            ModelInvariants.check(model, of: values, seed: seed)
            exercise(model, values: values, random: &random)
        }
    }

    /// Sends events and commands of all kinds to a model.
    private func exercise(_ model: NodeModel, values: AttributeValues, random: inout RandomTLV) {
        for device in model.devices {
            for binding in device.bindings {
                for path in binding.events {
                    let value = binding.value(of: NodeEvent(path: path, data: random.value()))
                    if case .number(let number)? = value { #expect(binding.capability.range.contains(number)) }
                }
                for value in [CapabilityValue.number(random.number()), .boolean(true), .text("locked")] {
                    _ = try? binding.command(to: value, in: values, pin: "0")
                }
            }
        }
    }
}
