import DeviceEmulators
import DeviceFixtures
import HomeModel
import SeededRandom
import Testing

/// Arbitrary commands never trap the emulator.
@Suite struct TasmotaEmulatorHostileInputTests {
    @Test(arguments: 1...2 as ClosedRange<UInt64>) func emulatorNeverTrapsOnACommand(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let device = EmulatedDevice(id: "d", description: .random(using: &random))
            let emulator = TasmotaEmulator(root: "u", devices: [device])
            for _ in 0..<50 {
                let name = random.pick(["POWER1", "POWER", "Dimmer", "CT", "ShutterPosition1", "STATUS", "x", ""])
                let payload = random.mutated(
                    Array(random.pick(["ON", "50", "-1e308", "", "nan"]).utf8), tokens: Self.tokens)
                for case .set(let request) in emulator.receive("u/cmnd/d/\(name)", payload: payload) {
                    for isAccepted in [true, false] {
                        _ = emulator.reply(request, isAccepted: isAccepted, state: [request.wanted])
                    }
                    _ = emulator.report("d", changed: [request.wanted], state: [])
                }
            }
        }
    }

    private static let tokens = [
        "{", "}", "[", "]", "\"", "\\", ",", ":", "null", "1e308", "-", "0", "99999999999999999999", "true", "/", "+",
        "#", "%prefix%", "\\u0000", "é", "[3,3,3]", "{\"a\":{}}", "\"ON\"", "Switch1", "Shutter1", "ENERGY", "-9e9",
    ]
}
