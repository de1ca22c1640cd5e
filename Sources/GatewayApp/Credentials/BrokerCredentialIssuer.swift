import Foundation
import GatewayCore
import HomeCertificates
import HomeModel
import Logging
import MosquittoBroker

/// Lets devices in and out of our own broker: credential, access rules, the proof that they hold, and the cut of a live
/// connection.
actor BrokerCredentialIssuer: CredentialIssuer {
    private static let retryAfter = Duration.seconds(5)

    private let certificates: HomeCertificates
    nonisolated let door: BrokerDoor
    /// What devices are told to connect to.
    private let host: String
    private let clock: HomeClock
    nonisolated let logger: Logger
    /// Puts what the certificates say in force at the broker.
    private let rules: Batches<Void, Result<Void, any Error>>
    private let proofs: Batches<Suspect?, ConfinementProbe.Verdict>

    /// Why a credential that is taken back is not cut yet, by root.
    private(set) var unended: [String: String] = [:]
    /// What the last probe of the rules found; nil while there was none.
    private(set) var verdict: ConfinementProbe.Verdict?

    /// `enforce` gives the broker identity and access rules as the certificates have them.
    init(
        certificates: HomeCertificates, door: BrokerDoor, host: String, clock: HomeClock, logger: Logger,
        enforce: @escaping @Sendable () async throws -> Void
    ) {
        self.certificates = certificates
        self.door = door
        self.host = host
        self.clock = clock
        self.logger = logger
        rules = Batches { requests in
            let result: Result<Void, any Error>
            do { result = .success(try await enforce()) } catch { result = .failure(error) }
            return requests.map { _ in result }
        }
        let probe = ConfinementProbe(certificates: certificates, door: door)
        proofs = Batches { suspects in
            await Self.examine(suspects, by: probe, certificates, now: clock.now().date)
        }
    }

    func issue(_ request: CredentialRequest) async throws(CredentialError) -> DeviceCredential {
        do {
            let id = try CredentialID(request.root.rawValue)
            let before = try await record(of: id)
            if before?.endedAt != nil { try await cut(id) }
            let (credential, suspect) = try await make(request, id)
            do {
                try await rules(()).get()
            } catch {
                await withdraw(suspect, id, before, isKnownToBroker: false)
                throw error
            }
            let verdict = await prove(suspect)
            guard verdict == .confined else {
                await withdraw(suspect, id, before, isKnownToBroker: true)
                throw CredentialError.unconfined("\(verdict)")
            }
            try await endCertificates(of: id, unlessNeededBy: request)
            return credential
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
        do {
            let id = try CredentialID(root)
            try await certificates.end(id, now: clock.now().date)
            try await cut(id)
        } catch {
            unended[root] = "\(error)"
            logger.error("a credential could not be revoked", metadata: [LogKey.errorCode: "\(error)"])
            throw .notEnded("\(error)")
        }
        _ = await prove(nil)
    }

    func credentials() async throws(CredentialError) -> [ListedCredential] {
        do {
            let expiries = try await certificates.expiries()
            return try await certificates.records().compactMap { ListedCredential($0, expiresAt: expiries[$0.id]) }
        } catch {
            throw .failed("\(error)")
        }
    }

    /// Whose credential was issued for the device of this address.
    func root(ofMAC text: String) async -> String? {
        guard let mac = MACAddress(text) else { return nil }
        return try? await certificates.owner(of: mac.digits)?.rawValue
    }

    /// Makes a broker that was found running read what lies on disk, and ends what an earlier gateway could not. Both
    /// lanes must be connected.
    func refresh() async {
        do {
            try await rules(()).get()
        } catch {
            logger.error("the broker's access rules could not be renewed", metadata: [LogKey.errorCode: "\(error)"])
        }
        _ = await prove(nil)
        for record in (try? await certificates.records()) ?? [] where record.endedAt != nil {
            try? await revoke(record.id.rawValue)
        }
    }

    /// Tries again what could not be ended, until cancelled.
    func keepEnding() async {
        while !Task.isCancelled {
            await clock.sleep(for: Self.retryAfter)
            for root in unended.keys.sorted() where !Task.isCancelled { try? await revoke(root) }
        }
    }

    private func record(of id: CredentialID) async throws -> CredentialRecord? {
        try await certificates.records().first { $0.id == id }
    }

    private func make(
        _ request: CredentialRequest, _ id: CredentialID
    ) async throws -> (DeviceCredential, Suspect) {
        let now = clock.now().date
        let password = request.proof == .password ? try BrokerPassword() : nil
        // Recorded first: an address that is taken ends it here.
        try await certificates.record(
            CredentialRecord(
                id: id, family: request.family.rawValue, mac: request.mac?.digits, passwordHash: password?.hash,
                issuedAt: now))
        if let password {
            let server = try await certificates.compatibilityIdentity(now: now)
            let key = DeviceCredential.Key.password(password.text, serverFingerprint: server.tasmotaFingerprint)
            return (
                credential(request, port: door.compatibilityPort, authorityPEM: server.trustPEM, key),
                Suspect(id: id.rawValue, proof: .password(password.text, authorityPEM: server.trustPEM))
            )
        }
        let issued = try await certificates.issueDevice(id: id, now: now)
        let key = DeviceCredential.Key.certificate(
            certificatePEM: issued.certificatePEM, privateKeyPEM: issued.privateKeyPEM)
        return (
            credential(request, port: door.port, authorityPEM: issued.trustPEM, key),
            Suspect(id: id.rawValue, proof: .certificate(issued))
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
    private func withdraw(
        _ suspect: Suspect, _ id: CredentialID, _ before: CredentialRecord?, isKnownToBroker: Bool
    ) async {
        let now = clock.now().date
        if case .certificate(let issued) = suspect.proof {
            _ = try? await certificates.revoke(serial: issued.serial, now: now)
        }
        if let before, before.endedAt == nil {
            // One of before there were records has none, and its certificate counts by itself.
            if before.family.isEmpty {
                try? await certificates.forget(id)
            } else {
                try? await certificates.record(before)
            }
            _ = await rules(())
        } else if isKnownToBroker {
            try? await revoke(id.rawValue)
        } else {
            try? await certificates.end(id, now: now)
            try? await certificates.forget(id)
        }
    }

    /// Whoever has a password from now on comes in by nothing else.
    private func endCertificates(of id: CredentialID, unlessNeededBy request: CredentialRequest) async throws {
        guard request.proof == .password, try await certificates.revoke(device: id, now: clock.now().date) > 0 else {
            return
        }
        try await rules(()).get()
    }

    /// Cuts who is taken back: session, rules, connection.
    private func cut(_ id: CredentialID) async throws {
        // Made after the revocation, so it is not on the list; it is good for five minutes.
        let pass = try await certificates.issueTakeover(of: id, now: clock.now().date)
        // Also before the rules: mosquitto 2.0.11 was seen to die after a reload that met the session offline.
        try? await takeOver(pass)
        try await rules(()).get()
        // It may have come back in between; from now on it cannot.
        try await takeOver(pass)
        try await certificates.forget(id)
        unended[id.rawValue] = nil
    }

    /// Connects once in the device's name with a clean session: the broker drops the device and what it kept for it.
    private func takeOver(_ credential: IssuedCredential) async throws {
        let client = try ProbeClient(Suspect(id: credential.id, proof: .certificate(credential)), at: door)
        let isIn = await client.connect(within: Self.retryAfter)
        await client.close()
        guard isIn else { throw CredentialError.failed("The broker did not answer; see tomte doctor.") }
    }

    /// What the last probe found, and of `suspect`, if there is one, whether it is confined.
    private func prove(_ suspect: Suspect?) async -> ConfinementProbe.Verdict {
        let found = await proofs(suspect)
        if found != .confined {
            logger.critical("the broker does not confine devices", metadata: [LogKey.errorDetail: "\(found)"])
        }
        verdict = found
        return found
    }

    /// Whoever asks for nobody in particular hears of our own suspect; if that one is not confined, nobody is.
    private static func examine(
        _ requests: [Suspect?], by probe: ConfinementProbe, _ certificates: HomeCertificates, now: Date
    ) async -> [ConfinementProbe.Verdict] {
        do {
            let pass = try await certificates.issueProbe(.suspect, now: now)
            let roots = try await certificates.records().map(\.id.rawValue)
            // A device that is asked for twice at once is examined once, by what it got last.
            let asked = Dictionary(requests.compactMap(\.self).map { ($0.id, $0) }, uniquingKeysWith: { $1 })
            let suspects = [Suspect(id: pass.id, proof: .certificate(pass))] + asked.values
            var verdicts = await probe.examine(suspects, among: roots, now: now)
            // A broker that ended meanwhile is back by the second time.
            if verdicts.contains(where: \.isUnproven) {
                verdicts = await probe.examine(suspects, among: roots, now: now)
            }
            let byID = Dictionary(zip(suspects.map(\.id), verdicts), uniquingKeysWith: { $1 })
            let own = byID[pass.id] ?? .unproven("nothing was examined.")
            return requests.map { own == .confined ? $0.flatMap { byID[$0.id] } ?? own : own }
        } catch {
            return requests.map { _ in .unproven("\(error)") }
        }
    }
}

extension ListedCredential {
    fileprivate init?(_ record: CredentialRecord, expiresAt: Date?) {
        guard let root = DeviceID(record.id.rawValue) else { return nil }
        let isPassword = record.passwordHash != nil
        self.init(
            root: root, family: DeviceFamily(rawValue: record.family), proof: isPassword ? .password : .certificate,
            mac: record.mac.flatMap(MACAddress.init),
            issuedAt: record.issuedAt == .distantPast ? nil : Timestamp(record.issuedAt),
            expiresAt: isPassword ? nil : expiresAt.map(Timestamp.init), isEnding: record.endedAt != nil)
    }
}

/// For a broker that somebody else runs: its credentials are made there.
struct ExternalCredentialIssuer: CredentialIssuer {
    func issue(_ request: CredentialRequest) async throws(CredentialError) -> DeviceCredential { throw .externalBroker }
    func revoke(_ root: String) async throws(CredentialError) {}
    func credentials() async throws(CredentialError) -> [ListedCredential] { [] }
}
