import GatewayWire
import HomeModel
import SimulatedHome

/// Makes a scenario's devices part of the home, as they announce themselves.
struct Adoption {
    private static let patience = Duration.seconds(60)

    let scenario: Scenario
    let client: GatewayClient

    /// Returns when every device is adopted, now or before; throws what the gateway said after a minute.
    func run() async throws {
        let home = try await client.devices().body()
        var missing = Dictionary(
            scenario.devices.map { ($0.address, $0) }, uniquingKeysWith: { first, _ in first })
        let known = Set(home.map(\.name))
        missing = missing.filter { !known.contains($0.value.name.text) }
        let count = missing.count
        let deadline = ContinuousClock.now + Self.patience
        while !missing.isEmpty, ContinuousClock.now < deadline {
            for found in try await client.discovered().body() where found.isAdoptable {
                guard let address = found.address, let device = missing.removeValue(forKey: address) else { continue }
                let adoption = AdoptionBody(
                    name: device.name.text, room: device.room?.text, purposes: device.purposes)
                _ = try await client.adopt(found.id, adoption)
            }
            try await Task.sleep(for: .milliseconds(100))
        }
        guard missing.isEmpty else {
            throw CommandFailure.cannotStart(Self.absence(of: Array(missing.values)))
        }
        Console.output.line("\(count) devices adopted; all \(scenario.devices.count) are part of the home")
    }

    /// Names a few of them, with what they speak.
    private static func absence(of devices: [ScenarioDevice]) -> String {
        let named = devices.sorted { $0.id < $1.id }.prefix(5).map { "\($0.id) (\($0.dialect.rawValue))" }
        let more = devices.count > named.count ? ["\(devices.count - named.count) more"] : []
        return "\(Quantities.text(devices.count, "simulated device")) did not announce themselves in time: "
            + "\((named + more).joined(separator: ", ")); tomte devices findings may say why."
    }
}
