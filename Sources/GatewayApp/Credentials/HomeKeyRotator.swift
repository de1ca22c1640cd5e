import GatewayCore
import HomeCertificates
import HomeModel
import MosquittoBroker

/// Rotates the roots of the home, and puts them into force at the gateway's own broker and at the HTTPS endpoint.
struct HomeKeyRotator: KeyRotator {
    private let certificates: HomeCertificates
    /// Puts the present identity into force at the broker; nil if the broker is external.
    private let enforce: (@Sendable () async throws -> Void)?
    /// Whether the broker may not have read the present roots.
    private let isEnforcementDue: @Sendable () async -> Bool
    private let clock: HomeClock
    /// Yields when the certificate of the HTTPS endpoint was issued again. Supports one consumer.
    let webChanges: AsyncStream<Void>
    private let webChange: AsyncStream<Void>.Continuation

    /// `broker` is nil if the broker is external.
    init(_ certificates: HomeCertificates, clock: HomeClock, broker: Broker?) {
        self.certificates = certificates
        self.clock = clock
        if let broker {
            enforce = { try await broker.enforce(certificates) }
            isEnforcementDue = { await broker.hasUnreadRoots }
        } else {
            enforce = nil
            isEnforcementDue = { false }
        }
        (webChanges, webChange) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func rotation() async throws(KeyRotationFailure) -> KeyRotation? {
        try await mapping { try await certificates.rotation() }.map {
            KeyRotation(
                id: KeyRotationID(rawValue: $0.id), overlap: KeyRotationOverlap(beganAt: Timestamp($0.beganAt)))
        }
    }

    func credentials() async throws(KeyRotationFailure) -> [RotatedCredential] {
        guard enforce != nil else { return [] }
        return try await mapping {
            let renewed = try await certificates.rotation()?.renewed ?? []
            return try await certificates.records().filter { $0.endedAt == nil }.map { record in
                RotatedCredential(
                    root: record.id.rawValue, isCertificate: record.passwordHash == nil,
                    isRenewed: renewed.contains(record.id))
            }
        }
    }

    func begin() async throws(KeyRotationFailure) {
        guard let enforce else { throw .notManaged }
        let now = clock.now().date
        let isNew = try await mapping { try await certificates.beginRotation(now: now) }
        // A step that the broker has not put into force may be repeated.
        if !isNew, await !isEnforcementDue() { throw .running }
        try await mapping { try await enforce() }
    }

    func finish() async throws(KeyRotationFailure) {
        guard let enforce else { throw .notManaged }
        let now = clock.now().date
        let isNew = try await mapping { try await certificates.finishRotation(now: now) }
        if !isNew, await !isEnforcementDue() { throw .notRunning }
        webChange.yield()
        try await mapping { try await enforce() }
    }

    private func mapping<Value: Sendable>(
        _ work: @Sendable () async throws -> Value
    ) async throws(KeyRotationFailure) -> Value {
        do { return try await work() } catch { throw .failed("\(error)") }
    }
}
