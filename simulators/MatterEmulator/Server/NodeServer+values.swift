import Logging
package import MatterProtocol

/// Changes of attributes, and events.
extension NodeServer {
    /// Sets an attribute and marks it for the subscriptions. What a controller wants of a physical device waits for
    /// `operateDevice` instead.
    @discardableResult
    func update(_ value: TLVValue, of path: AttributePath, by controller: ControllerMark? = nil) -> Bool {
        if let controller, isOperated(path) {
            guard values[path] != nil else { return false }
            wantedChanges.append(ControllerChange(path: path, value: value, fabric: controller.fabric))
            return true
        }
        guard values.set(value, of: path) else { return false }
        markChanged(path)
        recordEvent(ofChanging: path, to: value)
        if path.cluster == ClusterID.thermostat { updateRunningState(of: path.endpoint) }
        if path.cluster == ClusterID.doorLock, isOperated(path) { recordLockOperation(of: path, state: value) }
        if let controller { report(ControllerChange(path: path, value: value, fabric: controller.fabric)) }
        return true
    }

    /// Records the event that belongs to a change, if there is one.
    private func recordEvent(ofChanging path: AttributePath, to value: TLVValue) {
        let isAlarm = value.unsigned.map { $0 > 0 } ?? false
        let event: (id: UInt32, priority: EventData.Priority, fields: TLVValue)? =
            switch (path.cluster, path.attribute) {
            case (ClusterID.booleanState, 0): (0, .info, .structure([0: value]))
            case (ClusterID.bridgedInformation, 0x11): (3, .info, .structure([0: value]))
            case (ClusterID.electricalEnergy, 1): (0, .info, .structure([0: value]))
            case (ClusterID.occupancy, 0): (0, .info, .structure([0: value]))
            case (ClusterID.smokeAlarm, 1) where isAlarm: (0, .critical, .structure([0: value]))
            case (ClusterID.smokeAlarm, 2) where isAlarm: (1, .critical, .structure([0: value]))
            case (ClusterID.smokeAlarm, 3) where isAlarm: (2, .info, .structure([0: value]))
            case (ClusterID.smokeAlarm, 0) where !isAlarm: (10, .info, .structure([] as [TLVElement]))
            default: nil
            }
        guard let event else { return }
        record(
            NodeEventKind(cluster: path.cluster, event: event.id, priority: event.priority), on: path.endpoint,
            fields: event.fields)
    }

    /// Reports an attribute whose value the node computes.
    func touch(_ cluster: UInt32, attributes: [UInt32]) {
        values.countVersion(of: cluster, on: 0)
        for attribute in attributes { markChanged(AttributePath(endpoint: 0, cluster: cluster, attribute: attribute)) }
    }

    private func markChanged(_ path: AttributePath) {
        for (id, subscription) in subscriptions
        where selects(subscription.selection, path: path, session: subscription.session) {
            subscriptions[id]?.changed.insert(path)
            scheduleReport(of: id)
        }
    }

    /// An attribute's value as a number; nil if it is none.
    func number(_ attribute: UInt32, of cluster: UInt32, on endpoint: UInt16) -> Int64? {
        values[AttributePath(endpoint: endpoint, cluster: cluster, attribute: attribute)]?.signed
    }

    /// Records an event of the simulated device, such as a press of a button, and reports it.
    package func emit(_ path: EventPath, priority: EventData.Priority = .info, fields: TLVValue) {
        record(
            NodeEventKind(cluster: path.cluster, event: path.event, priority: priority), on: path.endpoint,
            fields: fields)
    }

    /// Records an event. With a fabric only that one reads it.
    func record(_ kind: NodeEventKind, on endpoint: UInt16 = 0, fields: TLVValue, fabric: UInt8? = nil) {
        let path = EventPath(endpoint: endpoint, cluster: kind.cluster, event: kind.event)
        events.append(path, priority: kind.priority, fields: fields, fabric: fabric, at: start.duration(to: .now))
        // The numbers of events that happen until the next start must not repeat.
        if events.nextNumber >= record.nextEventNumber { tryToStore() }
        for (id, subscription) in subscriptions {
            let wanted = subscription.selection.events.filter { $0.contains(path) }
            guard !wanted.isEmpty else { continue }
            subscriptions[id]?.hasEvents = true
            if wanted.contains(where: \.isUrgent) { subscriptions[id]?.isUrgent = true }
            scheduleReport(of: id)
        }
    }

    /// Stores the record, and logs if that fails. Returns whether it succeeded.
    @discardableResult
    func tryToStore() -> Bool {
        do throws(NodeServerError) {
            try store()
            return true
        } catch {
            logger.warning("the state of a node cannot be stored", metadata: ["error.reason": "\(error)"])
            return false
        }
    }
}

/// Tells that a controller changes an attribute, and which fabric it belongs to.
struct ControllerMark: Sendable {
    let fabric: UInt8?
}

/// A kind of event with its priority.
struct NodeEventKind: Sendable {
    let cluster: UInt32
    let event: UInt32
    let priority: EventData.Priority

    static let startUp = NodeEventKind(cluster: ClusterID.basicInformation, event: 0, priority: .critical)
    static let leave = NodeEventKind(cluster: ClusterID.basicInformation, event: 2, priority: .info)
    static let accessControlChanged = NodeEventKind(cluster: ClusterID.accessControl, event: 0, priority: .info)
    static let lockOperation = NodeEventKind(cluster: ClusterID.doorLock, event: 2, priority: .critical)
    static let lockOperationError = NodeEventKind(cluster: ClusterID.doorLock, event: 3, priority: .critical)
}
