import DeviceFixtures
import HomeModel
import Testing

@testable import DeviceProtocols

/// The device list of a large home, built from the devices of the fixtures.
@Suite struct ZigbeeScaleTests {
    private typealias Samples = ZigbeeSamples

    private static let count = 200

    /// Each entry has about 5 kB, like the entries of real bridges.
    private static let list: [UInt8] = {
        let entries = DeviceFixture.all.filter { $0.file.hasPrefix("zigbee2mqtt/") }
            .flatMap { $0.announces.filter { $0.topic.hasSuffix("bridge/devices") } }
            .flatMap { $0.payload.list ?? [] }.filter { $0["type"]?.text != "Coordinator" }
        let bindings = JSONValue.list(
            (0..<48).map { ["cluster": .text("cluster \($0)"), "target": ["type": "endpoint", "endpoint": 1]] })
        return JSONValue.list(
            (0..<count).map { number in
                let definition = entries[number % entries.count]["definition"] ?? .null
                return Samples.device(
                    number, name: "device \(number)",
                    with: ["definition": definition, "endpoints": ["1": ["bindings": bindings]]])
            }
        ).bytes
    }()

    /// A release build needs 50 ms. The limit allows for a debug build that runs beside other tests.
    @Test func listOf200DevicesIsReadWithin5Seconds() {
        let payload = Self.list
        #expect(payload.count > 900_000)
        var parser = Samples.bridge()
        let levels = Samples.topic("devices").split(separator: "/")
        let start = ContinuousClock.now
        let events = parser.receive(levels, payload: payload, isRetained: true)
        #expect(ContinuousClock.now - start < .seconds(5))
        #expect(events.described.count == Self.count && events.findings.isEmpty)
        #expect(events.described.allSatisfy { $0.native.utf8.count <= 2048 })
        let repeated = parser.receive(levels, payload: payload, isRetained: true)
        #expect(repeated.described.map(\.native) == events.described.map(\.native) && repeated.count == Self.count)
    }
}
