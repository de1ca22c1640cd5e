import MatterProtocol

/// The clusters of endpoint 0.
extension NodeServer {
    /// Carries out a command of commissioning; nil if it belongs to another cluster.
    func carryOutCommissioning(_ command: ReceivedCommand) async throws(StatusError) -> CommandReply? {
        switch command.cluster {
        case ClusterID.generalCommissioning: try await carryOutGeneralCommissioning(command)
        case ClusterID.operationalCredentials: try await carryOutOperationalCredentials(command)
        case ClusterID.administratorCommissioning: try carryOutAdministratorCommissioning(command)
        case ClusterID.groupKeyManagement: try carryOutGroupKeyManagement(command)
        case ClusterID.generalDiagnostics: try carryOutDiagnostics(command)
        default: nil
        }
    }

    private func carryOutDiagnostics(_ command: ReceivedCommand) throws(StatusError) -> CommandReply {
        guard command.command == 1 else { throw StatusError(.constraintError) }
        return .data(command: 2, fields: .structure([0: .number(upTimeMilliseconds), 1: .null]))
    }

    private var upTimeMilliseconds: UInt64 {
        let (seconds, attoseconds) = start.duration(to: .now).components
        return UInt64(clamping: seconds) * 1000 + UInt64(clamping: attoseconds / 1_000_000_000_000_000)
    }

    /// The value of an attribute that depends on the fabrics, or on the time; nil for another one.
    func commissioningValue(of path: AttributePath, for reader: Reader?) -> TLVValue? {
        switch (path.cluster, path.attribute) {
        case (ClusterID.accessControl, 0):
            list(for: reader) { fabric, isOwn in fabric.entries.map { $0.tlv(fabric: fabric.index, isOwn: isOwn) } }
        case (ClusterID.groupKeyManagement, 0):
            list(for: reader) { fabric, _ in
                fabric.groupKeys.map {
                    .structure([1: .number($0.group), 2: .number($0.keySet), 254: .number(fabric.index)])
                }
            }
        case (ClusterID.operationalCredentials, 0): list(for: reader, nodeCertificates)
        case (ClusterID.operationalCredentials, 1): list(for: reader, description)
        case (ClusterID.operationalCredentials, 3): .number(UInt8(clamping: record.fabrics.count))
        case (ClusterID.operationalCredentials, 4): .array(trustedRoots.map { .bytes($0) })
        case (ClusterID.operationalCredentials, 5): .number(reader?.fabric ?? 0)
        case (ClusterID.generalDiagnostics, 0): .array([networkInterface])
        case (ClusterID.generalDiagnostics, 2): .number(upTimeMilliseconds / 1000)
        default: nil
        }
    }

    private func list(
        for reader: Reader?, _ elements: (FabricRecord, Bool) -> [TLVValue]
    ) -> TLVValue {
        let fabrics = record.fabrics.filter { fabric in
            guard let reader, reader.isFabricFiltered else { return true }
            return fabric.index == reader.fabric
        }
        return .array(fabrics.flatMap { elements($0, reader == nil || $0.index == reader?.fabric) })
    }

    private func nodeCertificates(_ fabric: FabricRecord, isOwn: Bool) -> [TLVValue] {
        guard isOwn else { return [.structure([254: .number(fabric.index)])] }
        return [
            .structure([
                1: .bytes(fabric.node), 2: fabric.intermediate.map { .bytes($0) } ?? .null, 254: .number(fabric.index),
            ])
        ]
    }

    private func description(_ fabric: FabricRecord, isOwn: Bool) -> [TLVValue] {
        guard let identity = identities[fabric.index] else { return [] }
        return [
            .structure([
                1: .bytes(identity.root.publicKey), 2: .number(fabric.vendorID),
                3: .number(identity.fabricID.rawValue), 4: .number(identity.nodeID.rawValue), 5: .text(fabric.label),
                254: .number(fabric.index),
            ])
        ]
    }

    /// The roots of all fabrics, and the one that was added under the fail-safe.
    private var trustedRoots: [[UInt8]] {
        let roots = record.fabrics.map(\.root)
        guard let added = failSafe?.root?.encoded, !roots.contains(added) else { return roots }
        return roots + [added]
    }

    private var networkInterface: TLVValue {
        .structure([
            0: .text("ethernet"), 1: true, 2: .null, 3: .null, 4: .bytes([0x02, 0, 0, 0, 0, 1]), 5: .array([]),
            6: .array([]), 7: .number(UInt8(2)),
        ])
    }
}
