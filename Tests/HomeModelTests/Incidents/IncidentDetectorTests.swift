import HomeModel
import Testing

/// Each rule has an attack that it must notice after a stated number of events, and the harmless case next to it.
struct IncidentDetectorTests {
    private static let kim: PersonID = PersonID("kim")
    private static let phone: ClientID = ClientID("phone")

    /// An observation, a number of seconds after the one before.
    struct Step: Sendable {
        let after: Int
        let observation: IncidentObservation

        init(_ observation: IncidentObservation, after seconds: Int = 1) {
            self.observation = observation
            after = seconds
        }
    }

    /// A script, the rule that it is about, and the number of signals that it raises.
    struct Script: Sendable, CustomTestStringConvertible {
        let name: String
        let rule: IncidentRule
        let steps: [Step]
        let signals: Int

        var testDescription: String { name }
    }

    private static func refusals(_ count: Int, every seconds: Int) -> [Step] {
        (0..<count).map { number in
            Step(
                .refused(kim, client: phone, entry: AuditReference(severity: .warning, sequence: UInt64(number + 1))),
                after: seconds)
        }
    }

    private static func commands(_ count: Int, every seconds: Int) -> [Step] {
        (0..<count).map { _ in Step(.commanded(kim, client: phone, entry: nil), after: seconds) }
    }

    private static func connections(_ addresses: String..., every seconds: Int = 60) -> [Step] {
        addresses.map { Step(.connected(root: "heat-pump", address: $0), after: seconds) }
    }

    private static func paired(at hour: Int) -> [Step] {
        [Step(.paired(kim, client: phone, hour: hour, entry: nil))]
    }

    private static func wanted(_ away: Duration) -> [Step] {
        [Step(.wantedFarFromWindow(kim, client: phone, device: "lamp", away: away, entry: nil))]
    }

    static let scripts: [Script] = [
        Script(name: "nine refusals", rule: .manyRefusals, steps: refusals(9, every: 1), signals: 0),
        Script(name: "ten refusals", rule: .manyRefusals, steps: refusals(10, every: 1), signals: 1),
        Script(name: "ten refusals in ten minutes", rule: .manyRefusals, steps: refusals(10, every: 66), signals: 1),
        Script(name: "slow refusals", rule: .manyRefusals, steps: refusals(100, every: 67), signals: 0),
        Script(name: "twenty refusals", rule: .manyRefusals, steps: refusals(20, every: 1), signals: 2),
        Script(
            name: "ten wrong codes of a stranger", rule: .manyRefusals,
            steps: (0..<10).map { _ in Step(.refused(nil, client: nil, entry: nil)) }, signals: 1),
        Script(name: "paired at midnight", rule: .unusualHour, steps: paired(at: 0), signals: 1),
        Script(name: "paired before six", rule: .unusualHour, steps: paired(at: 5), signals: 1),
        Script(name: "paired at six", rule: .unusualHour, steps: paired(at: 6), signals: 0),
        Script(name: "paired in the evening", rule: .unusualHour, steps: paired(at: 23), signals: 0),
        Script(name: "guest six hours early", rule: .farFromWindow, steps: wanted(.hours(6)), signals: 0),
        Script(
            name: "guest more than six hours early", rule: .farFromWindow, steps: wanted(.hours(6) + .seconds(1)),
            signals: 1),
        Script(
            name: "impostor", rule: .speaksForOthers, steps: [Step(.spokeForOther(root: "plug", place: "a/b"))],
            signals: 1),
        Script(
            name: "two addresses in turn", rule: .twoAddresses, steps: connections("10.0.0.5", "10.0.0.9", "10.0.0.5"),
            signals: 1),
        Script(
            name: "the gateway tests a credential of the device", rule: .twoAddresses,
            steps: connections("10.0.0.5", "127.0.0.1", "10.0.0.5", "127.0.0.1", "10.0.0.5"), signals: 0),
        Script(
            name: "a copy on a machine beside a device that the gateway tests", rule: .twoAddresses,
            steps: connections("10.0.0.5", "127.0.0.1", "10.0.0.9", "10.0.0.5"), signals: 1),
        Script(name: "a new address", rule: .twoAddresses, steps: connections("10.0.0.5", "10.0.0.9"), signals: 0),
        Script(
            name: "the same address again", rule: .twoAddresses,
            steps: connections("10.0.0.5", "10.0.0.5", "10.0.0.5"), signals: 0),
        Script(
            name: "both families of addresses", rule: .twoAddresses,
            steps: connections("10.0.0.5", "fd00::5", "10.0.0.5", "fd00::5"), signals: 0),
        Script(
            name: "addresses that change slowly", rule: .twoAddresses,
            steps: connections("10.0.0.5", "10.0.0.9", "10.0.0.5", every: 1800), signals: 0),
        Script(
            name: "damaged log", rule: .auditDamage, steps: [Step(.auditDamaged(code: "missing"))], signals: 1),
        Script(name: "120 commands in a minute", rule: .commandBurst, steps: commands(120, every: 0), signals: 1),
        Script(name: "a hand on a slider", rule: .commandBurst, steps: commands(119, every: 0), signals: 0),
        Script(name: "a command a second", rule: .commandBurst, steps: commands(600, every: 1), signals: 0),
        Script(
            name: "changed configuration", rule: .changedOutside, steps: [Step(.fileChanged(name: "tomte.yaml"))],
            signals: 1),
    ]

    private func run(_ steps: [Step]) -> [IncidentSignal] {
        var detector = IncidentDetector()
        var uptime = Duration.hours(1)
        let start = Timestamp(milliseconds: 1_767_182_400_000)
        return steps.compactMap { step in
            uptime += .seconds(step.after)
            return detector.observe(step.observation, at: uptime, time: start + uptime)
        }
    }

    @Test(arguments: scripts) func ruleRaisesWhatItsScriptSays(_ script: Script) {
        let signals = run(script.steps)
        #expect(signals.count == script.signals)
        #expect(signals.allSatisfy { $0.rule == script.rule })
    }

    @Test func eachRuleHasAnAttackAndAHarmlessCaseOrNeedsNone() {
        for rule in IncidentRule.allCases {
            #expect(Self.scripts.contains { $0.rule == rule && $0.signals > 0 }, "\(rule) has no attack")
            #expect(IncidentRules.standard[rule] != nil)
        }
    }

    @Test func evidenceNamesCountTimesAndEntries() throws {
        let signal = try #require(run(Self.refusals(10, every: 60)).first)
        #expect(signal.subject == IncidentSubject(person: "kim", client: Self.phone))
        #expect(signal.evidence.count == 10)
        #expect(signal.evidence.last - signal.evidence.first == .seconds(540))
        #expect(signal.evidence.entries.map(\.sequence) == Array(1...10))
    }

    @Test func askersAreCountedApart() {
        let steps = (0..<40).map { number in
            Step(.refused(Self.kim, client: ClientID(slugging: "c\(number % 5)", fallback: Self.phone), entry: nil))
        }
        #expect(run(steps).isEmpty)
    }

    @Test func textsOfTheNetworkAreCutAndEscaped() throws {
        let root = "a\u{1B}[31m" + String(repeating: "x", count: 5000)
        let signal = try #require(run([Step(.spokeForOther(root: root, place: root))]).first)
        #expect(signal.subject.device?.utf8.count ?? 0 < 600)
        #expect(signal.subject.device?.contains("\u{1B}") == false)
    }

    @Test func numberOfRememberedSubjectsIsBounded() {
        var detector = IncidentDetector()
        for number in 0..<2000 {
            let client = ClientID(slugging: "client-\(number)", fallback: Self.phone)
            for _ in 0..<9 {
                let signal = detector.observe(
                    .refused(Self.kim, client: client, entry: nil), at: .milliseconds(number),
                    time: Timestamp(milliseconds: 0))
                #expect(signal == nil)
            }
        }
        // The newest subject is still counted.
        let last = ClientID(slugging: "client-1999", fallback: Self.phone)
        #expect(
            detector.observe(
                .refused(Self.kim, client: last, entry: nil), at: .seconds(3), time: Timestamp(milliseconds: 0)) != nil)
    }
}
