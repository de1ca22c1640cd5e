import DeviceFixtures
import SeededRandom
@testable import DeviceProtocols
import HomeModel
import Testing

/// Arbitrary input gives an error or a value and never traps.
@Suite struct HomieHostileInputTests {
    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func mutatedDescriptionsNeverTrap(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let samples = [HomieSamples.dimmer, HomieSamples.meter, HomieSamples.thermostat, HomieSamples.entrance]
        var readable = 0
        for _ in 0..<1500 {
            let json = random.mutated(Array(random.pick(samples).utf8), tokens: HomiePayloads.tokens)
            guard let model = try? HomieDeviceModel(domain: "u", id: "device", json: json) else { continue }
            readable += 1
            for part in model.description.parts {
                let names = part.capabilities.map(\.name)
                #expect(Set(names).count == names.count, "seed \(seed)")
                for capability in part.capabilities {
                    _ = capability.range
                    for value in [CapabilityValue.number(1e308), .number(-.infinity), .text(""), .boolean(true)] {
                        _ = model.message(part.id, capability: capability.name, value: value)
                    }
                }
            }
        }
        #expect(readable > 100, "seed \(seed): too few mutated descriptions are valid")
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func nonEmptyPayloadAlwaysGivesAnUpdate(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let samples = [HomieSamples.dimmer, HomieSamples.meter, HomieSamples.thermostat, HomieSamples.entrance]
        let models = try samples.map { try HomieSamples.model($0) }
        for _ in 0..<5000 {
            let model = random.pick(models)
            let topic = try HomieTopic(random.pick(model.topics.map(\.topic)))
            let payload = HomiePayloads.random(using: &random)
            let update = model.interpret(topic, payload: payload)
            #expect((update == nil) == payload.isEmpty, "seed \(seed): \(topic) \(payload)")
            if case .number(let number) = update?.value { #expect(number.isFinite) }
        }
    }

    @Test(arguments: 1...2 as ClosedRange<UInt64>)
    func mutatedTopicsNeverTrap(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let model = try HomieSamples.model(HomieSamples.dimmer)
        for _ in 0..<10_000 {
            let bytes = random.mutated(Array("u/5/device/light/power/set".utf8), tokens: HomiePayloads.tokens)
            guard let topic = try? HomieTopic(String(decoding: bytes, as: UTF8.self)) else { continue }
            _ = model.interpret(topic, payload: HomiePayloads.random(using: &random))
        }
    }
}
