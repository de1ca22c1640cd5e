import SegmentedLog
import Concurrency
import Crypto
import Foundation
package import HomeModel

/// A part of a chain as it is on the disk, so that others can verify it without the keys of the log.
package struct AuditChainExtract: Sendable {
    package let severity: AuditSeverity
    /// The encrypted records, one after another, from `first` to the signed head.
    package let bytes: [UInt8]
    package let first: UInt64
    package let last: UInt64
}

/// The signature of this log over a digest.
package struct AuditSignature: Sendable {
    /// The text before the digest, so that this signature can never be taken for one of the heads.
    package static let context = "tomte-audit-extract-1\n"

    /// The public Ed25519 key (hex).
    package let publicKey: String
    /// The signature of `context` followed by the SHA-256 of the content in hex (hex).
    package let signature: String
}

extension AuditLog {
    /// Returns the encrypted records of a chain from `first` on to the one that `heads` signed. Nil if there are none, if
    /// they are more than `maximumBytes`, or if retention has deleted the first of them.
    package func extract(
        _ severity: AuditSeverity, from first: UInt64, upTo heads: AuditHeads, maximumBytes: Int
    ) async throws(AuditError) -> AuditChainExtract? {
        guard let last = heads.heads.first(where: { $0.severity == severity })?.sequence, first <= last, first > 0,
            let snapshot = history(of: [severity]).snapshots.first
        else { return nil }
        let bytes = try await BlockingExecutor.offPool {
            Result { () throws(AuditError) in try snapshot.records(first...last, maximumBytes: maximumBytes) }
        }.get()
        return bytes.map { AuditChainExtract(severity: severity, bytes: $0, first: first, last: last) }
    }

    /// Signs content that was decrypted from the log. Throws `.signingFailed`.
    package func sign(extract content: [UInt8]) throws(AuditError) -> AuditSignature {
        let digest = SHA256.hash(data: content).hexadecimal
        guard let signature = try? keys.signing.signature(for: Data((AuditSignature.context + digest).utf8)) else {
            throw .signingFailed
        }
        return AuditSignature(
            publicKey: keys.signing.publicKey.rawRepresentation.hexadecimal, signature: signature.hexadecimal)
    }
}

extension ChainSnapshot {
    fileprivate func records(
        _ range: ClosedRange<UInt64>, maximumBytes: Int
    ) throws(AuditError) -> [UInt8]? {
        var found: [UInt8] = []
        var next = range.lowerBound
        for (index, segment) in segments.enumerated() where segment.first <= range.upperBound {
            if index + 1 < segments.count, segments[index + 1].first <= range.lowerBound { continue }
            let content = try bytes(of: segment)
            for frame in SegmentScan(content).lazy.compactMap(\.frame) where range.contains(frame.header.sequence) {
                guard frame.header.sequence == next else { return nil }
                next += 1
                found += content[frame.range]
                guard found.count <= maximumBytes else { return nil }
            }
        }
        return next == range.upperBound + 1 ? found : nil
    }
}
