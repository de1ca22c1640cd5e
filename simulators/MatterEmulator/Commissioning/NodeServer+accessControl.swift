import MatterProtocol

/// Access Control, and Group Key Management.
extension NodeServer {
    /// Writes the list of a fabric, or adds an entry to it.
    func writeAccessControl(_ data: AttributeData, session: UInt16) throws(StatusError) {
        guard let subject = sessions[session]?.subject, let index = subject.fabric, let fabric = record[fabric: index]
        else { throw StatusError(.unsupportedAccess) }
        let entries: [AccessControlEntry]
        switch data.index {
        case nil:
            guard let values = data.value.values else { throw StatusError(.invalidDataType) }
            var written: [AccessControlEntry] = []
            for value in values { written.append(try AccessControlEntry(value)) }
            entries = written
        case .append: entries = fabric.entries + [try AccessControlEntry(data.value)]
        case .position: throw StatusError(.unsupportedWrite)
        }
        guard entries.count <= limits.accessControlEntries else { throw StatusError(.resourceExhausted) }
        record[fabric: index]?.entries = entries
        touch(ClusterID.accessControl, attributes: [0])
        for entry in entries where !fabric.entries.contains(entry) {
            recordChange(of: entry, fabric: index, type: 1, subject: subject)
        }
        for entry in fabric.entries where !entries.contains(entry) {
            recordChange(of: entry, fabric: index, type: 2, subject: subject)
        }
    }

    func recordChange(of entry: AccessControlEntry, fabric: UInt8, type: UInt8, command: ReceivedCommand) {
        recordChange(of: entry, fabric: fabric, type: type, subject: command.subject)
    }

    /// Records the event `AccessControlEntryChanged`. The type is 0 for a change, 1 for an addition, 2 for a removal.
    private func recordChange(of entry: AccessControlEntry, fabric: UInt8, type: UInt8, subject: AccessSubject) {
        var administrator: TLVValue = .null
        if case .certificate(let node, _) = subject.authentication { administrator = .number(node.rawValue) }
        let passcodeID: TLVValue = subject.authentication == .passcode ? .number(UInt16(0)) : .null
        record(
            .accessControlChanged,
            fields: .structure([
                1: administrator, 2: passcodeID, 3: .number(type), 4: entry.tlv(fabric: fabric, isOwn: true),
                254: .number(fabric),
            ]), fabric: fabric)
    }

    /// Writes `GroupKeyMap` of a fabric, or adds an entry to it.
    func writeGroupKeys(_ data: AttributeData, session: UInt16) throws(StatusError) {
        guard let index = sessions[session]?.subject.fabric, let fabric = record[fabric: index] else {
            throw StatusError(.unsupportedAccess)
        }
        let values: [TLVValue]
        switch data.index {
        case nil:
            guard let all = data.value.values else { throw StatusError(.invalidDataType) }
            values = all
        case .append: values = [data.value]
        case .position: throw StatusError(.unsupportedWrite)
        }
        var mappings = data.index == nil ? [] : fabric.groupKeys
        for value in values {
            guard let group = value[1]?.integer(as: UInt16.self), let set = value[2]?.integer(as: UInt16.self) else {
                throw StatusError(.invalidDataType)
            }
            guard group != 0, set != 0 else { throw StatusError(.constraintError) }
            mappings.append(FabricRecord.GroupKeyMapping(group: group, keySet: set))
        }
        guard mappings.count <= 8 else { throw StatusError(.resourceExhausted) }
        record[fabric: index]?.groupKeys = mappings
        touch(ClusterID.groupKeyManagement, attributes: [0])
    }

    func carryOutGroupKeyManagement(_ command: ReceivedCommand) throws(StatusError) -> CommandReply {
        guard let index = command.subject.fabric, let fabric = record[fabric: index] else {
            throw StatusError(.unsupportedAccess)
        }
        switch command.command {
        case 0:
            guard let set = command.fields[0]?[0]?.integer(as: UInt16.self) else { throw StatusError(.invalidCommand) }
            guard set == 0 || fabric.groupKeySets.contains(set) || fabric.groupKeySets.count < 2 else {
                throw StatusError(.resourceExhausted)
            }
            if set != 0, !fabric.groupKeySets.contains(set) { record[fabric: index]?.groupKeySets.append(set) }
            tryToStore()
            return .success
        case 1:
            let set: UInt16 = try command.number(0)
            guard set == 0 || fabric.groupKeySets.contains(set) else { throw StatusError(.notFound) }
            // Keys are never read back.
            let keys = TLVValue.structure([
                0: .number(set), 1: .number(UInt8(0)), 2: .null, 3: .number(UInt64(0)), 4: .null, 5: .null, 6: .null,
                7: .null,
            ])
            return .data(command: 2, fields: .structure([0: keys]))
        case 3:
            let set: UInt16 = try command.number(0)
            guard set != 0 else { throw StatusError(.invalidCommand) }
            guard fabric.groupKeySets.contains(set) else { throw StatusError(.notFound) }
            record[fabric: index]?.groupKeySets.removeAll { $0 == set }
            tryToStore()
            return .success
        default:
            return .data(
                command: 5, fields: .structure([0: .array(([0] + fabric.groupKeySets).map { .number($0) })]))
        }
    }
}
