import Dispatch
import Foundation
import GatewayCore
import HomeCertificates
import HomeModel
import AuditTrail
import HomeStore
import Logging

/// Stores the audit memory outside of the audit log: in the database, and sealed beside the keys.
struct AuditMemoryStore: Sendable {
    private static let name = "audit-memory"

    let registry: RegistryStore
    let secrets: SecretStore
    let logger: Logger
    private let disk = DispatchQueue(label: "tomte.audit.memory", qos: .utility)

    /// Loads the memory from both places and merges it. A place that cannot be read counts as empty. `isLogExpected`
    /// states that an audit log must exist already.
    func load(isLogExpected: Bool) async -> ExternalAuditState {
        let stored = try? await registry.auditAnchor()
        let sealed = (try? secrets.read(Self.name)).flatMap { $0 }.flatMap { secret in
            try? JSONDecoder().decode(AuditAnchor.self, from: Data(secret.exposed()))
        }
        return ExternalAuditState(
            anchor: AuditAnchor.merging([stored ?? nil, sealed].compactMap(\.self)), hasSealedAnchor: sealed != nil,
            isLogExpected: isLogExpected)
    }

    /// Saves the memory of `audit` as of its last signature. If that fails, the memory is saved with the next
    /// signature.
    func save(of audit: AuditLog) async {
        guard let anchor = await audit.anchor, await save(anchor) else { return }
        do {
            try await audit.recordAnchorSaved()
        } catch {
            logger.error(
                "the audit log could not record that its memory was saved", metadata: [LogKey.errorCode: "\(error)"])
        }
    }

    /// Returns true if both places were written. Writes each place even if the other one fails.
    private func save(_ anchor: AuditAnchor) async -> Bool {
        let isStored = await attempt { try await registry.save(anchor) }
        let isSealed = await attempt {
            let bytes = try JSONEncoder().encode(anchor)
            try await onDisk { try secrets.write(Secret(bytes), as: Self.name) }
        }
        return isStored && isSealed
    }

    private func attempt(_ saving: () async throws -> Void) async -> Bool {
        do {
            try await saving()
            return true
        } catch {
            logger.error("the memory of the audit log could not be saved", metadata: [LogKey.errorCode: "\(error)"])
            return false
        }
    }

    /// Saves the memory after each signature, until cancelled.
    func keepSaving(of audit: AuditLog) async {
        for await anchor in audit.anchors { _ = await save(anchor) }
    }

    private func onDisk(_ work: @escaping @Sendable () throws -> Void) async throws {
        try await withCheckedThrowingContinuation { continuation in
            disk.async { continuation.resume(with: Result(catching: work)) }
        }
    }
}
