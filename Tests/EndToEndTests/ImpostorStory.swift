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

    @Test(.timeLimit(.minutes(15))) func impostorCannotActAsTheGatewayOrAsAnotherDevice() async throws {
        let publishLog = PublishLog()
        try await withHome { home in
            try await withDevices(of: Self.scenario, in: home, publishLog: publishLog) { _ in
                try await home.adopt(Self.scenario)
                try await eventually("the lamp is ready") { try await home.device("lamp").availability == .ready }
                let impostor = try await MosquittoToolClient("impostor", in: home)
                try await clientIDsOfTheGatewayHaveNoEffect(home, impostor: impostor)
                try await queueOfTheGatewaySurvives(home, impostor: impostor, publishLog: publishLog)
                try await foreignTopicsAreRefused(home, impostor: impostor, publishLog: publishLog)
                try await impostorReceivesOnlyItsOwnMessages(home, impostor: impostor, publishLog: publishLog)
                try await removedDeviceIsDisconnectedAndRefused(home, impostor: impostor)
            }
        }
    }

    /// The broker ignores the client id that a client sends, because the certificate identifies it.
    private func clientIDsOfTheGatewayHaveNoEffect(_ home: HomeUnderTest, impostor: MosquittoToolClient) async throws {
        for name in ["tomte-telemetry", "tomte-control", "climate"] {
            try await impostor.publish("here", to: "impostor/5/impostor/main/text", clientID: name)
        }
        let storedCount = try await home.readings("climate", quantity: .temperature).count
        try await eventually("another temperature is stored") {
            try await home.readings("climate", quantity: .temperature).count > storedCount
        }
        #expect(try await home.device("climate").availability == .ready)
        #expect(!home.log.contains("a lane is disconnected"))
    }

    /// The broker keeps its queue for the stopped gateway when another client connects with a client id of the gateway.
    private func queueOfTheGatewaySurvives(
        _ home: HomeUnderTest, impostor: MosquittoToolClient, publishLog: PublishLog
    ) async throws {
        await home.killGateway()
        let first = await publishLog.acknowledged(Self.temperature).count
        try await eventually("the broker has queued readings") {
            await publishLog.acknowledged(Self.temperature).count >= first + 10
        }
        for name in ["tomte-telemetry", "tomte-control"] {
            try await impostor.publish("here", to: "impostor/5/impostor/main/text", clientID: name)
        }
        let queued = await publishLog.acknowledged(Self.temperature).dropFirst(first)
        try await home.startGateway()
        try await eventually("all queued readings are stored") {
            let stored = try await home.readings("climate", quantity: .temperature).map(\.value)
            return Set(queued).isSubset(of: stored)
        }
    }

    private func foreignTopicsAreRefused(
        _ home: HomeUnderTest, impostor: MosquittoToolClient, publishLog: PublishLog
    ) async throws {
        try await eventually("the lamp is ready") { try await home.device("lamp").availability == .ready }
        let attempts = [
            ("climate/5/climate/$state", "lost"), ("climate/5/climate/$description", "{}"), (Self.temperature, "99.5"),
            ("lamp/5/lamp/$state", "lost"), ("lamp/5/lamp/main/switch", "true"),
            ("lamp/5/lamp/main/switch/set", "true"), ("lamp/5/lamp/main/switch/$target", "true"),
        ]
        for (topic, payload) in attempts {
            for isRetained in [false, true] {
                let answer = try await impostor.publish(payload, to: topic, retained: isRetained)
                #expect(answer.output.contains("Not authorized"), "\(topic): \(answer.output)")
            }
        }
        #expect(try await home.state("lamp", capability: .switch)?.value != .boolean(true))
        // This command arrives, so an earlier message that the broker had accepted would have arrived before it.
        #expect(try await home.tomte("send", "lamp", "switch", "off").status == 0)
        #expect(await publishLog.answers(of: "lamp") == 1)
        for id in ["climate", "lamp"] { #expect(try await home.device(id).availability == .ready) }
        #expect(try await !home.readings("climate", quantity: .temperature).contains { $0.value == 99.5 })
    }

    private func impostorReceivesOnlyItsOwnMessages(
        _ home: HomeUnderTest, impostor: MosquittoToolClient, publishLog: PublishLog
    ) async throws {
        let file = "\(home.state)/overheard"
        try await impostor.publish("mine", to: "impostor/mark", retained: true)
        let listener = try impostor.listen(to: ["#", "+/5/+/+/+", "lamp/#", "$SYS/#"], output: file)
        let received = { (try? String(contentsOfFile: file, encoding: .utf8)) ?? "" }
        try await eventually("the impostor receives its own message") { received().contains("impostor/mark mine") }
        let acknowledgedCount = await publishLog.acknowledged(Self.temperature).count
        #expect(try await home.tomte("send", "lamp", "switch", "on").status == 0)
        try await eventually("other devices publish") {
            await publishLog.acknowledged(Self.temperature).count > acknowledgedCount + 5
        }
        await listener.end()
        let topics = received().split(separator: "\n").map { String($0.prefix { $0 != " " }) }
        #expect(!topics.isEmpty && topics.allSatisfy { $0.hasPrefix("impostor/") }, "\(topics)")
    }

    private func removedDeviceIsDisconnectedAndRefused(_ home: HomeUnderTest, impostor: MosquittoToolClient)
        async throws
    {
        let description =
            #"{"homie":"5.0","version":1,"name":"Impostor","nodes":{"main":{"properties":"#
            + #"{"temperature":{"datatype":"float","unit":"°C"}}}}}"#
        try await impostor.publish(description, to: "impostor/5/impostor/$description", retained: true)
        try await eventually("the impostor is adopted") {
            try await home.tomte("devices", "adopt", "impostor", "--name", "Impostor").status == 0
        }
        try await impostor.withConnection { connection in
            async let isLost = connection.isLost()
            let removed = try await home.tomte("devices", "remove", "impostor", "--yes")
            #expect(removed.status == 0)
            #expect(await isLost)
        }
        let attempt = try await impostor.publish("here", to: "impostor/5/impostor/main/temperature")
        #expect(!attempt.isDone)
        #expect(try await home.device("climate").availability == .ready)
    }
}

extension PublishLog {
    /// Returns the numbers that the broker acknowledged on a topic, in order.
    fileprivate func acknowledged(_ topic: String) -> [Double] {
        entries.filter { $0.topic == topic && $0.outcome == .acknowledged }
            .compactMap { Double(String(decoding: $0.payload, as: UTF8.self)) }
    }

    /// Returns the number of commands that a device received: it answers each of them with one `$target`.
    fileprivate func answers(of device: String) -> Int {
        entries.filter { $0.device == device && $0.topic.hasSuffix("/$target") }.count
    }
}
