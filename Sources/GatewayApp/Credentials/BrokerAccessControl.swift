import Foundation
import DeviceProtocols
import GatewayCore
import HomeCertificates
import HomeModel
import MosquittoBroker

/// The operations at the broker that a credential needs.
struct BrokerAccessControl: Sendable {
    /// Puts the access rules and the revocation list into force.
    let enforce: @Sendable () async throws -> Void
    /// Probes whether the access rules confine these clients. Returns one verdict for each, in order.
    let examine: @Sendable ([ProbeSubject]) async -> [AccessRulesProbe.Verdict]
    /// Connects once with the client id of the credential and a clean session: the broker then closes the existing
    /// connection with that id and discards its session.
    let takeOver: @Sendable (IssuedCredential) async throws -> Void
    /// Clears every retained message at and below these topics.
    let clearRetained: @Sendable ([String]) async throws -> Void
}

extension BrokerAccessControl {
    private static let timeout = Duration.seconds(5)

    /// The operations at the broker at `endpoint`. `enforce` gives the broker its identity and access rules from the
    /// certificates.
    init(
        _ certificates: HomeCertificates, endpoint: BrokerEndpoint, clock: HomeClock,
        enforce: @escaping @Sendable () async throws -> Void
    ) {
        let probe = AccessRulesProbe(certificates: certificates, endpoint: endpoint)
        let retained = RetainedMessages(certificates: certificates, endpoint: endpoint, now: { clock.now().date })
        self.init(
            enforce: enforce,
            examine: { subjects in
                do {
                    let roots = try await certificates.records().map(\.id.rawValue)
                    let verdicts = await probe.examine(subjects, among: roots, now: clock.now().date)
                    // A broker that was restarting is running again for the second probe.
                    guard verdicts.contains(where: \.isUnproven) else { return verdicts }
                    return await probe.examine(subjects, among: roots, now: clock.now().date)
                } catch {
                    return subjects.map { _ in .inconclusive("\(error)") }
                }
            },
            takeOver: { credential in
                let client = try ProbeClient(
                    ProbeSubject(id: credential.id, proof: .certificate(credential)), at: endpoint)
                let isIn = await client.connect(within: Self.timeout)
                await client.close()
                guard isIn else { throw ConnectionFailure() }
            },
            clearRetained: { topics in for topic in topics { try await retained.clear(below: topic) } })
    }

    /// The broker did not accept the connection in time.
    private struct ConnectionFailure: Error, CustomStringConvertible {
        let description = "The broker did not answer; see tomte doctor."
    }
}

extension BrokerAccessRules {
    /// Makes the access rules for all credentials that are issued and not revoked.
    init(_ records: [CredentialRecord]) {
        self.init(
            clients: records.filter { $0.endedAt == nil }.map { record in
                BrokerClient(
                    id: record.id, announcementTopics: record.announcementTopics, passwordHash: record.passwordHash)
            },
            discoveryTrees: DeviceFamilies.discoveryTrees.map(\.topic))
    }
}

extension Broker {
    private static let timeout = Duration.seconds(10)

    /// Puts the access rules and the revocation list into force at the broker, from the current records. Waits up to 10
    /// s while the broker is being restarted, because mosquitto 2.0.11 may crash on a reload while a durable session is
    /// offline.
    func enforce(_ certificates: HomeCertificates) async throws {
        let end = ContinuousClock.now + Self.timeout
        while true {
            let access = BrokerAccessRules(try await certificates.records())
            do {
                return try await update(access: access, identity: try await certificates.brokerIdentity())
            } catch BrokerError.notRunning where ContinuousClock.now < end {
                try await Task.sleep(for: .milliseconds(100))
            }
        }
    }
}
