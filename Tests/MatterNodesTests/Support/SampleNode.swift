import HomeModel
import MatterNodes
import MatterProtocol

/// A node with one endpoint that does something, for tests of single rows.
struct SampleNode {
    private(set) var values: AttributeValues

    init(
        types: [UInt64] = [], features: [UInt32: UInt64] = [:], commands: [UInt32: [UInt64]] = [:],
        attributes: [UInt32: [UInt32: TLVValue]]
    ) {
        var all = AttributeValues()
        func set(_ attribute: UInt32, of cluster: UInt32, to value: TLVValue, endpoint: UInt16 = 1) {
            all.set(AttributePath(endpoint: endpoint, cluster: cluster, attribute: attribute), to: value)
        }
        set(0, of: 0x1D, to: .array([.structure([0: .unsigned(0x16)])]), endpoint: 0)
        set(3, of: 0x1D, to: .array([.unsigned(1)]), endpoint: 0)
        set(0, of: 0x1D, to: .array(types.map { .structure([0: .unsigned($0), 1: .unsigned(1)]) }))
        for (cluster, bits) in features { set(0xFFFC, of: cluster, to: .unsigned(bits)) }
        for (cluster, list) in commands { set(0xFFF9, of: cluster, to: .array(list.map { .unsigned($0) })) }
        for (cluster, list) in attributes {
            for (attribute, value) in list { set(attribute, of: cluster, to: value) }
        }
        values = all
    }

    var model: NodeModel { NodeModel(values) }

    subscript(_ name: String) -> CapabilityBinding? {
        model.devices[0].bindings.first { "\($0.capability.name)" == name }
    }

    func value(_ name: String) -> CapabilityValue? { self[name]?.value(in: values) }

    /// The requests of a command, as text; the error if there is none.
    func steps(_ name: String, to value: CapabilityValue, pin: String? = nil) -> [NodeCommandStep]? {
        try? self[name]?.command(to: value, in: values, pin: pin).steps
    }
}
