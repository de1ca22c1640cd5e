import Foundation
import GatewayCore
import HomeCertificates
import HomeModel
import Logging
import MosquittoBroker

/// Lets devices in and out of our own broker: credential, access rules, the proof that they hold, and the cut of a live
/// connection. What is done to one credential is done one after another.
actor BrokerCredentialIssuer: CredentialIssuer {
    static let retryAfter = Duration.seconds(5)
    /// The longest time until what could not be proven is examined again.
    static let longestPause = Duration.seconds(300)

    private let certificates: HomeCertificates
    private let door: BrokerDoor
    private let gate: BrokerGate
    /// What devices are told to connect to.
    private let host: String
    private let clock: HomeClock
    private let logger: Logger
    nonisolated let turns = Turns<CredentialID>()
    /// Puts what the certificates say in force at the broker.
    private let rules: Batches<Void, Result<Void, any Error>>
    private let proofs: Batches<Suspect?, ConfinementProbe.Verdict>

    /// Why a credential that is taken back is not cut yet.
    private(set) var unended: [CredentialID: String]
    /// Keeps the names of those over a restart; false when that fails.
    private let saveUnended: @Sendable (Set<String>) async -> Bool
    /// What the last probe of the rules found; nil while there was none.
    private(set) var verdict: ConfinementProbe.Verdict?

    init(
        certificates: HomeCertificates, roots: TasmotaRoots, door: BrokerDoor, gate: BrokerGate, host: String,
        clock: HomeClock, logger: Logger, unended: Set<String> = [],
        savingUnended save: @escaping @Sendable (Set<String>) async -> Bool = { _ in false }
    ) {
        let left = unended.compactMap { try? CredentialID($0) }
        self.unended = Dictionary(
            left.map { ($0, "The gateway stopped before it was done.") }, uniquingKeysWith: { $1 })
        saveUnended = save
        self.certificates = certificates
        self.door = door
        self.gate = gate
        self.host = host
        self.clock = clock
        self.logger = logger
        rules = Batches { requests in
            let result: Result<Void, any Error>
            do {
                roots.replace(with: try await certificates.records())
                result = .success(try await gate.enforce())
            } catch {
                result = .failure(error)
            }
            return requests.map { _ in result }
        }
        proofs = Batches { suspects in
            await Self.examine(suspects, at: gate, certificates, now: clock.now().date)
        }
    }

    func issue(_ request: CredentialRequest) async throws(CredentialError) -> DeviceCredential {
        do {
            let id = try CredentialID(request.root.rawValue)
            return try await turns.take(id) { try await replace(id, by: request) }
        } catch let error as CredentialError {
            throw error
        } catch CertificateError.reservedCredentialID {
            throw .reserved(request.root)
        } catch CertificateError.macTaken(_, let owner) {
            throw request.mac.map { .macTaken($0, by: owner.rawValue) } ?? .failed("the address is taken.")
        } catch {
            throw .failed("\(error)")
        }
    }

    func revoke(_ root: String) async throws(CredentialError) {
        // By any other name nothing can be out: a device of another broker, or of one that was somebody else's.
        guard let id = try? CredentialID(root) else { return }
        try await takeBack(id) { true }
    }

    func credentials() async throws(CredentialError) -> [ListedCredential] {
        do {
            let expiries = try await certificates.expiries()
            return try await certificates.records().compactMap { ListedCredential($0, expiresAt: expiries[$0.id]) }
        } catch {
            throw .failed("\(error)")
        }
    }

    /// Makes a broker that was found running read what lies on disk, and ends what an earlier gateway could not.
    func refresh() async {
        do {
            try await rules(()).get()
        } catch {
            logger.error("the broker's access rules could not be renewed", metadata: [LogKey.errorCode: "\(error)"])
        }
        _ = await prove(nil)
        for record in (try? await certificates.records()) ?? [] where record.endedAt != nil {
            try? await takeBack(record.id) { try await self.record(of: record.id)?.endedAt != nil }
        }
    }

    /// Works until cancelled: on what is asked for, and again on what could not be ended or proven.
    func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.workOnRequests() }
            group.addTask { await self.keepProving() }
            await keepEnding()
        }
    }

    /// Asks the broker for what `issue`, `revoke` and `refresh` need, until cancelled.
    func workOnRequests() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.rules.run() }
            group.addTask { await self.proofs.run() }
        }
    }

    /// Tries again what could not be ended, until cancelled.
    func keepEnding() async {
        while !Task.isCancelled {
            await clock.sleep(for: Self.retryAfter)
            await endAgain()
        }
    }

    /// Examines the access rules again while the last proof failed, until cancelled: after `pause` at first, and after twice
    /// as long with each failure. The reason may be gone, such as a full disk.
    func keepProving(every pause: Duration = retryAfter) async {
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

    /// Tries once what could not be ended.
    func endAgain() async {
        for id in unended.keys.sorted() where !Task.isCancelled {
            try? await takeBack(id) { unended[id] != nil }
        }
    }
}

// MARK: One credential, in its turn

extension BrokerCredentialIssuer {
    private func record(of id: CredentialID) async throws -> CredentialRecord? {
        try await certificates.records().first { $0.id == id }
    }

    private func replace(_ id: CredentialID, by request: CredentialRequest) async throws -> DeviceCredential {
        // What is being taken back is gone first.
        let before = try await self.record(of: id)
        if before?.endedAt != nil || unended[id] != nil { try await end(id) }
        let password = request.proof == .password ? try BrokerPassword() : nil
        let record = CredentialRecord(
            id: id, family: request.family.rawValue, mac: request.mac?.digits, passwordHash: password?.hash,
            issuedAt: clock.now().date)
        let exchange = try await certificates.exchange(for: record, now: record.issuedAt)
        var isKnownToBroker = false
        do {
            let (credential, suspect) = try await describe(exchange, request, password)
            try await rules(()).get()
            isKnownToBroker = true
            // The probe comes in by the device's name, so whoever was connected by what it had before is cut.
            let verdict = await prove(suspect)
            guard verdict == .confined else { throw CredentialError.unconfined("\(verdict)") }
            return credential
        } catch {
            await withdraw(exchange, isKnownToBroker: isKnownToBroker)
            throw error
        }
    }

    /// What the device is given, and what it is examined by: never by its own key, which would have to lie in a file.
    private func describe(
        _ exchange: CredentialExchange, _ request: CredentialRequest, _ password: BrokerPassword?
    ) async throws -> (DeviceCredential, Suspect) {
        let (id, now) = (exchange.record.id, clock.now().date)
        if let issued = exchange.certificate {
            let key = DeviceCredential.Key.certificate(
                certificatePEM: issued.certificatePEM, privateKeyPEM: issued.privateKeyPEM)
            let pass = try await certificates.issueTakeover(of: id, now: now)
            return (
                credential(request, port: door.port, authorityPEM: issued.trustPEM, key),
                Suspect(id: id.rawValue, proof: .certificate(pass))
            )
        }
        guard let password else { throw CredentialError.failed("There is neither certificate nor password.") }
        let server = try await certificates.compatibilityIdentity(now: now)
        let key = DeviceCredential.Key.password(password.text, serverFingerprint: server.tasmotaFingerprint)
        return (
            credential(request, port: door.compatibilityPort, authorityPEM: server.trustPEM, key),
            Suspect(id: id.rawValue, proof: .password(password.text, authorityPEM: server.trustPEM))
        )
    }

    private func credential(
        _ request: CredentialRequest, port: UInt16, authorityPEM: String, _ key: DeviceCredential.Key
    ) -> DeviceCredential {
        DeviceCredential(
            request: request, host: host, addresses: OwnAddresses.current.filter { $0 != "127.0.0.1" && $0 != "::1" },
            port: Int(port), authorityPEM: authorityPEM, key: key)
    }

    /// Takes back what was just made; what the device had before is good again.
    private func withdraw(_ exchange: CredentialExchange, isKnownToBroker: Bool) async {
        let (id, now) = (exchange.record.id, clock.now().date)
        if (try? await certificates.undo(exchange, now: now)) ?? false {
            _ = await rules(())
        } else if exchange.isFirst, !isKnownToBroker {
            try? await certificates.end(id, now: now)
            try? await certificates.forget(id)
        } else {
            try? await end(id)
        }
    }

    /// Takes a credential back if that is still due when its turn has come.
    private func takeBack(
        _ id: CredentialID, if isDue: () async throws -> Bool
    ) async throws(CredentialError) {
        let isDone: Bool
        do {
            isDone = try await turns.take(id) {
                guard try await isDue() else { return false }
                try await end(id)
                return true
            }
        } catch {
            throw .notEnded("\(error)", isTriedAfterRestart: await isKept(id))
        }
        if isDone { _ = await prove(nil) }
    }

    /// Whatever of it fails is tried again.
    private func end(_ id: CredentialID) async throws {
        do {
            try await certificates.end(id, now: clock.now().date)
            try await cut(id)
            if unended.removeValue(forKey: id) != nil { await recordUnended() }
        } catch {
            unended[id] = "\(error)"
            await recordUnended()
            logger.error("a credential could not be revoked", metadata: [LogKey.errorCode: "\(error)"])
            throw error
        }
    }

    @discardableResult private func recordUnended() async -> Bool {
        await saveUnended(Set(unended.keys.map(\.rawValue)))
    }

    /// Whether the next gateway knows that this credential is to be revoked: from the certificates or from the journal.
    private func isKept(_ id: CredentialID) async -> Bool {
        if (try? await record(of: id))??.endedAt != nil { return true }
        return await recordUnended()
    }

    /// Cuts who is taken back: session, rules, connection.
    private func cut(_ id: CredentialID) async throws {
        // Made after the revocation, so it is not on the list; it is good for five minutes.
        let pass = try await certificates.issueTakeover(of: id, now: clock.now().date)
        // Also before the rules: mosquitto 2.0.11 was seen to die after a reload that met the session offline.
        try? await gate.takeOver(pass)
        try await rules(()).get()
        // It may have come back in between; from now on it cannot.
        try await gate.takeOver(pass)
        // From now on nothing below its root is news, and the memory that it takes would never be free again.
        let mac = try await record(of: id)?.mac
        try await gate.clearRetained([id.rawValue] + (mac.map { ["\(BrokerAccess.tasmotaDiscovery)/\($0)"] } ?? []))
        try await certificates.forget(id)
    }
}

// MARK: The proof

extension BrokerCredentialIssuer {
    /// What the last probe found, and of `suspect`, if there is one, whether it is confined.
    private func prove(_ suspect: Suspect?) async -> ConfinementProbe.Verdict {
        let found = await proofs(suspect)
        switch found {
        case .confined: break
        case .leaks(let topics):
            logger.critical(
                "the broker lets a device reach topics of others", metadata: [LogKey.errorDetail: "\(topics)"])
        case .unproven(let reason):
            logger.error(
                "the broker could not be shown to confine devices; no credential is given until it can",
                metadata: [LogKey.errorDetail: "\(reason)"])
        }
        verdict = found
        return found
    }

    /// Whoever asks for nobody in particular hears of our own suspect; if that one is not confined, nobody is.
    private static func examine(
        _ requests: [Suspect?], at gate: BrokerGate, _ certificates: HomeCertificates, now: Date
    ) async -> [ConfinementProbe.Verdict] {
        do {
            let pass = try await certificates.issueProbe(.suspect, now: now)
            // Each of them once: it has its turn.
            let asked = requests.compactMap(\.self)
            let verdicts = await gate.examine([Suspect(id: pass.id, proof: .certificate(pass))] + asked)
            let own = verdicts.first ?? .unproven("nothing was examined.")
            let byID = Dictionary(zip(asked.map(\.id), verdicts.dropFirst()), uniquingKeysWith: { $1 })
            return requests.map { own == .confined ? $0.flatMap { byID[$0.id] } ?? own : own }
        } catch {
            return requests.map { _ in .unproven("\(error)") }
        }
    }
}
