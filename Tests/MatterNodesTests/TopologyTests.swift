import HomeModel
import MatterProtocol
import Testing

@testable import MatterNodes

/// Which endpoints belong to which device, and how devices and parts are named.
struct TopologyTests {
    /// Builds a node from endpoints with device types and parts; each one has a switch.
    private func node(
        _ endpoints: [UInt16: (types: [UInt64], parts: [UInt64])], labels: [UInt16: [(String, String)]] = [:],
        tags: [UInt16: [(UInt64, UInt64)]] = [:]
    ) -> NodeModel {
        var values = AttributeValues()
        for (number, endpoint) in endpoints {
            func set(_ attribute: UInt32, of cluster: UInt32, to value: TLVValue) {
                values.set(AttributePath(endpoint: number, cluster: cluster, attribute: attribute), to: value)
            }
            set(0, of: 0x1D, to: .array(endpoint.types.map { .structure([0: .unsigned($0)]) }))
            set(3, of: 0x1D, to: .array(endpoint.parts.map { .unsigned($0) }))
            if !endpoint.types.contains(0x0E), number != 0 { set(0, of: 0x06, to: true) }
            if endpoint.types.contains(0x13) { set(5, of: 0x39, to: .text("Device \(number)")) }
            if let list = labels[number] {
                set(0, of: 0x40, to: .array(list.map { .structure([0: .text($0), 1: .text($1)]) }))
            }
            if let list = tags[number] {
                set(4, of: 0x1D, to: .array(list.map { .structure([0: .null, 1: .unsigned($0), 2: .unsigned($1)]) }))
            }
        }
        return NodeModel(values)
    }

    private func members(_ model: NodeModel) -> [UInt16: [UInt16]] {
        Dictionary(uniqueKeysWithValues: model.devices.map { ($0.endpoint, $0.endpoints) })
    }

    @Test func endpointsOfANodeAreOneDevice() {
        let model = node([0: ([0x16], [1, 2]), 1: ([0x010A], []), 2: ([0x010A], [])])
        #expect(members(model) == [0: [0, 1, 2]])
        #expect(model.devices[0].description.parts.map(\.id.rawValue) == ["plug-1", "plug-2"])
        #expect(model.devices[0].description.parts.map(\.name) == ["Plug 1", "Plug 2"])
    }

    @Test func singlePartIsMain() {
        let model = node([0: ([0x16], [1]), 1: ([0x010A], [])])
        #expect(model.devices[0].description.parts.map(\.id) == [.main])
    }

    @Test func eachBridgedNodeIsADevice() {
        // The lists of the root and the aggregator have all descendants.
        let model = node([
            0: ([0x16], [1, 2, 3, 4]), 1: ([0x0E], [2, 3, 4]), 2: ([0x13, 0x0100], []), 3: ([0x13], [4]),
            4: ([0x0100], []),
        ])
        #expect(members(model) == [0: [0, 1], 2: [2], 3: [3, 4]])
        #expect(model.devices.map(\.isBridged) == [false, true, true])
        #expect(model.device(3)?.description.name == "Device 3")
    }

    @Test func endpointThatTwoBridgedNodesClaimBelongsToTheSmallerFamily() {
        let model = node([
            0: ([0x16], [1]), 1: ([0x0E], [2, 3]), 2: ([0x13], [4, 5, 6]), 3: ([0x13], [6]), 4: ([0x0100], []),
            5: ([0x0100], []), 6: ([0x0100], []),
        ])
        #expect(members(model) == [0: [0, 1], 2: [2, 4, 5], 3: [3, 6]])
    }

    @Test func bridgedNodeWithoutAnAggregatorIsADevice() {
        #expect(members(node([0: ([0x16], [7]), 7: ([0x13, 0x0100], [])])) == [0: [0], 7: [7]])
    }

    @Test func rootIsNeverABridgedDevice() {
        let model = node([0: ([0x13, 0x16], [1]), 1: ([0x0100], [0, 1])])
        #expect(members(model) == [0: [0, 1]])
    }

    @Test func labelsAndTagsNameTheParts() {
        let endpoints: [UInt16: (types: [UInt64], parts: [UInt64])] = [
            0: ([0x16], [1, 2, 3]), 1: ([0x0F], []), 2: ([0x0F], []), 3: ([0x010A], []),
        ]
        let model = node(
            endpoints, labels: [1: [("Button", "Up")], 3: [("room", "Hall")]],
            tags: [2: [(0x08, 1), (0x07, 2)], 3: [(8, 0)]])
        #expect(model.devices[0].description.parts.map(\.name) == ["Button Up", "Button right 2", "Plug left"])
        #expect(model.devices[0].description.parts.map(\.id.rawValue) == ["button-1", "button-2", "plug-3"])
    }

    @Test func idsOfPartsDoNotDependOnNames() {
        let endpoints: [UInt16: (types: [UInt64], parts: [UInt64])] = [
            0: ([0x16], [1, 2]), 1: ([0x0F], []), 2: ([0x0F], []),
        ]
        let ids = node(endpoints).devices[0].description.parts.map(\.id)
        #expect(node(endpoints, labels: [1: [("a", "b")]]).devices[0].description.parts.map(\.id) == ids)
    }

    @Test func informationIsReadAndItsTextsAreLimited() {
        var values = AttributeValues()
        func set(_ attribute: UInt32, to value: TLVValue) {
            values.set(AttributePath(endpoint: 0, cluster: 0x28, attribute: attribute), to: value)
        }
        set(1, to: .text("  Ex\u{202E}ample  \n Ltd "))
        set(2, to: .unsigned(4_874))
        set(3, to: .text(String(repeating: "x", count: 5_000)))
        set(4, to: .unsigned(80))
        set(5, to: .text("   "))
        set(10, to: .text("3.2.1"))
        set(15, to: .text("RV44"))
        set(18, to: .bytes([1]))
        let model = NodeModel(values)
        #expect(model.information.vendorName == "Ex\\u{202e}ample Ltd")
        #expect(model.information.vendorID == 4_874 && model.information.productID == 80)
        #expect(model.information.nodeLabel == nil && model.information.uniqueID == nil)
        #expect(model.information.softwareVersion == "3.2.1" && model.information.serialNumber == "RV44")
        #expect((model.information.productName ?? "").unicodeScalars.count <= 101)
        #expect(model.devices[0].description.manufacturer == "Ex\\u{202e}ample Ltd")
    }

    @Test func addressesOfInterfacesIdentifyTheHardware() {
        func interface(_ type: UInt64, address: [UInt8]) -> TLVValue {
            .structure([4: .bytes(address), 7: .unsigned(type)])
        }
        var values = AttributeValues()
        values.set(
            AttributePath(endpoint: 0, cluster: 0x33, attribute: 0),
            to: .array([
                interface(1, address: [0xA4, 0xCF, 0x12, 0, 0x1B, 0x2C]), interface(0, address: [2, 0x42, 0, 0, 0, 1]),
                interface(4, address: [1, 2, 3, 4, 5, 6, 7, 8]), interface(2, address: [0, 0, 0, 0, 0, 0]), .null,
            ]))
        #expect(NodeModel(values).devices[0].description.hardware.map(\.description) == ["mac:a4cf12001b2c"])
    }

    @Test func deviceThatTheBridgeCannotReachIsNotReachable() throws {
        let values = try MatterFixture("bridge").values()
        let model = NodeModel(values)
        #expect(model.device(42)?.isReachable(in: values) == false)
        #expect(model.device(50)?.isReachable(in: values) == true)
        #expect(model.device(0)?.isReachable(in: values) == nil)
    }

    @Test func endpointThatDoesSomethingIdentifiesItself() throws {
        let model = NodeModel(try MatterFixture("dimmable-light").values())
        #expect(
            model.devices[0].identifyingEndpoint == 1)
        #expect(NodeModel(AttributeValues()).devices[0].identifyingEndpoint == nil)
    }

    @Test func changesOfDescriptorsAreStructural() {
        func isStructural(_ attribute: UInt32, of cluster: UInt32) -> Bool {
            NodeModel.isStructural(AttributePath(endpoint: 1, cluster: cluster, attribute: attribute))
        }
        #expect(
            isStructural(3, of: 0x1D) && isStructural(0xFFFC, of: 0x06) && isStructural(5, of: 0x28)
                && isStructural(2, of: 0x50))
        #expect(!isStructural(0, of: 0x06) && !isStructural(17, of: 0x39) && !isStructural(3, of: 0x50))
    }
}
