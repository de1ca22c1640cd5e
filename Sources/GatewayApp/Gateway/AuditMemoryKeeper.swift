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

    /// The newer of both. A place that cannot be read remembers nothing.
    func load() async -> AuditMemory? {
        let stored = try? await registry.auditMemory()
        let sealed = (try? secrets.read(Self.name)).flatMap { $0 }.flatMap { secret in
            try? JSONDecoder().decode(AuditMemory.self, from: Data(secret.exposed()))
        }
        return AuditMemory.merging([stored ?? nil, sealed].compactMap(\.self))
    }

    /// What cannot be saved now is saved with the next signature.
    func save(_ memory: AuditMemory?) async {
        guard let memory else { return }
        do {
            let bytes = try JSONEncoder().encode(memory)
            try await registry.save(memory)
            try await onDisk { try secrets.write(Secret(bytes), as: Self.name) }
        } catch {
            logger.error("the end of the audit log could not be remembered", metadata: [LogKey.errorCode: "\(error)"])
        }
    }

    /// Remembers each signature, until cancelled.
    func keepSaving(of audit: AuditLog) async {
        for await memory in audit.memories { await save(memory) }
    }

    private func onDisk(_ work: @escaping @Sendable () throws -> Void) async throws {
        try await withCheckedThrowingContinuation { continuation in
            disk.async { continuation.resume(with: Result(catching: work)) }
        }
    }
}
