import GatewayWire
import HomeModel
import SimulatedHome
import TomteClient

/// Adopts the devices of a scenario when they announce themselves.
struct ScenarioAdoption {
    /// The time in which every device must announce itself.
    private static let timeout = Duration.seconds(60)

    let scenario: Scenario
    let client: CLIClient

    /// Returns when every device is adopted, including those adopted earlier. Throws after a minute when devices are
    /// missing.
    func run() async throws {
        let home = try await client.devices().body()
        var missing = Dictionary(
            scenario.devices.map { ($0.address, $0) }, uniquingKeysWith: { first, _ in first })
        let known = Set(home.map(\.name))
        missing = missing.filter { !known.contains($0.value.name.text) }
        let count = missing.count
        let deadline = ContinuousClock.now + Self.timeout
        while !missing.isEmpty, ContinuousClock.now < deadline {
            for found in try await client.discovered().body() where found.isAdoptable {
                guard let address = found.address, let device = missing.removeValue(forKey: address) else { continue }
                let adoption = AdoptionBody(
                    name: device.name.text, room: device.room?.text, purposes: device.purposes)
                _ = try await client.adopt(found.id, adoption: adoption)
            }
            try await Task.sleep(for: .milliseconds(100))
        }
        guard missing.isEmpty else {
            throw CLIError.cannotStart(Self.missingDevicesMessage(of: Array(missing.values)))
        }
        Console.output.line("\(count) devices adopted; all \(scenario.devices.count) are part of the home")
    }

    /// The message about missing devices; it names some of them, with their dialects.
    private static func missingDevicesMessage(of devices: [ScenarioDevice]) -> String {
        let named = devices.sorted { $0.id < $1.id }.prefix(5).map { "\($0.id) (\($0.dialectName))" }
        let more = devices.count > named.count ? ["\(devices.count - named.count) more"] : []
        return "\(CountText.text(devices.count, one: "simulated device")) did not announce themselves in time: "
            + "\((named + more).joined(separator: ", ")). tomte devices findings may show the reason."
    }
}
