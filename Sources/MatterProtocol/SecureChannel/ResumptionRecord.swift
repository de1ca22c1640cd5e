import Crypto

/// What both sides of a CASE session keep to resume it without certificates. Each record is used once: the session that
/// it resumes yields the next one.
package struct ResumptionRecord: Sendable, CustomStringConvertible {
    /// 16 bytes. Only the node of the record knows what they stand for.
    package let id: [UInt8]
    let secret: SymmetricKey
    package let fabric: CompressedFabricID
    package let peerNodeID: NodeID
    package let peerTags: [CASEAuthenticatedTag]

    init(
        id: [UInt8], secret: SymmetricKey, fabric: CompressedFabricID, peerNodeID: NodeID,
        peerTags: [CASEAuthenticatedTag]
    ) {
        self.id = id
        self.secret = secret
        self.fabric = fabric
        self.peerNodeID = peerNodeID
        self.peerTags = peerTags
    }

    package var description: String { "ResumptionRecord(\(fabric)-\(peerNodeID))" }

    func replacingID(_ id: [UInt8]) -> ResumptionRecord {
        ResumptionRecord(id: id, secret: secret, fabric: fabric, peerNodeID: peerNodeID, peerTags: peerTags)
    }

    // MARK: Storage

    /// The bytes for a sealed store. They contain the secret.
    package var exposedBytes: [UInt8] {
        TLVEncoder.encode(
            .structure([
                1: .bytes(id), 2: .bytes(secret.withUnsafeBytes { Array($0) }), 3: .number(fabric.rawValue),
                4: .number(peerNodeID.rawValue), 5: .array(peerTags.map { .number($0.rawValue) }),
            ]))
    }

    /// Reads what `exposedBytes` wrote; nil for everything else.
    package init?(exposedBytes: [UInt8]) {
        guard let fields = try? TLVFields(decoding: exposedBytes),
            let id = try? fields.bytes(1, count: CASEMessages.resumptionIDBytes),
            let secret = try? fields.bytes(2, count: 32), let fabric = try? fields.integer(3, as: UInt64.self),
            let peer = try? fields.integer(4, as: UInt64.self), let tags = fields.value[5]?.values,
            tags.count <= CASEAuthenticatedTag.maximumCount
        else { return nil }
        self.init(
            id: id, secret: SymmetricKey(data: secret), fabric: CompressedFabricID(rawValue: fabric),
            peerNodeID: NodeID(rawValue: peer),
            peerTags: tags.compactMap { $0.integer(as: UInt32.self).flatMap { CASEAuthenticatedTag(rawValue: $0) } })
    }
}
