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
                _ = try? device.command(topic: random.pick(topics), payload: HomiePayloads.random(using: &random))
            }
        }
    }
}
