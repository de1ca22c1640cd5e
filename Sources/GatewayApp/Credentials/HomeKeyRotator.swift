import DeviceProtocols
import GatewayCore
import HomeCertificates
import HomeModel
import Logging
import MosquittoBroker
import Synchronization

/// Rotates the roots of the home, and puts them into force at the gateway's own broker and at the HTTPS endpoint.
final class HomeKeyRotator: KeyRotator {
    /// What the broker has not got, although it is stored. A start of the gateway gives it all that is stored.
    private struct Pending {
        var isDue = false
        /// The rotation whose end the broker has not got.
        var ended: KeyRotation?
    }

    private let certificates: HomeCertificates
    /// Puts the present identity into force at the broker; nil if the broker is external.
    private let enforce: (@Sendable () async throws -> Void)?
    /// Whether the broker may not have read the present roots.
    private let hasUnreadRoots: @Sendable () async -> Bool
    private let pending = Mutex(Pending())
    private let clock: HomeClock
    private let logger: Logger
    /// Yields when the certificate of the HTTPS endpoint was issued again. Supports one consumer.
    let webChanges: AsyncStream<Void>
    private let webChange: AsyncStream<Void>.Continuation

    /// `broker` is nil if the broker is external.
    convenience init(_ certificates: HomeCertificates, clock: HomeClock, broker: Broker?, logger: Logger) {
        var enforce: (@Sendable () async throws -> Void)?
        if let broker { enforce = { try await broker.enforce(certificates) } }
        self.init(
            certificates, clock: clock, enforce: enforce,
            hasUnreadRoots: { await broker?.hasUnreadRoots ?? false }, logger: logger)
    }

    init(
        _ certificates: HomeCertificates, clock: HomeClock, enforce: (@Sendable () async throws -> Void)?,
        hasUnreadRoots: @escaping @Sendable () async -> Bool, logger: Logger
    ) {
        self.certificates = certificates
        self.clock = clock
        self.enforce = enforce
        self.hasUnreadRoots = hasUnreadRoots
        self.logger = logger
        (webChanges, webChange) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func rotation() async throws(KeyRotationFailure) -> KeyRotation? {
        let stored = try await mapping { try await certificates.rotation() }
        return stored.map { KeyRotation($0) } ?? pending.withLock { $0.ended }
    }

    func lastRotation() async -> KeyRotationOverlap? {
        await certificates.lastRotation.map {
            KeyRotationOverlap(beganAt: Timestamp($0.beganAt), endedAt: Timestamp($0.endedAt))
        }
    }

    func credentials() async throws(KeyRotationFailure) -> [RotatedCredential] {
        guard enforce != nil else { return [] }
        return try await mapping {
            let rotation = try await certificates.rotation()
            // In another overlap these are like all others: they need a certificate of the next root.
            let awaited = try await rotation == nil ? certificates.credentialsAwaitingUse() : []
            let cutOff = try await certificates.credentialsWithoutCertificate().union(awaited)
            let renewed = (rotation?.renewed ?? []).union(awaited)
            return try await certificates.records().filter { $0.endedAt == nil }.map { record in
                RotatedCredential(
                    root: record.id.rawValue, isCertificate: record.passwordHash == nil,
                    isRenewed: renewed.contains(record.id), isInUse: record.firstUsedAt != nil,
                    isCutOff: cutOff.contains(record.id),
                    setup: KeyRotationPlan.Setup(
                        dialect: DeviceFamilies.definition(of: DeviceFamily(rawValue: record.family))?.name,
                        mac: record.mac.flatMap(MACAddress.init)))
            }
        }
    }

    func begin() async throws(KeyRotationFailure) {
        guard let enforce else { throw .notManaged }
        let now = clock.now().date
        let isNew = try await mapping { try await certificates.beginRotation(now: now) }
        // A step that the broker has not put into force may be repeated.
        if !isNew, await !isEnforcementDue { throw .running }
        // The end of an earlier overlap may have been completed with it.
        webChange.yield()
        try await putIntoForce(by: enforce)
    }

    func finish() async throws(KeyRotationFailure) {
        guard let enforce else { throw .notManaged }
        let now = clock.now().date
        let ended = try await rotation()
        let isNew = try await mapping { try await certificates.finishRotation(now: now) }
        if !isNew, await !isEnforcementDue { throw .notRunning }
        webChange.yield()
        try await putIntoForce(endOf: ended?.ended(at: clock.now()), by: enforce)
    }

    // MARK: Parts

    private var isEnforcementDue: Bool {
        get async {
            guard !pending.withLock(\.isDue) else { return true }
            return await hasUnreadRoots()
        }
    }

    /// Until the broker has the present roots, the step may be repeated, and the rotation whose end this is runs on.
    private func putIntoForce(
        endOf ended: KeyRotation? = nil, by enforce: @Sendable () async throws -> Void
    ) async throws(KeyRotationFailure) {
        pending.withLock { $0 = Pending(isDue: true, ended: ended) }
        try await mapping { try await enforce() }
        pending.withLock { $0 = Pending() }
    }

    /// The log has the whole error; people elsewhere need not know the paths of this machine.
    private func mapping<Value: Sendable>(
        _ work: @Sendable () async throws -> Value
    ) async throws(KeyRotationFailure) -> Value {
        do {
            return try await work()
        } catch {
            logger.error("the keys could not be rotated", metadata: [LogKey.errorDetail: "\(error)"])
            throw .failed(Self.explanation(of: error))
        }
    }

    private static func explanation(of error: any Error) -> String {
        switch error {
        case let error as CertificateError: error.explanation
        case let error as BrokerError: error.explanation
        default: "\(error)"
        }
    }
}

extension KeyRotation {
    fileprivate init(_ rotation: RootRotation) {
        self.init(
            id: KeyRotationID(rawValue: rotation.id),
            overlap: KeyRotationOverlap(
                beganAt: Timestamp(rotation.beganAt), endedAt: rotation.endedAt.map { Timestamp($0) }))
    }

    fileprivate func ended(at time: Timestamp) -> KeyRotation {
        KeyRotation(id: id, overlap: KeyRotationOverlap(beganAt: overlap.beganAt, endedAt: min(time, overlap.endsAt)))
    }
}
