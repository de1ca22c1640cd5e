import DeviceEmulators
import DeviceFixtures
import DeviceProtocols
import HomeModel
import SeededRandom
import Testing

/// Arbitrary commands give an error or a value and never trap the emulator.
@Suite struct HomieEmulatorHostileInputTests {
    @Test(arguments: 1...2 as ClosedRange<UInt64>)
    func mutatedCommandsNeverTrapTheEmulator(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let description = DeviceDescription.random(using: &random)
            let device = EmulatedHomieDevice(domain: "u", id: "d", description: description, version: 1)
            let json = device.announcement().last?.payload ?? []
            let model = try HomieDeviceModel(domain: "u", id: "d", json: json)
            let topics = model.topics(on: .telemetry).map { "\($0)/set" } + ["u/5/d/none/none/set"]
            for _ in 0..<100 {
                _ = try? device.command(topic: random.pick(topics), payload: Self.payload(using: &random))
            }
        }
    }

    private static let seeds = [
        "21.5", "-1e308", "9223372036854775807", "true", "hsv,300,50,75", "rgb,0,0,0", "xyz,0,0", "HEAT", "PT5M",
        "\u{0}",
    ]

    private static func payload(using random: inout SeededGenerator) -> [UInt8] {
        if random.chance(0.3) {
            return (0..<Int.random(in: 0...40, using: &random)).map { _ in .random(in: 0...255, using: &random) }
        }
        return random.mutated(Array(random.pick(seeds).utf8), tokens: Self.tokens)
    }

    private static let tokens = [
        "{", "}", "[", "]", "\"", "\\", ",", ":", "null", "1e999", "-", "0", "99999999999999999999", "true", "NaN", "/",
        "$", "\u{0}", "é", "\"format\":\"0:0:1e-300\",", "\"format\":\":-1e308\",", "\"unit\":\"MK⁻¹\",", "1e308",
    ]
}
