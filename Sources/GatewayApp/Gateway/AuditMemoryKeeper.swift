import Dispatch
import Foundation
import GatewayCore
import HomeCertificates
import HomeStorage
import Logging

/// Keeps what is remembered of the audit log in two other places: the database, and sealed beside the keys.
struct AuditMemoryKeeper: Sendable {
    private static let name = "audit-memory"

    let registry: RegistryStore
    let secrets: SecretStore
    let logger: Logger
    private let disk = DispatchQueue(label: "tomte.audit.memory", qos: .utility)

    /// What both places remember. A place that cannot be read remembers nothing. `isLogExpected` says that the log cannot
    /// be the first one.
    func load(isLogExpected: Bool) async -> AuditExpectation {
        let stored = try? await registry.auditMemory()
        let sealed = (try? secrets.read(Self.name)).flatMap { $0 }.flatMap { secret in
            try? JSONDecoder().decode(AuditMemory.self, from: Data(secret.exposed()))
        }
        return AuditExpectation(
            memory: AuditMemory.merging([stored ?? nil, sealed].compactMap(\.self)), hasSealedMemory: sealed != nil,
            isLogExpected: isLogExpected)
    }

    /// Saves what `audit` wants to be remembered, as of its last signature. What cannot be saved now is saved with the next
    /// one.
    func save(of audit: AuditLog) async {
        guard let memory = await audit.memory, await save(memory) else { return }
        do {
            try await audit.noteRemembered()
        } catch {
            logger.error("the audit log could not note its memory", metadata: [LogKey.errorCode: "\(error)"])
        }
    }

    /// True when both places have it. One place is written also when the other is not.
    private func save(_ memory: AuditMemory) async -> Bool {
        let isStored = await attempt { try await registry.save(memory) }
        let isSealed = await attempt {
            let bytes = try JSONEncoder().encode(memory)
            try await onDisk { try secrets.write(Secret(bytes), as: Self.name) }
        }
        return isStored && isSealed
    }

    private func attempt(_ saving: () async throws -> Void) async -> Bool {
        do {
            try await saving()
            return true
        } catch {
            logger.error("the end of the audit log could not be remembered", metadata: [LogKey.errorCode: "\(error)"])
            return false
        }
    }

    /// Remembers each signature, until cancelled.
    func keepSaving(of audit: AuditLog) async {
        for await memory in audit.memories { _ = await save(memory) }
    }

    private func onDisk(_ work: @escaping @Sendable () throws -> Void) async throws {
        try await withCheckedThrowingContinuation { continuation in
            disk.async { continuation.resume(with: Result(catching: work)) }
        }
    }
}
