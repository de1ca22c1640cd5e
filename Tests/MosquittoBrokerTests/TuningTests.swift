import Foundation
import HomeCertificates
import TestSupport
import Testing

@testable import MosquittoBroker

@Suite struct TuningTests {
    private static let settings = BrokerSettings(folder: "/nowhere")

    /// Database sizes in megabytes, and the seconds between saves.
    @Test(arguments: [(0, 15), (7, 15), (8, 30), (57, 120), (412, 960), (4000, 1920)])
    func largeDatabaseIsSavedLessOften(megabytes: Int, seconds: Int) {
        let tuning = BrokerTuning(Self.settings, databaseBytes: megabytes << 20)
        #expect(tuning.saveSeconds == min(seconds, 1800))
        #expect((megabytes << 20) / tuning.saveSeconds <= 512 << 10 || tuning.saveSeconds == 1800)
    }

    @Test func configuredSaveWindowIsNeverShortened() {
        var settings = Self.settings
        settings.saveWindowSeconds = 7200
        #expect(BrokerTuning(settings, databaseBytes: 1 << 30).saveSeconds == 7200)
    }

    @Test func memoryLimitExceedsTheDatabaseSize() {
        let base = Self.settings.outage.memoryBytes
        for megabytes in [0, 1, 50, 100] {
            #expect(BrokerTuning(Self.settings, databaseBytes: megabytes << 20).memoryLimit == base)
        }
        for megabytes in [200, 400, 412, 1000] {
            let limit = BrokerTuning(Self.settings, databaseBytes: megabytes << 20).memoryLimit
            #expect(limit >= min(base + 2 * (megabytes << 20), Int(Int32.max)))
        }
        #expect(BrokerTuning(Self.settings, isMemoryLimitRaised: true).memoryLimit == 2 * base)
        #expect(BrokerTuning(Self.settings, databaseBytes: .max / 4).memoryLimit == Int(Int32.max))
    }

    @Test func configurationFileContainsItsTuning() throws {
        let tuning = BrokerTuning(Self.settings, databaseBytes: 300 << 20)
        let configuration = try BrokerConfiguration(Self.settings, user: nil)
        #expect(BrokerTuning(in: configuration.text(for: tuning)) == tuning)
        #expect(BrokerTuning(in: configuration.text) == BrokerTuning(Self.settings))
        #expect(BrokerTuning(in: "listener 8883") == nil)
    }

    @Test func databaseLargerThanTheLimitIsLoadedAndNotQuarantined() async throws {
        try await BrokerHome.with { home in
            // This home may queue little, so that 70 MB exceed its memory limit.
            let small = BrokerHome(
                folder: home.folder, certificates: home.certificates,
                settings: Self.small(
                    home.settings, outage: OutageBudget(hours: 1, messagesPerSecond: 1, payloadBytes: 1)))
            let payload = String(repeating: "x", count: 100_000)
            let first = try await home.broker(devices: ["eve"])
            try await first.start()
            let eve = try await home.device("eve")
            try await eve.publishLines(Array(repeating: payload, count: 800), below: "eve")
            await first.stop()
            let size =
                try FileManager.default.attributesOfItem(
                    atPath: "\(home.settings.folder)/data/mosquitto.db")[.size] as? Int
            #expect(try #require(size) > small.settings.outage.memoryBytes)
            let second = try await small.broker(devices: ["eve"])
            try await second.start()
            let health = await second.health
            #expect(health.quarantined == [] && health.saveWindowSeconds > small.settings.saveWindowSeconds)
            #expect(try await eve.listen(to: "eve/799").lines.first?.count == 100_000)
            // The next gateway reattaches to the running broker and keeps its save window.
            let third = try await small.broker(devices: ["eve"])
            try await third.start()
            let after = await third.health
            #expect(after.wasReattached && after.saveWindowSeconds == health.saveWindowSeconds)
        }
    }

    @Test func raisedMemoryLimitAppliesToTheRunningBroker() async throws {
        try await BrokerHome.with { home in
            let broker = try await home.broker(devices: ["lamp"])
            try await broker.start()
            let before = try #require(await broker.health.pid)
            try await broker.raiseMemoryLimit()
            #expect(await broker.health.pid == before)
            let files = try FileManager.default.contentsOfDirectory(atPath: home.settings.folder)
            let name = try #require(files.first { $0.hasPrefix("mosquitto-") && $0.hasSuffix(".conf") })
            let text = try String(contentsOfFile: "\(home.settings.folder)/\(name)", encoding: .utf8)
            #expect(BrokerTuning(in: text)?.memoryLimit == 2 * home.settings.outage.memoryBytes)
            #expect(home.reloads == 1)
        }
    }

    @Test func brokerMayOpenOnlyAsManyFilesAsItsListenersNeed() async throws {
        try await BrokerHome.with { home in
            let broker = try await home.broker()
            try await broker.start()
            let pid = try #require(await broker.health.pid)
            let limits = try String(contentsOfFile: "/proc/\(pid)/limits", encoding: .utf8).split(separator: "\n")
            let files = try #require(limits.first { $0.hasPrefix("Max open files") })
            #expect(files.split(separator: " ").compactMap { Int($0) }.first == 1200)
        }
    }

    /// A bridge may describe a large network in a packet of some megabytes. A larger packet ends its connection, and the
    /// other connections continue.
    @Test func packetBeyondTheLimitIsRefused() async throws {
        try await BrokerHome.with { home in
            try await home.broker(devices: ["bridge", "lamp"]).start()
            let (bridge, lamp, control) = (
                try await home.device("bridge"), try await home.device("lamp"), home.lane(.control)
            )
            try await control.subscribeDurably(to: "+/size")
            let file = "\(home.settings.folder)/payload"
            for (bytes, isAccepted) in [(4 << 20, true), (BrokerSettings.maximumPacketBytes + 1, false)] {
                try Data(repeating: 0x78, count: bytes).write(to: URL(filePath: file))
                // The broker announces the limit to MQTT 5 clients, which then do not send the packet at all.
                let response = try await bridge.publish(file: file, to: "bridge/devices", "-r", "-V", "mqttv311")
                #expect(response.isSuccess == isAccepted, "\(bytes) bytes: \(response.errors)")
            }
            try await lamp.publish("small", to: "lamp/size")
            #expect(try await control.receive(1, from: "+/size") == ["lamp/size small"])
        }
    }

    @Test(arguments: [
        (["Client vic disconnected due to out of memory."], true, false), (["Error: Out of memory."], true, false),
        (["Unable to accept new connection, system socket count has been exceeded."], false, true),
        (["Client connection from 127.0.0.1 denied: max_connections exceeded."], false, true),
        (["New connection from ::1:5 on port 8883."], false, false), ([], false, false),
    ])
    func logShowsWhichResourceIsExhausted(lines: [String], isExhausted: Bool, isAtConnectionLimit: Bool) {
        #expect(lines.reportMemoryExhaustion == isExhausted && lines.reportConnectionLimit == isAtConnectionLimit)
    }

    @Test(
        arguments: [
            ("Client lamp disconnected due to malformed packet.", "lamp", "not an MQTT packet"),
            ("Client lamp disconnected due to protocol error.", "lamp", "does not allow"),
            ("Client u-1 disconnected due to oversize packet.", "u-1", "larger than"),
            ("Client lamp disconnected: Packet too large.", "lamp", "larger than"),
            ("Client lamp disconnected due to out of memory.", "lamp", "no memory"),
            ("Client lamp has exceeded timeout, disconnecting.", nil, ""),
            ("Client lamp disconnected, not authorised.", "lamp", "does not allow"),
            ("Client lamp already connected, closing old connection.", nil, ""),
            ("Bad client lamp sending multiple CONNECT messages.", "lamp", "does not allow"),
            ("Invalid subscription string from lamp, disconnecting.", "lamp", "not an MQTT packet"),
            ("Client lamp closed its connection.", nil, ""), ("Client lamp disconnected.", nil, ""),
            ("Received DISCONNECT from lamp", nil, ""), ("New connection from ::1:5 on port 8883.", nil, ""),
            ("Client a b disconnected due to malformed packet.", nil, ""), ("", nil, ""),
            ("Client <unknown> disconnected, not authorised.", nil, ""),
        ] as [(String, String?, String)])
    func logShowsWhichClientWasDisconnected(line: String, client: String?, cause: String) {
        let found = [line, line].disconnections
        #expect(found.map(\.client) == [client].compactMap(\.self))
        #expect(found.allSatisfy { $0.cause.contains(cause) })
    }

    private static func small(_ settings: BrokerSettings, outage: OutageBudget) -> BrokerSettings {
        var settings = settings
        settings.outage = outage
        return settings
    }
}

extension Client {
    /// Publishes each line retained on its own topic: `root/0`, `root/1` and so on.
    fileprivate func publishLines(_ lines: [String], below root: String) async throws {
        for (index, line) in lines.enumerated() { try await publish(line, to: "\(root)/\(index)", more: "-r") }
    }
}
