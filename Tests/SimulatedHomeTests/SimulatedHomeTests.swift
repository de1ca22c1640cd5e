import DeviceProtocols
import HomeModel
import Logging
import MosquittoTransport
import SimulatedHome
import Testing

/// Simulated devices on a real broker, over TLS with their own certificates.
@Suite(.timeLimit(.minutes(15))) struct SimulatedHomeTests {
    @Test func devicesAnnounceThemselvesExecuteCommandsAndDisconnect() async throws {
        try await HomeBroker.run { broker in
            let flat = try ScenarioFile.read("flat")
            try await broker.watch { watcher in
                try await watcher.subscribe()
                try await broker.simulate(flat) { home in
                    for state in ["init", "ready"] { try await watcher.wait(for: "lamp/5/lamp/$state \(state)") }
                    _ = try await watcher.wait { $0.topic == "climate/5/climate/main/humidity" }
                    try await watcher.send("lamp/5/lamp/main/switch/set", payload: "true")
                    try await watcher.wait(for: "lamp/5/lamp/main/switch/$target true")
                    try await watcher.wait(for: "lamp/5/lamp/main/switch true")
                    try await home.press("lamp")
                    try await watcher.wait(for: "lamp/5/lamp/main/switch false")
                }
                try await watcher.wait(for: "lamp/5/lamp/$state disconnected")
                let seen = await watcher.seen.map(\.topic)
                #expect(seen.contains("lamp/5/lamp/$description"))
                #expect(!seen.contains { $0.hasSuffix("/$state lost") })
            }
        }
    }

    @Test func acknowledgedMessagesArriveAndAreInThePublishLog() async throws {
        try await HomeBroker.run { broker in
            let publishLog = PublishLog()
            let scenario = Scenario.bridge(sensors: 50, interval: .milliseconds(100))
            try await broker.watch { watcher in
                try await watcher.subscribe()
                try await broker.simulate(scenario, publishLog: publishLog) { home in
                    while await publishLog.acknowledgedCount < 2000 {
                        _ = try await watcher.wait { !$0.topic.hasSuffix("/set") }
                    }
                    await home.stop()
                }
                try await watcher.wait(for: "bridge/5/sensor-50/$state disconnected")
                let acknowledged = await publishLog.acknowledged().map {
                    "\($0.topic) \(String(decoding: $0.payload, as: UTF8.self))"
                }
                let arrived = await watcher.seen.map(\.text)
                #expect(Set(acknowledged).isSubset(of: Set(arrived)))
                #expect(acknowledged.count >= 2000)
            }
        }
    }

    @Test func vanishedDeviceIsLostAndReturns() async throws {
        try await HomeBroker.run { broker in
            let flat = try ScenarioFile.read("flat")
            try await broker.watch { watcher in
                try await watcher.subscribe()
                try await broker.simulate(flat) { home in
                    try await watcher.wait(for: "climate/5/climate/$state ready")
                    try await home.inject(Fault(.vanish), device: "climate")
                    try await watcher.wait(for: "climate/5/climate/$state lost")
                    await home.clearFaults(device: "climate")
                    try await watcher.wait(for: "climate/5/climate/$state ready")
                }
            }
        }
    }

    @Test func deviceWithAnExpiredCertificateCannotConnect() async throws {
        try await HomeBroker.run { broker in
            let flat = try ScenarioFile.read("flat")
            try await broker.watch { watcher in
                try await watcher.subscribe()
                try await broker.simulate(flat) { home in
                    try await watcher.wait(for: "lamp/5/lamp/$state ready")
                    try await home.inject(Fault(.expiredCertificate), device: "lamp")
                    while await home.connectedRoots.contains("lamp") {
                        _ = try await watcher.wait { $0.topic.hasPrefix("climate/") }
                    }
                    try await watcher.send("lamp/5/lamp/main/switch/set", payload: "true")
                    for _ in 0..<3 { _ = try await watcher.wait { $0.topic == "climate/5/climate/main/humidity" } }
                    await #expect(home.observations(of: "lamp")?.first?.value == .boolean(false))
                    await home.clearFaults(device: "lamp")
                    try await watcher.wait(for: "lamp/5/lamp/$state ready")
                }
            }
        }
    }

    @Test func reconnectStormRepeatsTheAnnouncement() async throws {
        try await HomeBroker.run { broker in
            let flat = try ScenarioFile.read("flat")
            try await broker.watch { watcher in
                try await watcher.subscribe()
                try await broker.simulate(flat) { home in
                    try await watcher.wait(for: "climate/5/climate/$state ready")
                    try await home.inject(Fault(.reconnectStorm), device: "climate")
                    for _ in 0..<5 { try await watcher.wait(for: "climate/5/climate/$state init") }
                    await home.clearFaults(device: "climate")
                }
            }
        }
    }

    @Test func abruptStopTriggersLastWills() async throws {
        try await HomeBroker.run { broker in
            let flat = try ScenarioFile.read("flat")
            try await broker.watch { watcher in
                try await watcher.subscribe()
                try await broker.simulate(flat) { home in
                    try await watcher.wait(for: "lamp/5/lamp/$state ready")
                    await home.stop(abruptly: true)
                    try await watcher.wait(for: "lamp/5/lamp/$state lost")
                }
            }
        }
    }

    @Test func messagesCarryTheDeviceTime() async throws {
        try await HomeBroker.run { broker in
            let flat = try ScenarioFile.read("flat")
            try await broker.watch { watcher in
                try await watcher.subscribe()
                try await broker.simulate(flat) { home in
                    try await watcher.wait(for: "climate/5/climate/$state ready")
                    try await home.inject(Fault(.skewedClock, amount: .hours(-24)), device: "climate")
                    let isWrong = { (message: ReceivedMessage) in
                        let stamp = message.userProperties.first { $0.name == "time" }
                        guard let time = stamp.flatMap({ Timestamp(rfc3339: $0.value) }) else { return false }
                        return time < midwinter - .hours(23)
                    }
                    _ = try await watcher.wait { $0.topic.hasSuffix("/temperature") && isWrong($0) }
                }
            }
        }
    }

    @Test func villaRunsThirtyTimesFasterThanRealTime() async throws {
        try await HomeBroker.run { broker in
            let villa = try ScenarioFile.read("villa")
            try await broker.watch { watcher in
                try await watcher.subscribe()
                try await broker.simulate(villa, factor: 30) { home in
                    var gateway = GatewayStub()
                    let addresses = villa.gatewayAddresses
                    while !gateway.hasDecoded(addresses) {
                        let message = try await watcher.wait { _ in true }
                        for query in gateway.receive(
                            message.topic, payload: message.payload, isRetained: message.retained)
                        {
                            try await watcher.send(query.topic, payload: String(decoding: query.payload, as: UTF8.self))
                        }
                    }
                    #expect(gateway.problems.isEmpty, "\(gateway.problems)")
                    try await watcher.send("front-door/5/front-door/main/lock/set", payload: "unlocked")
                    try await watcher.wait(for: "front-door/5/front-door/main/lock unlocked")
                    await #expect(home.connectedRoots == Set(villa.devices.map(\.root)))
                }
            }
        }
    }
}
