import Concurrency
import DeviceProtocols
import Foundation
import GatewayCore
import HomeCertificates
import HomeModel
import Logging
import MosquittoBroker

/// Issues and revokes credentials of devices at the gateway's own broker: the credential itself, the access rules, the
/// probe of those rules, and the end of live connections. Operations on one credential run one after another.
actor BrokerCredentialIssuer: CredentialIssuer {
    /// The pause before a failed revocation or a failed probe is repeated.
    static let retryAfter = Duration.seconds(5)
    /// The longest pause before a failed probe is repeated.
    static let longestPause = Duration.seconds(300)

    private let certificates: HomeCertificates
    private let endpoint: BrokerEndpoint
    private let accessControl: BrokerAccessControl
    /// The host name to which devices connect.
    private let host: String
    private let clock: HomeClock
    private let logger: Logger
    nonisolated let lock = KeyedAsyncLock<CredentialID>()
    /// Puts the access rules and the revocation list into force at the broker.
    private let rules: RequestCoalescer<Void, Result<Void, any Error>>
    /// Probes the access rules, and whether they confine the given clients.
    private let proofs: RequestCoalescer<ProbeSubject?, AccessRulesProbe.Verdict>

    /// The revoked credentials whose connection could not be closed yet, each with the reason.
    private(set) var incompleteRevocations: [CredentialID: String]
    /// Saves the ids of these credentials for the next start; returns false if that fails.
    private let saveUnended: @Sendable (Set<String>) async -> Bool
    /// The result of the last probe of the access rules; nil before the first one.
    private(set) var verdict: AccessRulesProbe.Verdict?

    init(
        certificates: HomeCertificates, roots: AnnouncedRootTable, endpoint: BrokerEndpoint,
        accessControl: BrokerAccessControl,
        host: String,
        clock: HomeClock, logger: Logger, incompleteRevocations: Set<String> = [],
        savingUnended save: @escaping @Sendable (Set<String>) async -> Bool = { _ in false }
    ) {
        let left = incompleteRevocations.compactMap { try? CredentialID($0) }
        self.incompleteRevocations = Dictionary(
            left.map { ($0, "The gateway stopped before it had closed the connection.") }, uniquingKeysWith: { $1 })
        saveUnended = save
        self.certificates = certificates
        self.endpoint = endpoint
        self.accessControl = accessControl
        self.host = host
        self.clock = clock
        self.logger = logger
        rules = RequestCoalescer { requests in
            let result: Result<Void, any Error>
            do {
                roots.replace(with: try await certificates.records())
                result = .success(try await accessControl.enforce())
            } catch {
                result = .failure(error)
            }
            return requests.map { _ in result }
        }
        proofs = RequestCoalescer { subjects in
            await Self.examine(subjects, at: accessControl, certificates: certificates, now: clock.now().date)
        }
    }

    func issue(_ request: CredentialRequest) async throws(CredentialError) -> DeviceCredential {
        do {
            guard !DeviceFamilies.isReserved(request.root.rawValue) else {
                throw CredentialError.reserved(request.root)
            }
            let id = try CredentialID(request.root.rawValue)
            return try await lock.withLock(id) { try await replace(id, by: request) }
        } catch let error as CredentialError {
            throw error
        } catch CertificateError.reservedCredentialID {
            throw .reserved(request.root)
        } catch CertificateError.macInUse(_, let owner) {
            throw request.mac.map { .macInUse($0, by: owner.rawValue) } ?? .failed("the address is taken.")
        } catch {
            throw .failed("\(error)")
        }
    }

    func revoke(_ root: String) async throws(CredentialError) {
        // No credential can exist for a text that is not a valid id. Such a device belongs to another broker, or to an
        // external broker that was used before.
        guard !DeviceFamilies.isReserved(root), let id = try? CredentialID(root) else { return }
        try await revokeIfDue(id) { true }
    }

    func credentials() async throws(CredentialError) -> [ListedCredential] {
        do {
            let expiries = try await certificates.expiries()
            return try await certificates.records().compactMap { ListedCredential($0, expiresAt: expiries[$0.id]) }
        } catch {
            throw .failed("\(error)")
        }
    }

    nonisolated func port(for kind: CredentialKind) -> Int? {
        Int(kind == .password ? endpoint.compatibilityPort : endpoint.port)
    }

    func confirm(_ root: DeviceID) async throws(CredentialError) {
        let isValid: Bool
        do {
            let id = try CredentialID(root.rawValue)
            isValid = try await lock.withLock(id) { try await certificates.confirm(id) }
        } catch {
            throw .failed("\(error)")
        }
        guard isValid else { throw .failed("The credential was revoked meanwhile.") }
    }

    func revokeProvisional(_ root: DeviceID) async throws(CredentialError) {
        guard let id = try? CredentialID(root.rawValue) else { return }
        try await revokeIfDue(id) { try await self.record(of: id)?.isProvisional ?? false }
    }

    /// Makes a broker that was already running read its files again, and completes the revocations that an earlier
    /// gateway could not complete.
    func refresh() async {
        do {
            try await rules(()).get()
        } catch {
            logger.error("the broker's access rules could not be renewed", metadata: [LogKey.errorCode: "\(error)"])
        }
        _ = await prove(nil)
        for record in (try? await certificates.records()) ?? [] where record.endedAt != nil {
            try? await revokeIfDue(record.id) { try await self.record(of: record.id)?.endedAt != nil }
        }
    }

    /// Processes requests, and repeats failed revocations and probes, until cancelled.
    func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.processRequests() }
            group.addTask { await self.repeatFailedProbes() }
            await repeatFailedRevocations()
        }
    }

    /// Runs the rule updates and the probes that `issue`, `revoke` and `refresh` need, until cancelled.
    func processRequests() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.rules.run() }
            group.addTask { await self.proofs.run() }
        }
    }

    /// Repeats failed revocations until cancelled.
    func repeatFailedRevocations() async {
        while !Task.isCancelled {
            await clock.sleep(for: Self.retryAfter)
            await retryRevocations()
        }
    }

    /// Repeats the probe of the access rules while the last one failed, until cancelled: first after `pause`, then
    /// after twice as long with each failure. The cause may have ended meanwhile, such as a full disk.
    func repeatFailedProbes(every pause: Duration = retryAfter) async {
        var next = pause
        while !Task.isCancelled {
            await clock.sleep(for: next)
            guard verdict?.isUnproven ?? false, !Task.isCancelled else {
                next = pause
                continue
            }
            next = await prove(nil).isUnproven ? min(next * 2, Self.longestPause) : pause
        }
    }

    /// Tries each failed revocation once.
    func retryRevocations() async {
        for id in incompleteRevocations.keys.sorted() where !Task.isCancelled {
            try? await revokeIfDue(id) { incompleteRevocations[id] != nil }
        }
    }
}

// MARK: Issuing and revoking one credential

extension BrokerCredentialIssuer {
    private func record(of id: CredentialID) async throws -> CredentialRecord? {
        try await certificates.records().first { $0.id == id }
    }

    private func replace(_ id: CredentialID, by request: CredentialRequest) async throws -> DeviceCredential {
        // A revocation that is not complete is completed first.
        let before = try await self.record(of: id)
        if before?.endedAt != nil || incompleteRevocations[id] != nil {
            try await revokeCredential(id)
        } else if before != nil, request.isProvisional {
            throw CredentialError.exists(request.root)
        }
        let password = request.proof == .password ? try BrokerPassword() : nil
        let record = CredentialRecord(
            id: id, family: request.family.rawValue, mac: request.mac?.digits, passwordHash: password?.hash,
            issuedAt: clock.now().date, isProvisional: request.isProvisional)
        let replacement = try await certificates.replaceCredential(for: record, now: record.issuedAt)
        var isKnownToBroker = false
        do {
            let (credential, subject) = try await describe(replacement, request: request, password: password)
            try await rules(()).get()
            isKnownToBroker = true
            // The probe connects with the device's client id, so the broker closes a connection that used the previous
            // credential.
            let verdict = await prove(subject)
            guard verdict == .confined else {
                throw CredentialError.unconfined(
                    "The credential was not handed out and is revoked, because the broker does not confine it: \(verdict)"
                )
            }
            return credential
        } catch {
            await withdraw(replacement, isKnownToBroker: isKnownToBroker)
            throw error
        }
    }

    /// The credential for the device, and the subject for the probe. The probe does not use the device's own key,
    /// because the key would have to be in a file for it.
    private func describe(
        _ replacement: CredentialReplacement, request: CredentialRequest, password: BrokerPassword?
    ) async throws -> (DeviceCredential, ProbeSubject) {
        let (id, now) = (replacement.record.id, clock.now().date)
        if let issued = replacement.certificate {
            let key = DeviceCredential.Key.certificate(
                certificatePEM: issued.certificatePEM, privateKeyPEM: issued.privateKeyPEM)
            let pass = try await certificates.issueTakeover(of: id, now: now)
            return (
                try credential(request, port: endpoint.port, authorityPEM: issued.trustPEM, key: key),
                ProbeSubject(id: id.rawValue, proof: .certificate(pass))
            )
        }
        guard let password else {
            throw CredentialError.failed("The new credential has neither a certificate nor a password.")
        }
        let server = try await certificates.compatibilityIdentity(now: now)
        return (
            try credential(
                request, port: endpoint.compatibilityPort, authorityPEM: server.trustPEM, key: .password(password.text),
                keyFingerprint: server.keyFingerprint),
            ProbeSubject(id: id.rawValue, proof: .password(password.text, authorityPEM: server.trustPEM))
        )
    }

    private func credential(
        _ request: CredentialRequest, port: UInt16, authorityPEM: String, key: DeviceCredential.Key,
        keyFingerprint: [UInt8] = []
    ) throws -> DeviceCredential {
        guard let family = DeviceFamilies.definition(of: request.family) else {
            throw CredentialError.failed("There is no device family “\(request.family.rawValue)”.")
        }
        let others = InterfaceAddresses.current.filter {
            $0 != "127.0.0.1" && $0 != "::1" && $0 != request.gatewayAddress
        }
        let addresses = (request.gatewayAddress.map { [$0] } ?? []) + others
        let setupKey: SetupCredential.Key =
            switch key {
            case .certificate(let certificate, let privateKey):
                .certificate(certificatePEM: certificate, privateKeyPEM: privateKey)
            case .password(let password): .password(password, keyFingerprint: keyFingerprint)
            }
        let setup = SetupCredential(
            root: request.root, mac: request.mac, host: host, addresses: addresses, port: Int(port),
            authorityPEM: authorityPEM, key: setupKey)
        return DeviceCredential(
            request: request, host: host, addresses: addresses, port: Int(port), authorityPEM: authorityPEM, key: key,
            sheet: family.setupSheet(for: setup), deviceRequests: family.directSetup?.requests(for: setup) ?? [])
    }

    /// Revokes the credential that was just made; the previous one is valid again if it can be restored.
    private func withdraw(_ replacement: CredentialReplacement, isKnownToBroker: Bool) async {
        let (id, now) = (replacement.record.id, clock.now().date)
        if (try? await certificates.undo(replacement, now: now)) ?? false {
            _ = await rules(())
        } else if replacement.isFirst, !isKnownToBroker {
            try? await certificates.revokeCredential(id, now: now)
            try? await certificates.removeRecord(id)
        } else {
            try? await revokeCredential(id)
        }
    }

    /// Revokes a credential if `isDue` returns true once no other operation on it runs.
    private func revokeIfDue(
        _ id: CredentialID, if isDue: () async throws -> Bool
    ) async throws(CredentialError) {
        let isDone: Bool
        do {
            isDone = try await lock.withLock(id) {
                guard try await isDue() else { return false }
                try await revokeCredential(id)
                return true
            }
        } catch {
            throw .notEnded("\(error)", isTriedAfterRestart: await isKept(id))
        }
        if isDone { _ = await prove(nil) }
    }

    /// Revokes a credential and cuts off its device. A failure is recorded in `incompleteRevocations`, so that the revocation is
    /// repeated.
    private func revokeCredential(_ id: CredentialID) async throws {
        do {
            try await certificates.revokeCredential(id, now: clock.now().date)
            try await disconnect(id)
            if incompleteRevocations.removeValue(forKey: id) != nil { await recordUnended() }
        } catch {
            incompleteRevocations[id] = "\(error)"
            await recordUnended()
            logger.error("a credential could not be revoked", metadata: [LogKey.errorCode: "\(error)"])
            throw error
        }
    }

    @discardableResult private func recordUnended() async -> Bool {
        await saveUnended(Set(incompleteRevocations.keys.map(\.rawValue)))
    }

    /// Whether the next start of the gateway will complete the revocation, because the certificates or the journal
    /// record it.
    private func isKept(_ id: CredentialID) async -> Bool {
        if (try? await record(of: id))??.endedAt != nil { return true }
        return await recordUnended()
    }

    /// Cuts off the device of a revoked credential: its session, its access rules, its connection and its retained
    /// messages.
    private func disconnect(_ id: CredentialID) async throws {
        // Issued after the revocation, so it is not on the revocation list; it is valid for minutes.
        let pass = try await certificates.issueTakeover(of: id, now: clock.now().date)
        // Takes over the client id also before the rules change: mosquitto 2.0.11 was seen to crash after a reload
        // while the session was offline.
        try? await accessControl.takeOver(pass)
        try await rules(()).get()
        // The device may have reconnected in between; from now on it cannot.
        try await accessControl.takeOver(pass)
        // From now on no new message can arrive below its root, and nothing else would free the memory of the retained
        // ones.
        let mac = try await record(of: id)?.mac.flatMap(MACAddress.init)
        let branches = mac.map { mac in DeviceFamilies.discoveryTrees.map { $0.branch(of: mac) } } ?? []
        try await accessControl.clearRetained([id.rawValue] + branches)
        try await certificates.removeRecord(id)
    }
}

// MARK: Probing the access rules

extension BrokerCredentialIssuer {
    /// Probes the access rules, records the verdict and returns it. With a suspect, the verdict is about that suspect.
    private func prove(_ subject: ProbeSubject?) async -> AccessRulesProbe.Verdict {
        let found = await proofs(subject)
        switch found {
        case .confined: break
        case .leaks(let topics):
            logger.critical(
                "the broker lets a device access topics of other devices", metadata: [LogKey.errorDetail: "\(topics)"])
        case .inconclusive(let reason):
            logger.error(
                "the access rules of the broker could not be verified; no credential is issued until they are",
                metadata: [LogKey.errorDetail: "\(reason)"])
        }
        verdict = found
        return found
    }

    /// Probes the access rules for all requests at once. A request without a suspect gets the result of the probe's own
    /// suspect. If that suspect is not confined, every request gets its verdict.
    private static func examine(
        _ requests: [ProbeSubject?], at accessControl: BrokerAccessControl, certificates: HomeCertificates, now: Date
    ) async -> [AccessRulesProbe.Verdict] {
        do {
            let pass = try await certificates.issueProbe(.subject, now: now)
            // Each suspect occurs only once, because operations on one credential run one after another.
            let asked = requests.compactMap(\.self)
            let verdicts = await accessControl.examine([ProbeSubject(id: pass.id, proof: .certificate(pass))] + asked)
            let own = verdicts.first ?? .inconclusive("no client was examined.")
            let byID = Dictionary(zip(asked.map(\.id), verdicts.dropFirst()), uniquingKeysWith: { $1 })
            return requests.map { own == .confined ? $0.flatMap { byID[$0.id] } ?? own : own }
        } catch {
            return requests.map { _ in .inconclusive("\(error)") }
        }
    }
}
