import Foundation
import GatewayWire
import HomeModel
import SimulatedHome
import TestSupport
import Testing

/// A device with a certificate of its own that poses as the gateway and as other devices.
@Suite struct ImpostorStory {
    private static let scenario: Scenario = {
        var counting = DeviceTraits()
        counting.isCounting = true
        var traits = DeviceTraits()
        traits.isOn = false
        traits.purposes = [.light]
        return Scenario(
            name: "Honest", residents: 0,
            rooms: [ScenarioRoom(name: DisplayName("Room" as StaticString), use: .living, areaSquareMetres: 20)],
            devices: [
                ScenarioDevice(
                    id: "climate", kind: .thermometer, name: DisplayName("Climate" as StaticString),
                    interval: .milliseconds(100), traits: counting),
                ScenarioDevice(
                    id: "lamp", kind: .switch, name: DisplayName("Lamp" as StaticString), traits: traits),
            ])
    }()
    private static let temperature = "climate/5/climate/main/temperature"

    @Test(.timeLimit(.minutes(15))) func anotherDevicePosesAsTheGateway() async throws {
        let ledger = PublishLedger()
        try await withHome { home in
            try await withDevices(of: Self.scenario, in: home, ledger: ledger) { _ in
                try await home.adopt(Self.scenario)
                try await eventually("the lamp is there") { try await home.device("lamp").availability == .ready }
                let impostor = try await ForeignClient("impostor", in: home)
                try await gatewaysClientIDsAreNotTaken(home, impostor)
                try await gatewaysQueueSurvives(home, impostor, ledger)
                try await foreignTopicsAreClosed(home, impostor, ledger)
                try await nothingOfOthersIsHeard(home, impostor, ledger)
                try await removedDeviceIsCutAndStaysOut(home, impostor)
            }
        }
    }

    /// The name that a client gives itself counts for nothing: its certificate says who it is.
    private func gatewaysClientIDsAreNotTaken(_ home: HomeUnderTest, _ impostor: ForeignClient) async throws {
        for name in ["tomte-telemetry", "tomte-control", "climate"] {
            try await impostor.publish("here", to: "impostor/5/impostor/main/text", clientID: name)
        }
        let measured = try await home.readings("climate", .temperature).count
        try await eventually("the climate is measured on") {
            try await home.readings("climate", .temperature).count > measured
        }
        #expect(try await home.device("climate").availability == .ready)
        #expect(!home.log.contains("a lane is disconnected"))
    }

    /// What the broker took for a gateway that is away is still there when somebody came in its name.
    private func gatewaysQueueSurvives(
        _ home: HomeUnderTest, _ impostor: ForeignClient, _ ledger: PublishLedger
    ) async throws {
        await home.killGateway()
        let first = await ledger.acknowledged(Self.temperature).count
        try await eventually("the broker holds readings") {
            await ledger.acknowledged(Self.temperature).count >= first + 10
        }
        for name in ["tomte-telemetry", "tomte-control"] {
            try await impostor.publish("here", to: "impostor/5/impostor/main/text", clientID: name)
        }
        let held = await ledger.acknowledged(Self.temperature).dropFirst(first)
        try await home.startGateway()
        try await eventually("nothing that was held is missing") {
            let stored = try await home.readings("climate", .temperature).map(\.value)
            return Set(held).isSubset(of: stored)
        }
    }

    private func foreignTopicsAreClosed(
        _ home: HomeUnderTest, _ impostor: ForeignClient, _ ledger: PublishLedger
    ) async throws {
        try await eventually("the lamp is there") { try await home.device("lamp").availability == .ready }
        let attempts = [
            ("climate/5/climate/$state", "lost"), ("climate/5/climate/$description", "{}"), (Self.temperature, "99.5"),
            ("lamp/5/lamp/$state", "lost"), ("lamp/5/lamp/main/switch", "true"),
            ("lamp/5/lamp/main/switch/set", "true"), ("lamp/5/lamp/main/switch/$target", "true"),
        ]
        for (topic, payload) in attempts {
            for isRetained in [false, true] {
                let answer = try await impostor.publish(payload, to: topic, retained: isRetained)
                #expect(answer.complaint.contains("Not authorized"), "\(topic): \(answer.complaint)")
            }
        }
        #expect(try await home.state("lamp", .switch)?.value != .boolean(true))
        // What comes after it has come through: so would what came before.
        #expect(try await home.tomte("send", "lamp", "switch", "off").status == 0)
        #expect(await ledger.answers(of: "lamp") == 1)
        for id in ["climate", "lamp"] { #expect(try await home.device(id).availability == .ready) }
        #expect(try await !home.readings("climate", .temperature).contains { $0.value == 99.5 })
    }

    private func nothingOfOthersIsHeard(
        _ home: HomeUnderTest, _ impostor: ForeignClient, _ ledger: PublishLedger
    ) async throws {
        let file = "\(home.state)/overheard"
        try await impostor.publish("mine", to: "impostor/mark", retained: true)
        let listener = try impostor.listen(to: ["#", "+/5/+/+/+", "lamp/#", "$SYS/#"], output: file)
        let overheard = { (try? String(contentsOfFile: file, encoding: .utf8)) ?? "" }
        try await eventually("it hears itself") { overheard().contains("impostor/mark mine") }
        let spoken = await ledger.acknowledged(Self.temperature).count
        #expect(try await home.tomte("send", "lamp", "switch", "on").status == 0)
        try await eventually("others speak") { await ledger.acknowledged(Self.temperature).count > spoken + 5 }
        await listener.end()
        let topics = overheard().split(separator: "\n").map { String($0.prefix { $0 != " " }) }
        #expect(!topics.isEmpty && topics.allSatisfy { $0.hasPrefix("impostor/") }, "\(topics)")
    }

    private func removedDeviceIsCutAndStaysOut(_ home: HomeUnderTest, _ impostor: ForeignClient) async throws {
        let description =
            #"{"homie":"5.0","version":1,"name":"Impostor","nodes":{"main":{"properties":"#
            + #"{"temperature":{"datatype":"float","unit":"°C"}}}}}"#
        try await impostor.publish(description, to: "impostor/5/impostor/$description", retained: true)
        try await eventually("the impostor is adopted") {
            try await home.tomte("devices", "adopt", "impostor", "--name", "Impostor").status == 0
        }
        try await impostor.withConnection { connection in
            async let cut = connection.isLost()
            let removed = try await home.tomte("devices", "remove", "impostor", "--yes")
            #expect(removed.status == 0)
            #expect(await cut)
        }
        let attempt = try await impostor.publish("here", to: "impostor/5/impostor/main/temperature")
        #expect(!attempt.isDone)
        #expect(try await home.device("climate").availability == .ready)
    }
}

extension PublishLedger {
    /// The payloads that the broker took on a topic, in order.
    fileprivate func acknowledged(_ topic: String) -> [Double] {
        entries.filter { $0.topic == topic && $0.outcome == .acknowledged }
            .compactMap { Double(String(decoding: $0.payload, as: UTF8.self)) }
    }

    /// A device answers each command that reaches it with `$target`, once.
    fileprivate func answers(of device: String) -> Int {
        entries.filter { $0.device == device && $0.topic.hasSuffix("/$target") }.count
    }
}
