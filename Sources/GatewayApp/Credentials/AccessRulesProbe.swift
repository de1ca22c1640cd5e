import Concurrency
import DeviceProtocols
import Foundation
import HomeCertificates

/// Checks that a client reads and writes only below its own root topic. The probe looks at the messages that are
/// delivered, because the broker grants a forbidden subscription anyway, and acknowledges a forbidden message to an
/// MQTT 3.1.1 client.
///
/// The suspects subscribe to all topics and publish on all probed ones. A witness, which may do both, publishes on them
/// too. The last message of each, below a suspect's own root, must be delivered: every message that was sent before it
/// has arrived by then.
struct AccessRulesProbe: Sendable {
    /// The result for one client.
    enum Verdict: Sendable, Equatable {
        case confined
        /// The client reached a foreign topic; the text says which.
        case leaks(String)
        /// The probe was not completed, for the reason in the text; the client is not trusted.
        case inconclusive(String)

        var isUnproven: Bool { if case .inconclusive = self { true } else { false } }
    }

    private static let timeout = Duration.seconds(10)
    /// The number of roots of other devices that a probe tries, chosen at random, besides the roots that no device has.
    private static let sample = 16
    /// The topic level that the probe uses below every root; devices ignore topics that they do not know.
    static let level = "tomte-canary"
    private static let unownedRoots =
        DeviceFamilies.reservedRoots.sorted() + ["tomte-unowned", GatewayConnection.control.clientID]
    /// Topics in the discovery trees, in the branch of a MAC address that no device has.
    private static let unownedBranches = DeviceFamilies.discoveryTrees.map { "\($0.topic)/000000000000/\(level)" }

    let certificates: HomeCertificates
    let endpoint: BrokerEndpoint

    /// Returns a verdict for each suspect, in order. `roots` are the roots of all devices.
    func examine(_ subjects: [ProbeSubject], among roots: [String], now: Date) async -> [Verdict] {
        var clients: [ProbeClient] = []
        let verdicts: [Verdict]
        do {
            let pass = try await certificates.issueProbe(.observer, now: now)
            for subject in [ProbeSubject(id: pass.id, proof: .certificate(pass))] + subjects {
                clients.append(try ProbeClient(subject, at: endpoint))
            }
            let (observer, examined) = (clients[0], Array(clients.dropFirst()))
            verdicts = try await withDeadline(Self.timeout) {
                try await Self.run(observer, subjects: examined, roots: Array(roots.shuffled().prefix(Self.sample)))
            }
        } catch is DeadlineExceeded {
            verdicts = subjects.map { _ in .inconclusive("the broker did not answer the probe in time.") }
        } catch {
            verdicts = subjects.map { _ in .inconclusive("\(error)") }
        }
        for client in clients { await client.close() }
        return verdicts
    }

    private static func run(
        _ observer: ProbeClient, subjects: [ProbeClient], roots: [String]
    ) async throws -> [Verdict] {
        let isIn = try await concurrently([observer] + subjects) { try await $0.connect() }
        guard isIn[0] else { throw ConnectionFailure.noObserver }
        let present = zip(subjects, isIn.dropFirst()).filter(\.1).map(\.0)
        let marker = String(UInt64.random(in: .min ... .max), radix: 36)
        try await observer.subscribe(["+/\(level)"] + unownedBranches)
        try await concurrently(present) { subject in
            try await subject.subscribe(["#"])
            let others = (roots + unownedRoots).filter { $0 != subject.id }.map { "\($0)/\(level)" }
            try await subject.publishUnconfirmed(subject.words(marker), on: others + unownedBranches)
            try await subject.publish(subject.words(marker), on: subject.topic)
        }
        var trespasses: [String: String] = [:]
        let subjectsByWords = Dictionary(present.map { ($0.words(marker), $0) }, uniquingKeysWith: { $1 })
        let areAllDelivered = await observer.receive(
            until: Set(present.map { ProbeMessage(topic: $0.topic, text: $0.words(marker)) })
        ) {
            guard let subject = subjectsByWords[$0.text], $0.topic != subject.topic else { return }
            trespasses[subject.id] = "“\(subject.id)” could publish on \($0.topic)."
        }
        try await observer.publishUnconfirmed(
            marker, on: (roots + unownedRoots).map { "\($0)/\(level)" } + unownedBranches)
        for subject in present { try await observer.publish("end \(marker)", on: subject.topic) }
        let heard = try await concurrently(present) { subject in
            var trespass: String?
            let isWhole = await subject.receive(until: [ProbeMessage(topic: subject.topic, text: "end \(marker)")]) {
                if $0.root != subject.id { trespass = "“\(subject.id)” received a message from \($0.root)/…" }
            }
            return (isWhole: isWhole, trespass: trespass)
        }
        let verdicts = zip(present, heard).map { subject, heard in
            let trespass = trespasses[subject.id] ?? heard.trespass
            return (subject.id, verdict(on: subject, trespass, isWhole: areAllDelivered && heard.isWhole))
        }
        let byID = Dictionary(verdicts, uniquingKeysWith: { $1 })
        return subjects.map { byID[$0.id] ?? .inconclusive("the broker refused the connection of “\($0.id)”.") }
    }

    private static func verdict(on subject: ProbeClient, _ trespass: String?, isWhole: Bool) -> Verdict {
        if let trespass { return .leaks(trespass) }
        return isWhole
            ? .confined : .inconclusive("the broker did not deliver a message below “\(subject.id)” in time.")
    }

    @discardableResult
    private static func concurrently<Result: Sendable>(
        _ clients: [ProbeClient], body: @escaping @Sendable (ProbeClient) async throws -> Result
    ) async throws -> [Result] {
        try await withThrowingTaskGroup(of: (Int, Result).self) { group in
            for (index, client) in clients.enumerated() { group.addTask { (index, try await body(client)) } }
            var results: [Int: Result] = [:]
            for try await (index, result) in group { results[index] = result }
            return clients.indices.compactMap { results[$0] }
        }
    }

    /// Why a probe could not begin.
    private enum ConnectionFailure: Error, CustomStringConvertible {
        case noObserver

        var description: String { "the broker refused the connection of the probe's witness." }
    }
}

extension AccessRulesProbe.Verdict: CustomStringConvertible {
    var description: String {
        switch self {
        case .confined: "confined"
        case .leaks(let finding), .inconclusive(let finding): finding
        }
    }
}

extension ProbeClient {
    fileprivate var topic: String { "\(id)/\(AccessRulesProbe.level)" }
    fileprivate func words(_ marker: String) -> String { "\(id) \(marker)" }
}
