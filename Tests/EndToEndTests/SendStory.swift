import Foundation
import GatewayWire
import HomeModel
import SimulatedHome
import TestSupport
import Testing

/// `tomte send --json` with every outcome of a command, and the subcommands that show commands afterwards.
/// `SilentLockStory` sends commands that a newer command replaces.
@Suite struct SendStory {
    private static let scenario = Scenario(
        name: "Send", residents: 0,
        devices: [
            ScenarioDevice(id: "lamp", kind: .switch, name: DisplayName("Lamp" as StaticString), traits: .feedingLamp),
            ScenarioDevice(id: "front-door", kind: .lock, name: DisplayName("Front door" as StaticString)),
        ])

    /// The exit code and the output of `tomte send --json`, as a script reads them.
    private struct SendResult {
        let status: Int32
        let outcome: String?
        let code: String?
        let id: String?
        let errors: String
    }

    @Test(.timeLimit(.minutes(15))) func everyOutcomeHasItsRecordAndExitCode() async throws {
        try await withHome { home in
            try await withDevices(of: Self.scenario, in: home) { devices in
                try await home.adopt(Self.scenario)
                for id in ["lamp", "front-door"] {
                    try await eventually("\(id) is ready") { try await home.device(id).availability == .ready }
                }
                try await devicesConfirmRejectOrDoNotAnswer(home, devices: devices)
                try await gatewayRefusesCommands(home)
                try await commandWithoutASubscriberIsUnreachable(home)
                try await commandsAreListedAlsoAfterARestart(home)
                try await killOfTheGatewayLeavesTheOutcomeUnknown(home, devices: devices)
            }
            await home.stopGateway()
            let sent = try await send(home, words: "lamp", "switch", "on")
            #expect(sent.status == 69 && sent.outcome == "failed" && sent.code == "noGateway")
        }
    }

    private func devicesConfirmRejectOrDoNotAnswer(_ home: HomeUnderTest, devices: SimulatedHome) async throws {
        let confirmed = try await send(home, words: "lamp", "switch", "on")
        #expect(confirmed.status == 0 && confirmed.outcome == "confirmed" && confirmed.code == "confirmed")
        try await devices.inject(Fault(.stick), device: "front-door")
        let timedOut = try await send(home, words: "front-door", "lock", "unlocked", "--deadline", "1")
        #expect(timedOut.status == 5 && timedOut.outcome == "timedOut")
        await devices.clearFaults(device: "front-door")
        try await devices.inject(Fault(.reject), device: "front-door")
        let failed = try await send(home, words: "front-door", "lock", "unlocked", "--deadline", "20")
        #expect(failed.status == 6 && failed.outcome == "failed")
        await devices.clearFaults(device: "front-door")
    }

    private func gatewayRefusesCommands(_ home: HomeUnderTest) async throws {
        #expect(try await home.tomte("people", "add", "Bo", "--role", "child").status == 0)
        let refused = try await send(home, words: "front-door", "lock", "unlocked", "--as", "bo")
        #expect(refused.status == 3 && refused.outcome == "refused" && refused.code != nil)
        let unknown = try await send(home, words: "nothing", "switch", "on")
        #expect(unknown.status == 3 && unknown.outcome == "refused" && unknown.code == "notFound")
        let invalid = try await send(home, words: "front-door", "lock", "ajar")
        #expect(invalid.status == 4 && invalid.outcome == "invalid" && invalid.code != nil)
        let nothingToStop = try await send(home, words: "lamp", "stop")
        #expect(nothingToStop.status == 4 && nothingToStop.outcome == "invalid")
        #expect(try await send(home, words: "lamp", "switch", "on", "--key", "k1").status == 0)
        let reused = try await send(home, words: "lamp", "switch", "off", "--key", "k1")
        #expect(reused.status == 4 && reused.outcome == "invalid" && reused.code == "keyReused")
    }

    /// The devices announce no availability, so only the broker knows whether they have subscribed. The gateway must
    /// not subscribe to their command topics itself, because the broker counts every subscriber.
    private func commandWithoutASubscriberIsUnreachable(_ home: HomeUnderTest) async throws {
        let pump = try await MosquittoToolClient("pumps", in: home)
        try await pump.announce("pump", state: true)
        try await pump.announce("blinker", state: false)
        for id in ["pump", "blinker"] {
            try await eventually("\(id) is adopted") {
                try await home.tomte("devices", "adopt", id, "--purpose", "light").status == 0
            }
        }
        // For a moment after the adoption the gateway subscribes to the topic to receive the retained message.
        var result: SendResult?
        try await eventually("the broker reports that no device has subscribed") {
            result = try await send(home, words: "pump", "switch", "on", "--deadline", "1")
            return result?.outcome == "unreachable"
        }
        #expect(result?.status == 5 && result?.code == "unreachable")
        let received = "\(home.state)/heard"
        let listener = try pump.listen(to: ["pumps/pump/set", "pumps/blinker/set"], output: received)
        try await eventually("the pump has subscribed and does not answer") {
            result = try await send(home, words: "pump", "switch", "on", "--deadline", "1")
            return result?.outcome == "timedOut"
        }
        let sent = try await send(home, words: "blinker", "switch", "on")
        #expect(sent.status == 7 && sent.outcome == "sent")
        await listener.end()
        #expect(try String(contentsOfFile: received, encoding: .utf8).contains("pumps/blinker/set ON"))
    }

    private func commandsAreListedAlsoAfterARestart(_ home: HomeUnderTest) async throws {
        let sent = try await send(home, words: "lamp", "switch", "off")
        let id = try #require(sent.id)
        let shown = try await home.tomte("commands", "show", id, "--json")
        #expect(try shown.status == 0 && shown.json(CommandRecordBody.self).outcome == .confirmed)
        let listed: [CommandRecordBody] = try await home.tomte("commands", "list", "lamp", "--json").json()
        #expect(listed.first?.id.rawValue == id && listed.count > 1)
        #expect(try await home.tomte("commands", "list", "lamp", "--limit", "1").output.contains(id))
        #expect(try await home.tomte("commands", "show", "nothing").status == 3)
        // The next gateway has the record too.
        await home.killGateway()
        try await home.startGateway()
        let later = try await home.tomte("commands", "show", id, "--json")
        #expect(try later.status == 0 && later.json(CommandRecordBody.self).outcome == .confirmed)
        let named = try await home.tomte("home", "rename", "Summer house", "--json")
        #expect(try named.status == 0 && named.json(HomeBody.self).name == "Summer house")
        let certificates = try await home.tomte("home", "certificates", "--json")
        #expect(try certificates.status == 0 && !certificates.json([CertificateBody].self).isEmpty)
    }

    /// The gateway is killed while the command is pending. The sender gets the key of the command, and the name of the
    /// subcommand that shows its outcome later.
    private func killOfTheGatewayLeavesTheOutcomeUnknown(_ home: HomeUnderTest, devices: SimulatedHome) async throws {
        try await eventually("the door is ready") { try await home.device("front-door").availability == .ready }
        try await devices.inject(Fault(.stick), device: "front-door")
        let before = try await home.audit(.deviceControl).count
        async let sent = home.tomte("send", "front-door", "lock", "unlocked", "--deadline", "60", "--json")
        try await eventually("the command is in the audit log") { try await home.audit(.deviceControl).count > before }
        await home.killGateway()
        let interrupted = try await sent
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(interrupted.output.utf8)) as? [String: Any])
        let key = try #require(object["idempotencyKey"] as? String, "\(interrupted.output)")
        #expect(interrupted.status == 5 && object["outcome"] == nil && object["stage"] as? String == "unknown")
        #expect(interrupted.errors.contains("may have been sent"))
        #expect(interrupted.errors.contains("tomte commands list front-door"))
        await devices.clearFaults(device: "front-door")
        try await home.startGateway()
        let again = try await home.tomte("send", "front-door", "lock", "unlocked", "--key", key)
        #expect(again.status == 5 && again.errors.contains("This key was used before"), "\(again.errors)")
        let listed: [CommandRecordBody] = try await home.tomte("commands", "list", "front-door", "--json").json()
        let shown = try await home.tomte("commands", "show", #require(listed.first).id.rawValue)
        #expect(shown.output.contains("Front door") && shown.output.contains("sent by console"), "\(shown.output)")
    }

    private func send(_ home: HomeUnderTest, words: String...) async throws -> SendResult {
        let finished = try await home.tomte.run(["send"] + words + ["--json"])
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(finished.output.utf8)) as? [String: Any],
            "\(words): \(finished.output) \(finished.errors)")
        #expect(object["device"] != nil && object["capability"] != nil, "\(words)")
        return SendResult(
            status: finished.status, outcome: object["outcome"] as? String, code: object["code"] as? String,
            id: object["id"] as? String, errors: finished.errors)
    }
}

extension MosquittoToolClient {
    /// Announces a switch by Home Assistant discovery, without an availability topic.
    fileprivate func announce(_ id: String, state: Bool) async throws {
        let topic = state ? #""stat_t":"\#(root)/\#(id)/state","# : ""
        try await publish(
            #"{"name":"\#(id)","uniq_id":"\#(id)-1","cmd_t":"\#(root)/\#(id)/set",\#(topic)"#
                + #""dev":{"ids":["\#(id)-1"],"name":"\#(id)"}}"#,
            to: "\(root)/ha/switch/\(id)/config", retained: true)
    }
}
