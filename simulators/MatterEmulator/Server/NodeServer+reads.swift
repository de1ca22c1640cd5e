import MatterProtocol

/// Reads of attributes and events, with access control.
extension NodeServer {
    /// What a session may do with a cluster of an endpoint; nil if nothing.
    func privilege(of session: UInt16, cluster: UInt32, endpoint: UInt16) -> AccessPrivilege? {
        guard let subject = sessions[session]?.subject,
            let definition = values.endpoints[endpoint]?.definition
        else { return nil }
        let entries = subject.fabric.flatMap { record[fabric: $0]?.entries } ?? []
        return subject.privilege(in: entries, cluster: cluster, endpoint: definition)
    }

    /// The report for a read, or the first one for a subscription. Throws the status of a request that is not allowed.
    func report(_ selection: ReportSelection, session: UInt16) throws(StatusError) -> NodeReport {
        guard selection.attributes.count + selection.events.count <= limits.pathsPerRequest else {
            throw StatusError(.pathsExhausted)
        }
        guard sessions[session] != nil else { throw StatusError(.invalidAction) }
        var report = NodeReport()
        for pattern in selection.attributes {
            report.attributes += attributeReports(pattern, selection: selection, session: session)
        }
        for pattern in selection.events { report.events += eventStatuses(pattern, session: session) }
        if !selection.events.isEmpty { report.events += eventReports(selection, session: session) }
        return report
    }

    private func attributeReports(
        _ pattern: AttributePathPattern, selection: ReportSelection, session: UInt16
    ) -> [AttributeReport] {
        if let endpoint = pattern.endpoint, let cluster = pattern.cluster, let attribute = pattern.attribute {
            let path = AttributePath(endpoint: endpoint, cluster: cluster, attribute: attribute)
            if let status = values.missing(path) ?? refusal(ofReading: path, session: session) {
                return [.status(AttributeStatus(path: pattern, outcome: InteractionOutcome(status)))]
            }
            return attributeReport(path, selection: selection, session: session).map { [$0] } ?? []
        }
        return values.paths(matching: pattern).filter { refusal(ofReading: $0, session: session) == nil }
            .compactMap { attributeReport($0, selection: selection, session: session) }
    }

    private func refusal(ofReading path: AttributePath, session: UInt16) -> InteractionStatus? {
        let needed =
            values.cluster(path.cluster, on: path.endpoint)?.attributes[path.attribute]?.readPrivilege ?? .view
        let privilege = privilege(of: session, cluster: path.cluster, endpoint: path.endpoint)
        return privilege.map { $0 >= needed } == true ? nil : .unsupportedAccess
    }

    /// The report of one attribute that the session may read; nil if the reader has it already.
    func attributeReport(
        _ path: AttributePath, selection: ReportSelection, session: UInt16
    ) -> AttributeReport? {
        guard let cluster = values.cluster(path.cluster, on: path.endpoint),
            !selection.filters(path.cluster, on: path.endpoint, dataVersion: cluster.dataVersion)
        else { return nil }
        let reader = Reader(
            fabric: sessions[session]?.subject.fabric, isFabricFiltered: selection.isFabricFiltered)
        guard let value = faults.falseValues[path] ?? currentValue(of: path, for: reader) else { return nil }
        return .data(AttributeData(path: path, dataVersion: cluster.dataVersion, value: value))
    }

    /// Whether a change of this attribute belongs to a selection, and may be read.
    func selects(_ selection: ReportSelection, path: AttributePath, session: UInt16) -> Bool {
        selection.attributes.contains { $0.contains(path) } && refusal(ofReading: path, session: session) == nil
    }

    /// The value of an attribute as a reader sees it: computed, or stored. Nil without such an attribute.
    func currentValue(of path: AttributePath, for reader: Reader?) -> TLVValue? {
        if path.endpoint == 0, let value = commissioningValue(of: path, for: reader) { return value }
        return values[path]
    }

    // MARK: Events

    /// The status for a concrete path of an event that cannot be read.
    private func eventStatuses(_ pattern: EventPathPattern, session: UInt16) -> [EventReport] {
        guard let endpoint = pattern.endpoint, let cluster = pattern.cluster, pattern.event != nil else { return [] }
        let status: InteractionStatus?
        if values.endpoints[endpoint] == nil {
            status = .unsupportedEndpoint
        } else if values.cluster(cluster, on: endpoint) == nil {
            status = .unsupportedCluster
        } else {
            status = mayReadEvents(of: cluster, on: endpoint, session: session) ? nil : .unsupportedAccess
        }
        return status.map { [.status(EventStatus(path: pattern, outcome: InteractionOutcome($0)))] } ?? []
    }

    private func mayReadEvents(of cluster: UInt32, on endpoint: UInt16, session: UInt16) -> Bool {
        let needed = values.cluster(cluster, on: endpoint)?.definition.eventPrivilege ?? .view
        return privilege(of: session, cluster: cluster, endpoint: endpoint).map { $0 >= needed } == true
    }

    /// The events from the selection's number on, in their order.
    func eventReports(_ selection: ReportSelection, session: UInt16) -> [EventReport] {
        guard !faults.losesEvents else { return [] }
        let fabric = sessions[session]?.subject.fabric
        return events.events.filter { event in
            event.number >= selection.minimumEventNumber
                && selection.events.contains { $0.contains(event.path) }
                && (event.fabric == nil || event.fabric == fabric)
                && mayReadEvents(of: event.path.cluster, on: event.path.endpoint, session: session)
        }.map { event in
            .data(
                EventData(
                    path: event.path, number: event.number, priority: event.priority,
                    timestamp: .system(event.milliseconds), fields: event.fields))
        }
    }
}

extension NodeEvent {
    /// The time since the start of the node in milliseconds.
    var milliseconds: UInt64 {
        let (seconds, attoseconds) = time.components
        return UInt64(clamping: seconds) * 1000 + UInt64(clamping: attoseconds / 1_000_000_000_000_000)
    }
}
