import Foundation
import GatewayCore
import HomeCertificates
import HomeModel

/// What is done at the broker for a credential.
struct BrokerGate: Sendable {
    /// Puts in force what the certificates say.
    let enforce: @Sendable () async throws -> Void
    /// A verdict for each suspect, in order.
    let examine: @Sendable ([Suspect]) async -> [ConfinementProbe.Verdict]
    /// Connects once in somebody's name with a clean session: the broker drops who was connected by it, and what it
    /// kept for it.
    let takeOver: @Sendable (IssuedCredential) async throws -> Void
    /// Clears every retained message at these topics and below them.
    let clearRetained: @Sendable ([String]) async throws -> Void
}

extension BrokerGate {
    private static let patience = Duration.seconds(5)

    /// That of a broker behind `door`. `enforce` gives it identity and access rules as the certificates have them.
    init(
        _ certificates: HomeCertificates, _ door: BrokerDoor, _ clock: HomeClock,
        enforce: @escaping @Sendable () async throws -> Void
    ) {
        let probe = ConfinementProbe(certificates: certificates, door: door)
        let retained = RetainedMessages(certificates: certificates, door: door, now: { clock.now().date })
        self.init(
            enforce: enforce,
            examine: { suspects in
                do {
                    let roots = try await certificates.records().map(\.id.rawValue)
                    let verdicts = await probe.examine(suspects, among: roots, now: clock.now().date)
                    // A broker that ended meanwhile is back by the second time.
                    guard verdicts.contains(where: \.isUnproven) else { return verdicts }
                    return await probe.examine(suspects, among: roots, now: clock.now().date)
                } catch {
                    return suspects.map { _ in .unproven("\(error)") }
                }
            },
            takeOver: { credential in
                let client = try ProbeClient(Suspect(id: credential.id, proof: .certificate(credential)), at: door)
                let isIn = await client.connect(within: Self.patience)
                await client.close()
                guard isIn else { throw Silence() }
            },
            clearRetained: { topics in for topic in topics { try await retained.clear(below: topic) } })
    }

    private struct Silence: Error, CustomStringConvertible {
        let description = "The broker did not answer; see tomte doctor."
    }
}
