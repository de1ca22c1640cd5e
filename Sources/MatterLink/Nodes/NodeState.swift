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
    /// The number of the last event that was stored.
    private var storedEvent: UInt64?
    /// The number of the last message of this session that had a value, see `NumberedReport`.
    private var numbers: [AttributePath: Int] = [:]
    /// Whether the values are those of a session, and not only those that were stored.
    private(set) var isCurrent = false

    init() {}

    /// The number of the last event of which the gateway knows. Before the first session it is the stored one.
    var lastKnownEvent: UInt64? { lastEvent ?? storedEvent }
    /// Whether `stored` has another event than what was restored.
    var hasUnstoredEvent: Bool { lastKnownEvent != storedEvent }

    /// Notes that `stored` is on the disk.
    mutating func noteStored() { storedEvent = lastKnownEvent }

    /// Restores what `stored` returned.
    init(restoring value: TLVValue?) {
        for element in value?.values ?? [] {
            if let number = element.unsigned { storedEvent = number }
            guard let parts = element.values, parts.count == 4,
                let endpoint = parts[0].integer(as: UInt16.self), let cluster = parts[1].integer(as: UInt32.self),
                let attribute = parts[2].integer(as: UInt32.self)
            else { continue }
            values.set(AttributePath(endpoint: endpoint, cluster: cluster, attribute: attribute), to: parts[3])
        }
        model = NodeModel(values)
    }

    /// The values from which the model is made, and the number of the last event, as one TLV value. Values of measurements
    /// are not among them.
    var stored: TLVValue {
        var elements = values.paths.filter(NodeModel.isStructural).map { path -> TLVValue in
            .array([.number(path.endpoint), .number(path.cluster), .number(path.attribute), values[path] ?? .null])
        }
        if let lastKnownEvent { elements.append(.unsigned(lastKnownEvent)) }
        return .array(elements)
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
    mutating func replace(with report: NumberedReport) -> (updates: [Update], gone: Set<UInt16>) {
        let before = Set(model.devices.map(\.endpoint))
        values = AttributeValues(report.report.attributes.lazy.map { ($0.path, $0.value) })
        model = NodeModel(values)
        numbers = [:]
        isCurrent = true
        // Events that prime a subscription have happened before, so that they are no presses.
        noteEvents(report.report.events)
        return (allUpdates, before.subtracting(model.devices.map(\.endpoint)))
    }

    /// Applies a report of changes and events, or values that were read. `isStructural` tells that the model is to be made
    /// again by `remodel`, which takes so long that it is not done for each report.
    mutating func apply(
        _ report: NumberedReport, from origin: NumberedReport.Origin
    ) -> (updates: [Update], isStructural: Bool) {
        // What was read may be older than what the node has reported meanwhile.
        let attributes = report.report.attributes.filter { data in
            origin == .subscription || numbers[data.path, default: 0] <= report.number
        }
        let affected = model.bindings(reportedBy: Set(attributes.map(\.path))).filter {
            devices[$0.device.endpoint] != nil
        }
        let before = affected.map { $0.binding.value(in: values) }
        var isStructural = false
        for data in attributes {
            let isNew = values.set(data.path, to: data.value)
            if values[data.path] != nil { numbers[data.path] = max(numbers[data.path, default: 0], report.number) }
            if isNew, NodeModel.isStructural(data.path) { isStructural = true }
        }
        let events = presses(in: report.report.events)
        noteEvents(report.report.events)
        let updates = zip(affected, before).compactMap { update(of: $0.binding, device: $0.device, before: $1) }
        return (events + updates, isStructural)
    }

    /// Makes the model again. Returns the values that follow otherwise from the attributes than before.
    mutating func remodel() -> [Update] {
        let former = model
        model = NodeModel(values)
        guard isCurrent else { return [] }
        return model.devices.filter { devices[$0.endpoint] != nil }.flatMap { device in
            let same = former.device(device.endpoint)
            return device.bindings.compactMap { binding in
                let before = same?[binding.part, binding.capability.name]?.value(in: values)
                return binding.value(in: values) == before ? nil : update(of: binding, device: device, before: before)
            }
        }
    }

    /// The values of devices that were adopted just now; none before the first report of a session.
    func known(of endpoints: Set<UInt16>) -> [Update] {
        guard isCurrent else { return [] }
        return allUpdates.filter { endpoints.contains($0.endpoint) }
    }

    /// The value of a capability as it follows from the last known values; nil if it is not known.
    func value(of capability: EffectTracker<UInt16>.Capability) -> CapabilityValue? {
        model.device(capability.target)?[capability.part, capability.name]?.value(in: values)
    }

    /// The devices behind a bridge that it says it does not reach.
    var unreachable: Set<UInt16> {
        Set(model.devices.filter { $0.isReachable(in: values) == false }.map(\.endpoint))
    }

    /// The values of all adopted devices, as if they were not known before.
    private var allUpdates: [Update] {
        model.devices.flatMap { device in
            device.bindings.compactMap { update(of: $0, device: device, before: nil) }
        }
    }

    private func update(of binding: CapabilityBinding, device: NodeDevice, before: CapabilityValue?) -> Update? {
        guard let adopted = devices[device.endpoint], let value = binding.value(in: values) else { return nil }
        return Update(
            CapabilityReport(
                value, of: binding.capability, part: binding.part, device: adopted.id, isEvent: false,
                isChange: before != value),
            of: binding, endpoint: device.endpoint)
    }

    private func presses(in events: [EventData]) -> [Update] {
        var numbers: Set<UInt64> = []
        let new = events.filter { event in
            (lastEvent.map { event.number > $0 } ?? true) && numbers.insert(event.number).inserted
        }
        return new.flatMap { event in
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
