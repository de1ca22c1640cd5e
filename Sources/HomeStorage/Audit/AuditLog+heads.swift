import Crypto
package import HomeModel

extension AuditLog {
    /// Returns the current heads of all chains, signed, so that people can keep a copy outside the gateway. Throws
    /// `.closed` and `.cryptographyFailed`.
    package func signedHeads() throws(AuditError) -> AuditHeads {
        guard !isClosed else { throw .closed }
        if heads?.bounds != currentBounds { try writeHeads() }
        guard let heads, let signed = heads.bytes(signedBy: keys.signing) else { throw .cryptographyFailed }
        return AuditHeads(
            signedAt: heads.time,
            heads: AuditSeverity.allCases.compactMap { severity in
                heads.bounds[severity].map {
                    AuditHead(severity: severity, sequence: $0.head.sequence, hash: $0.head.hash.hexadecimal)
                }
            },
            publicKey: keys.signing.publicKey.rawRepresentation.hexadecimal, signed: signed.hexadecimal)
    }

    /// The number of entries that each chain has ever had, including those that retention has deleted.
    package var entryCounts: [AuditSeverity: UInt64] { chains.mapValues(\.committed.sequence) }
}
