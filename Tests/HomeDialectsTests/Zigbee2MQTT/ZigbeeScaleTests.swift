import DeviceFixtures
import HomeModel
import Testing

@testable import HomeDialects

/// A large home's bridge, made of the fixtures' own devices.
@Suite struct ZigbeeScaleTests {
    private typealias Samples = ZigbeeSamples

    private static let count = 200

    /// As wordy as real ones: 5 kB for each device.
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
                    number, "device \(number)",
                    with: ["definition": definition, "endpoints": ["1": ["bindings": bindings]]])
            }
        ).bytes
    }()

    /// 50 ms in a release build; far more is allowed to a debug build among other tests.
    @Test func listOf200DevicesIsReadAtOnce() {
        let payload = Self.list
        #expect(payload.count > 900_000)
        var heard = Samples.bridge()
        let levels = Samples.topic("devices").split(separator: "/")
        let start = ContinuousClock.now
        let news = heard.hear(levels, payload, isRetained: true)
        #expect(ContinuousClock.now - start < .seconds(5))
        #expect(news.described.count == Self.count && news.findings.isEmpty)
        #expect(news.described.allSatisfy { $0.native.utf8.count <= 2048 })
        let again = heard.hear(levels, payload, isRetained: true)
        #expect(again.described.map(\.native) == news.described.map(\.native) && again.count == Self.count)
    }
}
