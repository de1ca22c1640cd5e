import Crypto
package import HomeModel

extension AuditLog {
    /// The heads of all chains as they are now, signed; for whoever remembers them elsewhere.
    package func signedHeads() throws(AuditError) -> AuditHeads {
        guard !isClosed else { throw .closed }
        if heads?.marks != currentMarks { try writeHeads() }
        guard let heads, let signed = heads.bytes(signedBy: keys.signing) else { throw .notSealed }
        return AuditHeads(
            signedAt: heads.time,
            heads: AuditSeverity.allCases.compactMap { severity in
                heads.marks[severity].map {
                    AuditHead(severity: severity, sequence: $0.head.sequence, hash: $0.head.hash.hexadecimal)
                }
            },
            publicKey: keys.signing.publicKey.rawRepresentation.hexadecimal, signed: signed.hexadecimal)
    }

    /// How many entries each chain has ever had, those included that retention took.
    package var entryCounts: [AuditSeverity: UInt64] { chains.mapValues(\.committed.sequence) }
}
