import Foundation
import GatewayWire
import HomeModel
import MosquittoTransport
import SimulatedHome
import TestSupport
import Testing

/// A device with a valid credential publishes more and more retained messages below its own root.
@Suite struct BrokerMemoryStory {
    /// With these settings the gateway limits its broker to 66 MB of memory.
    private static let settings = """
        discovery: { enabled: false }
        clock: { trustUnsynchronised: true }
        mqtt: { outageHours: 1, outageMessagesPerSecond: 1 }

        """

    @Test(.timeLimit(.minutes(10)), arguments: [20_000, 1_000_000])
    func deviceThatFillsTheBrokerMemoryIsRevokedAndOthersWork(payloadBytes: Int) async throws {
        try await withHome(settings: Self.settings) { home in
            let devices = ProvisionedCredentials(home: home)
            let eve = try MosquittoConnection(try await devices.credential(for: "eve").settings(home, root: "eve"))
            let lamp = try MosquittoConnection(try await devices.credential(for: "lamp").settings(home, root: "lamp"))
            try await eve.connect()
            try await lamp.connect()
            try await lamp.publish(Publication(topic: "lamp/state", payload: [1], retain: true))
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    let payload = [UInt8](repeating: 0x78, count: payloadBytes)
                    // The device continues until the test cancels it, also after its credential was revoked.
                    for number in 0..<1_000_000 where !Task.isCancelled {
                        let publication = Publication(topic: "eve/\(number)", payload: payload, retain: true)
                        do { _ = try await eve.publish(publication) } catch { await eve.nextConnection() }
                    }
                }
                try await eventually("the revoked device is reported", within: .seconds(240)) {
                    try await home.findings().contains("broker.deviceCut")
                }
                group.cancelAll()
            }
            try await eventually("the memory of the broker is free again", within: .seconds(240)) {
                try await home.findings().isDisjoint(with: ["broker.memory", "broker.memoryFull"])
            }
            let entries = try await home.tomte("audit", "list", "--event", "cert.revoke", "--json").output
            #expect(entries.contains("\"eve\"") && entries.contains("brokerMemory"))
            try await eventually("the findings about devices name the cause") {
                try await home.tomte("devices", "findings").output.contains("memoryTaken")
            }
            // The other device is connected and may publish. The revoked device is not connected.
            try await eventually("the lamp publishes again") {
                await (try? lamp.publish(Publication(topic: "lamp/state", payload: [2], retain: true))) != nil
            }
            #expect(!eve.isConnected)
            await lamp.close()
            let retained = try await devices.credential(for: "lamp").retainedTopics(in: home, below: "lamp")
            #expect(retained == ["lamp/state"])
            await eve.close()
            // A new credential for the revoked device ends the finding.
            #expect(
                try await home.tomte("devices", "provision", "eve", "--folder", "\(home.credentials)-2", "--yes").status
                    == 0)
            try? FileManager.default.removeItem(atPath: "\(home.credentials)-2")
            try await eventually("the device is not reported any more") {
                try await !home.findings().contains("broker.deviceCut")
            }
        }
    }
}

extension DeviceCredential {
    fileprivate func settings(_ home: HomeUnderTest, root: String) -> MosquittoSettings {
        var settings = MosquittoSettings(
            host: "localhost", port: home.mqttPort, clientID: root,
            tls: TLSFiles(
                certificateAuthority: certificateAuthority, certificate: certificate, privateKey: privateKey))
        settings.maximumPacketBytes = 2 << 20
        return settings
    }

    /// Returns the topics below the root that have a retained message.
    fileprivate func retainedTopics(in home: HomeUnderTest, below root: String) async throws -> [String] {
        let connection = try MosquittoConnection(settings(home, root: root))
        try await connection.connect()
        try await connection.subscribe([Subscription(topicFilter: "\(root)/#")])
        try await connection.publish(Publication(topic: "\(root)/end", payload: []))
        var topics: [String] = []
        for await case .messages(let messages) in connection.events {
            topics += messages.filter(\.retained).map(\.topic)
            if messages.contains(where: { $0.topic == "\(root)/end" }) { break }
        }
        await connection.close()
        return topics
    }
}

extension MosquittoConnection {
    fileprivate func connect() async throws {
        try open()
        await nextConnection()
    }

    /// Returns when the broker has accepted a connection, or when the task is cancelled.
    fileprivate func nextConnection() async {
        for await event in events { if case .connected = event { return } }
    }
}
