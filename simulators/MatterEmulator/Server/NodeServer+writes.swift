import MatterProtocol

/// The messages of one write.
struct WriteTransaction: Sendable {
    /// The attributes that the sender may write. A list is written in several steps, of which the first ones may take
    /// away the sender's own access.
    var permitted: Set<AttributePath> = []
}

/// Writes of attributes.
extension NodeServer {
    /// Writes the attributes of a message, and returns a status for each.
    func write(
        _ request: WriteRequest, in transaction: inout WriteTransaction, session: UInt16, isTimed: Bool
    ) async -> [AttributeStatus] {
        var statuses: [AttributeStatus] = []
        for data in request.attributes {
            let outcome: InteractionOutcome
            do throws(StatusError) {
                try await write(data, in: &transaction, session: session)
                outcome = .success
            } catch {
                outcome = error.outcome
            }
            statuses.append(AttributeStatus(path: AttributePathPattern(data.path), outcome: outcome))
        }
        tryToStore()
        return statuses
    }

    private func write(
        _ data: AttributeData, in transaction: inout WriteTransaction, session: UInt16
    ) async throws(StatusError) {
        let path = data.path
        if let status = values.missing(path) { throw StatusError(status) }
        guard let cluster = values.cluster(path.cluster, on: path.endpoint),
            let attribute = cluster.attributes[path.attribute], let needed = attribute.writePrivilege
        else { throw StatusError(.unsupportedWrite) }
        if !transaction.permitted.contains(path) {
            let privilege = privilege(of: session, cluster: path.cluster, endpoint: path.endpoint)
            guard let privilege, privilege >= needed else { throw StatusError(.unsupportedAccess) }
            transaction.permitted.insert(path)
        }
        if let status = faults.statuses[path.cluster] { throw StatusError(status) }
        if let version = data.dataVersion, version != cluster.dataVersion { throw StatusError(.dataVersionMismatch) }
        guard !faults.ignoresWrites else { return }
        switch (path.cluster, path.attribute) {
        case (ClusterID.accessControl, 0): return try writeAccessControl(data, session: session)
        case (ClusterID.groupKeyManagement, 0): return try writeGroupKeys(data, session: session)
        default: break
        }
        let status = attribute.constraint.status(of: data.value)
        guard status.isSuccess else { throw StatusError(status) }
        let mark = ControllerMark(fabric: sessions[session]?.subject.fabric)
        wantedChanges = []
        try applyDeviceWrite(data.value, of: path, by: mark)
        update(data.value, of: path, by: mark)
        try await operateDevice()
        if attribute.isNonvolatile { record.keep(data.value, of: path) }
    }
}
