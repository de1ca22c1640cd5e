import Foundation
import GatewayWire
import HomeModel
import TestSupport
import Testing

/// Attacks on a home with a real broker, each of which opens an incident, and what people do against them.
@Suite(.timeLimit(.minutes(15))) struct IncidentStory {
    private func incidents(_ home: HomeUnderTest) async throws -> [IncidentSummaryBody] {
        try await home.tomte("incident", "list", "--json").json([IncidentSummaryBody].self)
    }

    private func expectIncident(_ rule: IncidentRule, in home: HomeUnderTest) async throws -> IncidentBody {
        try await eventually("an incident of \(rule.rawValue) is open") {
            try await incidents(home).contains { $0.rule == rule && $0.isOpen }
        }
        let id = try #require(try await incidents(home).first { $0.rule == rule }?.id)
        #expect(try await home.findings().contains("incident.\(rule.rawValue)"))
        return try await home.tomte("incident", "show", id.rawValue, "--json").json(IncidentBody.self)
    }

    @Test func certificateThatIsUsedFromTwoAddressesOpensAnIncident() async throws {
        try await withHome { home in
            let plug = try await MosquittoToolClient("plug", in: home)
            for address in ["127.0.0.2", "127.0.0.3", "127.0.0.2", "127.0.0.3"] {
                let sent = try await plug.publish("on", to: "plug/state", from: address)
                #expect(sent.isDone, "\(sent.output)")
            }
            let incident = try await expectIncident(.twoAddresses, in: home)
            #expect(incident.subject.device == "plug")
            #expect(incident.evidence.first?.values["to"] != incident.evidence.first?.values["from"])
            // The copy and the device are disconnected in one step.
            let contained = try await home.tomte(
                "incident", "contain", incident.id.rawValue, "revokeDevice", "plug", "--yes")
            #expect(contained.status == 0, "\(contained.errors)")
            try await eventually("the certificate is refused") {
                try await !plug.publish("on", to: "plug/state", from: "127.0.0.2").isDone
            }
        }
    }

    @Test func deviceThatSpeaksForAnotherOpensAnIncident() async throws {
        try await withHome { home in
            let mac = try #require(MACAddress("DC4F22A1B2FF"))
            let liar = try await MosquittoToolClient("liar", mac: mac, in: home)
            let config = """
                {"dn": "Liar", "fn": ["Liar"], "mac": "DC4F22A1B2FF", "md": "Sonoff Basic", "ofln": "Offline",
                 "onln": "Online", "state": ["OFF", "ON", "TOGGLE", "HOLD"], "t": "x", "rl": [1, 0],
                 "ft": "victim/%prefix%/%topic%/", "tp": ["cmnd", "stat", "tele"], "so": {}, "ver": 1}
                """
            try await liar.publish(
                #"{"sn": {"Time": "2026-03-02T08:15:00"}, "ver": 1}"#,
                to: "tasmota/discovery/DC4F22A1B2FF/sensors", retained: true)
            try await liar.publish(config, to: "tasmota/discovery/DC4F22A1B2FF/config", retained: true)
            let incident = try await expectIncident(.speaksForOthers, in: home)
            #expect(incident.evidence.first?.count ?? 0 >= 1)
        }
    }

    @Test func configurationThatWasChangedWhileTheGatewayWasAwayOpensAnIncident() async throws {
        try await withHome { home in
            try await eventually("the digest is stored") { try await home.tomte("status").status == 0 }
            #expect(try await incidents(home).isEmpty)
            await home.killGateway()
            let file = try FileHandle(forWritingTo: URL(filePath: home.configuration))
            try file.seekToEnd()
            try file.write(contentsOf: Data("# A line of another person.\n".utf8))
            try file.close()
            try await home.startGateway()
            let incident = try await expectIncident(.changedOutside, in: home)
            #expect(incident.subject.file == URL(filePath: home.configuration).lastPathComponent)
            #expect(
                try await home.tomte("incident", "close", incident.id.rawValue, "--reason", "It was me.").status == 0)
            #expect(try await incidents(home).allSatisfy { !$0.isOpen })
        }
    }

    @Test func rotatedKeysOverlapUntilThePersonEndsIt() async throws {
        try await withHome { home in
            let old = try await MosquittoToolClient("old", in: home)
            #expect(try await old.publish("on", to: "old/state").isDone)
            let opened = try await home.tomte("incident", "open", "A key was copied", "--json").json(IncidentBody.self)
            let begun = try await home.tomte("incident", "contain", opened.id.rawValue, "rotateKeys", "--yes")
            #expect(begun.status == 0, "\(begun.errors)")
            let plan = try await home.tomte("incident", "keys", "--json").json(KeyRotationPlan.self)
            #expect(plan.overlap != nil && plan.items.contains { $0.id == "old" && !$0.isDone })
            try await eventually("the old device connects during the overlap") {
                try await old.publish("on", to: "old/state").isDone
            }
            let new = try await MosquittoToolClient("new", in: home)
            try await eventually("the new device connects during the overlap") {
                try await new.publish("on", to: "new/state").isDone
            }
            try await eventually("the plan says that the new device is done") {
                try await home.tomte("incident", "keys", "--json").json(KeyRotationPlan.self).items
                    .contains { $0.id == "new" && $0.isDone }
            }
            let finished = try await home.tomte("incident", "contain", opened.id.rawValue, "finishRotation", "--yes")
            #expect(finished.status == 0, "\(finished.errors)")
            try await eventually("the old device is refused") {
                try await !old.publish("on", to: "old/state").isDone
            }
            // The plan says why, until the device is set up again.
            let left = try await home.tomte("incident", "keys", "--json").json(KeyRotationPlan.self)
            #expect(left.overlap == nil && left.items.filter { $0.isCutOff == true }.map(\.id) == ["old"])
            #expect(try await home.findings().contains("certificates.cutOff"))
            try await eventually("the new device connects") { try await new.publish("on", to: "new/state").isDone }
            // The lanes of the gateway have new certificates too.
            try await new.publish(
                #"{"command_topic": "new/set", "unique_id": "x", "device": {"identifiers": ["x"]}}"#,
                to: "new/ha/switch/x/config", retained: true)
            try await eventually("the gateway hears the new device") { try await !home.discovered().isEmpty }
        }
    }
}
