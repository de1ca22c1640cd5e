import Crypto
import Foundation
import MatterProtocol

/// Operational Credentials: the fabrics of the node.
extension NodeServer {
    private enum CertificateStatus {
        static let ok: UInt8 = 0
        static let invalidPublicKey: UInt8 = 1
        static let invalidNOC: UInt8 = 3
        static let missingRequest: UInt8 = 4
        static let tableFull: UInt8 = 5
        static let invalidAdministrator: UInt8 = 6
        static let fabricConflict: UInt8 = 9
        static let labelConflict: UInt8 = 10
        static let invalidIndex: UInt8 = 11
    }

    /// `NOCResponse`
    private func reply(_ status: UInt8, fabric: UInt8? = nil) -> CommandReply {
        .data(
            command: 8,
            fields: .structure([
                0: .number(status), 1: status == CertificateStatus.ok ? fabric.map { .number($0) } : nil,
                2: .text(""),
            ]))
    }

    func addNOC(_ command: ReceivedCommand) throws(StatusError) -> CommandReply {
        let node = try command.bytes(0, count: 1...MatterCertificate.maximumBytes)
        let intermediate = try optionalCertificate(command, tag: 1)
        let epochKey = try command.bytes(2, count: GroupKey.byteCount...GroupKey.byteCount)
        let administrator: UInt64 = try command.number(3)
        let vendor: UInt16 = try command.number(4)
        guard let failSafe else { throw StatusError(.failSafeRequired) }
        if let status = faults.certificateStatus { return reply(status) }
        guard !failSafe.hasNOC, !failSafe.isKeyForUpdate || failSafe.key == nil else {
            throw StatusError(.constraintError)
        }
        guard let key = failSafe.key else { return reply(CertificateStatus.missingRequest) }
        guard let root = failSafe.root else { return reply(CertificateStatus.invalidNOC) }
        guard let index = record.nextFabricIndex(limit: limits.fabrics) else {
            return reply(CertificateStatus.tableFull)
        }
        let subject = NodeID(rawValue: administrator)
        guard subject.isOperational || subject.tag != nil else {
            return reply(CertificateStatus.invalidAdministrator)
        }
        var fabric = FabricRecord(
            index: index, root: root.encoded, node: node, intermediate: intermediate,
            key: Array(key.rawRepresentation), epochKey: epochKey, vendorID: vendor)
        let identity: FabricIdentity
        do throws(CertificateFailure) {
            identity = try fabric.identity()
        } catch {
            return reply(
                error == .invalidPublicKey ? CertificateStatus.invalidPublicKey : CertificateStatus.invalidNOC)
        }
        guard !identities.values.contains(where: { $0.compressedFabricID == identity.compressedFabricID }) else {
            return reply(CertificateStatus.fabricConflict)
        }
        fabric.entries = [.administrator(administrator)]
        record.fabrics.append(fabric)
        record.lastFabricIndex = index
        identities[index] = identity
        self.failSafe?.addedFabric = index
        self.failSafe?.fabric = index
        if sessions[command.session]?.isPasscode == true { sessions[command.session]?.subject.fabric = index }
        recordChange(of: fabric.entries[0], fabric: index, type: 1, command: command)
        touchFabrics()
        announce()
        return reply(CertificateStatus.ok, fabric: index)
    }

    private func optionalCertificate(_ command: ReceivedCommand, tag: UInt8) throws(StatusError) -> [UInt8]? {
        guard let value = command.fields[tag], !value.isNull else { return nil }
        return try command.bytes(tag, count: 1...MatterCertificate.maximumBytes)
    }

    func updateNOC(_ command: ReceivedCommand) throws(StatusError) -> CommandReply {
        let node = try command.bytes(0, count: 1...MatterCertificate.maximumBytes)
        let intermediate = try optionalCertificate(command, tag: 1)
        guard let failSafe else { throw StatusError(.failSafeRequired) }
        guard !failSafe.hasNOC, failSafe.root == nil else { throw StatusError(.constraintError) }
        guard let key = failSafe.key, failSafe.isKeyForUpdate else { return reply(CertificateStatus.missingRequest) }
        guard let index = command.subject.fabric, var fabric = record[fabric: index] else {
            throw StatusError(.unsupportedAccess)
        }
        fabric.node = node
        fabric.intermediate = intermediate
        fabric.key = Array(key.rawRepresentation)
        let identity: FabricIdentity
        do throws(CertificateFailure) {
            identity = try fabric.identity()
        } catch {
            return reply(
                error == .invalidPublicKey ? CertificateStatus.invalidPublicKey : CertificateStatus.invalidNOC)
        }
        guard identity.compressedFabricID == identities[index]?.compressedFabricID else {
            return reply(CertificateStatus.invalidNOC)
        }
        record[fabric: index] = fabric
        identities[index] = identity
        self.failSafe?.updatedFabric = index
        touchFabrics()
        announce()
        return reply(CertificateStatus.ok, fabric: index)
    }

    func updateLabel(_ command: ReceivedCommand) throws(StatusError) -> CommandReply {
        guard let label = command.fields[0]?.text, label.utf8.count <= 32 else { throw StatusError(.invalidCommand) }
        guard let index = command.subject.fabric else { throw StatusError(.unsupportedAccess) }
        let isTaken = record.fabrics.contains { $0.index != index && $0.label == label && !label.isEmpty }
        guard !isTaken else { return reply(CertificateStatus.labelConflict) }
        record[fabric: index]?.label = label
        tryToStore()
        touchFabrics()
        return reply(CertificateStatus.ok, fabric: index)
    }

    func removeFabric(_ command: ReceivedCommand) throws(StatusError) -> CommandReply {
        let index: UInt8 = try command.number(0)
        guard record[fabric: index] != nil else { return reply(CertificateStatus.invalidIndex) }
        record(.leave, fields: .structure([0: .number(index), 254: .number(index)]))
        if failSafe?.addedFabric == index { failSafe?.addedFabric = nil }
        forgetFabric(index)
        leftFabrics.insert(index)
        if identities.isEmpty {
            window = try? .initial(of: definition)
            schedule(.window, at: nil)
        }
        tryToStore()
        setWindowAttributes()
        touchFabrics()
        announce()
        return reply(CertificateStatus.ok, fabric: index)
    }

    /// Forgets a fabric and what belongs to it, except its sessions.
    func forgetFabric(_ index: UInt8) {
        if let fabric = identities[index]?.compressedFabricID { resumptions.removeAll { $0.fabric == fabric } }
        record[fabric: index] = nil
        identities[index] = nil
        for (id, subscription) in subscriptions where subscription.fabric == index { endSubscription(id) }
    }

    /// Reports the attributes that list fabrics.
    func touchFabrics() {
        touch(ClusterID.operationalCredentials, attributes: [0, 1, 3, 4])
        touch(ClusterID.accessControl, attributes: [0])
    }
}
