import Foundation
import HomeCertificates

/// Proves by what is delivered that somebody reads and writes below their own root only: the broker grants a forbidden
/// subscription all the same, and to MQTT 3.1.1 it acknowledges a forbidden message.
///
/// The suspects subscribe to everything and publish everywhere. A witness, who may do both, publishes everywhere too.
/// What each says last, below a suspect's own root, must get through: what was sent before it has come by then.
struct ConfinementProbe: Sendable {
    enum Verdict: Sendable, Equatable {
        case confined
        case leaks(String)
        /// Nobody knows, so it is not trusted.
        case unproven(String)

        var isUnproven: Bool { if case .unproven = self { true } else { false } }
    }

    private static let patience = Duration.seconds(10)
    /// As many roots of others are tried, at random, beside those that nobody has.
    private static let sample = 16
    /// Below every root; devices overlook what they do not know.
    static let level = "tomte-canary"
    private static let nobodys = ["homie", "homeassistant", "tomte-nobody", Lane.control.clientID]
    private static let nobodysTasmota = "tasmota/discovery/000000000000/\(level)"

    let certificates: HomeCertificates
    let door: BrokerDoor

    /// A verdict for each suspect, in order. `roots` are those of all devices.
    func examine(_ suspects: [Suspect], among roots: [String], now: Date) async -> [Verdict] {
        var clients: [ProbeClient] = []
        let verdicts: [Verdict]
        do {
            let pass = try await certificates.issueProbe(.witness, now: now)
            for suspect in [Suspect(id: pass.id, proof: .certificate(pass))] + suspects {
                clients.append(try ProbeClient(suspect, at: door))
            }
            let (witness, examined) = (clients[0], Array(clients.dropFirst()))
            verdicts = try await Self.withPatience(clients) {
                try await Self.run(witness, examined, Array(roots.shuffled().prefix(Self.sample)))
            }
        } catch {
            verdicts = suspects.map { _ in .unproven("\(error)") }
        }
        for client in clients { await client.close() }
        return verdicts
    }

    /// Closing the connections ends whatever waits for them.
    private static func withPatience(
        _ clients: [ProbeClient], _ body: @escaping @Sendable () async throws -> [Verdict]
    ) async throws -> [Verdict] {
        try await withThrowingTaskGroup(of: [Verdict]?.self) { group in
            group.addTask { try await body() }
            group.addTask {
                try? await Task.sleep(for: patience)
                if !Task.isCancelled { for client in clients { await client.close() } }
                return nil
            }
            defer { group.cancelAll() }
            while let verdicts = try await group.next() { if let verdicts { return verdicts } }
            return []
        }
    }

    private static func run(
        _ witness: ProbeClient, _ suspects: [ProbeClient], _ roots: [String]
    ) async throws -> [Verdict] {
        let isIn = try await concurrently([witness] + suspects) { try await $0.connect() }
        guard isIn[0] else { throw Silence.noWitness }
        let present = zip(suspects, isIn.dropFirst()).filter(\.1).map(\.0)
        let mark = String(UInt64.random(in: .min ... .max), radix: 36)
        try await witness.subscribe(["+/\(level)", "+/+/+/\(level)"])
        try await concurrently(present) { suspect in
            try await suspect.subscribe(["#"])
            let others = (roots + nobodys).filter { $0 != suspect.id }.map { "\($0)/\(level)" }
            try await suspect.say(suspect.words(mark), on: others + [nobodysTasmota])
            try await suspect.state(suspect.words(mark), on: suspect.topic)
        }
        var trespasses: [String: String] = [:]
        let speakers = Dictionary(present.map { ($0.words(mark), $0) }, uniquingKeysWith: { $1 })
        let isSpoken = await witness.hear(until: Set(present.map { Heard(topic: $0.topic, text: $0.words(mark)) })) {
            guard let suspect = speakers[$0.text], $0.topic != suspect.topic else { return }
            trespasses[suspect.id] = "“\(suspect.id)” could publish on \($0.topic)."
        }
        try await witness.say(mark, on: (roots + nobodys).map { "\($0)/\(level)" } + [nobodysTasmota])
        for suspect in present { try await witness.state("end \(mark)", on: suspect.topic) }
        let heard = try await concurrently(present) { suspect in
            var trespass: String?
            let isWhole = await suspect.hear(until: [Heard(topic: suspect.topic, text: "end \(mark)")]) {
                if $0.root != suspect.id { trespass = "“\(suspect.id)” was sent what is on \($0.root)/…" }
            }
            return (isWhole: isWhole, trespass: trespass)
        }
        let verdicts = zip(present, heard).map { suspect, heard in
            let trespass = trespasses[suspect.id] ?? heard.trespass
            return (suspect.id, verdict(on: suspect, trespass, isWhole: isSpoken && heard.isWhole))
        }
        let byID = Dictionary(verdicts, uniquingKeysWith: { $1 })
        return suspects.map { byID[$0.id] ?? .unproven("the broker did not let “\($0.id)” in.") }
    }

    private static func verdict(on suspect: ProbeClient, _ trespass: String?, isWhole: Bool) -> Verdict {
        if let trespass { return .leaks(trespass) }
        return isWhole ? .confined : .unproven("the broker did not deliver below “\(suspect.id)” in time.")
    }

    @discardableResult
    private static func concurrently<Result: Sendable>(
        _ clients: [ProbeClient], _ body: @escaping @Sendable (ProbeClient) async throws -> Result
    ) async throws -> [Result] {
        try await withThrowingTaskGroup(of: (Int, Result).self) { group in
            for (index, client) in clients.enumerated() { group.addTask { (index, try await body(client)) } }
            var results: [Int: Result] = [:]
            for try await (index, result) in group { results[index] = result }
            return clients.indices.compactMap { results[$0] }
        }
    }

    private enum Silence: Error, CustomStringConvertible {
        case noWitness

        var description: String { "the broker let no witness in." }
    }
}

extension ConfinementProbe.Verdict: CustomStringConvertible {
    var description: String {
        switch self {
        case .confined: "confined"
        case .leaks(let finding), .unproven(let finding): finding
        }
    }
}

extension ProbeClient {
    fileprivate var topic: String { "\(id)/\(ConfinementProbe.level)" }
    fileprivate func words(_ mark: String) -> String { "\(id) \(mark)" }
}
