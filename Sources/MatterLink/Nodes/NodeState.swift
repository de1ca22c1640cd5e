import GatewayCore
import HomeModel
import MatterNodes
import MatterProtocol

/// A node: what it is, which of its devices belong to the home, and its last known values. Reports of the node go in,
/// values of capabilities come out.
struct NodeState: Sendable {
    /// A value of a capability of an adopted device, and the place of that capability within the node.
    struct Update: Hashable, Sendable {
        let capability: EffectTracker<UInt16>.Capability
        let report: CapabilityReport

        var endpoint: UInt16 { capability.target }

        fileprivate init(_ report: CapabilityReport, of binding: CapabilityBinding, endpoint: UInt16) {
            self.report = report
            capability = EffectTracker.Capability(
                target: endpoint, part: binding.part, name: binding.capability.name)
        }
    }

    private(set) var values = AttributeValues()
    private(set) var model = NodeModel(AttributeValues())
    /// The adopted devices, by their endpoints.
    private(set) var devices: [UInt16: Device] = [:]
    /// The number of the last event that was processed.
    private(set) var lastEvent: UInt64?
    /// Whether the values are those of a session, and not only those that were stored.
    private(set) var isCurrent = false

    init() {}

    /// Restores what `stored` returned.
    init(restoring value: TLVValue?) {
        for element in value?.values ?? [] {
            guard let parts = element.values, parts.count == 4,
                let endpoint = parts[0].integer(as: UInt16.self), let cluster = parts[1].integer(as: UInt32.self),
                let attribute = parts[2].integer(as: UInt32.self)
            else { continue }
            values.set(AttributePath(endpoint: endpoint, cluster: cluster, attribute: attribute), to: parts[3])
        }
        model = NodeModel(values)
    }

    /// The values from which the model is made, as one TLV value. Those of measurements are not among them.
    var stored: TLVValue {
        .array(
            values.paths.filter(NodeModel.isStructural).map { path in
                .array([
                    .number(path.endpoint), .number(path.cluster), .number(path.attribute), values[path] ?? .null,
                ])
            })
    }

    /// Replaces the adopted devices.
    mutating func follow(_ adopted: [Device]) {
        devices = Dictionary(
            adopted.compactMap { device in UInt16(device.address.foreignID).map { ($0, device) } }
        ) { $1 }
    }

    /// The session was lost: the values are only those that the node had then.
    mutating func forgetValues() { isCurrent = false }

    /// Applies a whole report: the first one of a subscription, which has all attributes and ends what is not in it.
    /// Returns the values of all adopted devices, and the devices that the node no longer has.
    mutating func replace(with report: AssembledReport) -> (updates: [Update], gone: Set<UInt16>) {
        let before = Set(model.devices.map(\.endpoint))
        let old = values
        values = AttributeValues(report.attributes.lazy.map { ($0.path, $0.value) })
        model = NodeModel(values)
        isCurrent = true
        // Events that prime a subscription have happened before, so that they are no presses.
        noteEvents(report.events)
        let all = Set(values.paths)
        return (updates(of: all, before: old), before.subtracting(model.devices.map(\.endpoint)))
    }

    /// Applies a report of changes and events. `isStructural` tells that the model changed, so that the devices must be
    /// described again.
    mutating func apply(_ report: AssembledReport) -> (updates: [Update], isStructural: Bool) {
        let old = values
        var changed: Set<AttributePath> = []
        var isStructural = false
        for data in report.attributes {
            let isNew = values.set(data.path, to: data.value)
            changed.insert(data.path)
            if isNew, NodeModel.isStructural(data.path) { isStructural = true }
        }
        if isStructural { model = NodeModel(values) }
        let events = presses(in: report.events)
        noteEvents(report.events)
        return (events + updates(of: changed, before: old), isStructural)
    }

    /// The values of devices that were adopted just now; none before the first report of a session.
    func known(of endpoints: Set<UInt16>) -> [Update] {
        guard isCurrent else { return [] }
        return updates(of: Set(values.paths), before: AttributeValues()).filter { endpoints.contains($0.endpoint) }
    }

    /// The value of a capability as it follows from the last known values; nil if it is not known.
    func value(of capability: EffectTracker<UInt16>.Capability) -> CapabilityValue? {
        model.device(capability.target)?[capability.part, capability.name]?.value(in: values)
    }

    /// The devices behind a bridge that it says it does not reach.
    var unreachable: Set<UInt16> {
        Set(model.devices.filter { $0.isReachable(in: values) == false }.map(\.endpoint))
    }

    private func updates(of changed: Set<AttributePath>, before: AttributeValues) -> [Update] {
        model.bindings(reportedBy: changed).compactMap { device, binding in
            guard let adopted = devices[device.endpoint], let value = binding.value(in: values) else { return nil }
            return Update(
                CapabilityReport(
                    value, of: binding.capability, part: binding.part, device: adopted.id, isEvent: false,
                    isChange: binding.value(in: before) != value),
                of: binding, endpoint: device.endpoint)
        }
    }

    private func presses(in events: [EventData]) -> [Update] {
        events.filter { event in lastEvent.map { event.number > $0 } ?? true }.flatMap { event in
            model.values(of: NodeEvent(path: event.path, data: event.fields ?? .null)).compactMap {
                device, binding, value -> Update? in
                guard let adopted = devices[device.endpoint] else { return nil }
                return Update(
                    CapabilityReport(
                        value, of: binding.capability, part: binding.part, device: adopted.id,
                        isEvent: binding.isPress, isChange: true),
                    of: binding, endpoint: device.endpoint)
            }
        }
    }

    private mutating func noteEvents(_ events: [EventData]) {
        lastEvent = (events.map(\.number) + [lastEvent].compactMap(\.self)).max()
    }
}
