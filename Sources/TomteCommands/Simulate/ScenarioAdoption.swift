import GatewayWire
import HomeModel
import SimulatedHome
import TomteClient

/// Pairs the accessories of a scenario, and adopts its devices when they announce themselves.
struct ScenarioAdoption {
    /// The time in which every device must announce itself.
    private static let timeout = Duration.seconds(60)
    /// The time in which HomeKit accessories must be found; without mDNS they never are.
    private static let accessoryTimeout = Duration.seconds(20)
    private static let pause = Duration.milliseconds(100)

    let scenario: Scenario
    let client: CLIClient

    /// Returns when every device is adopted, including those adopted earlier. Those that do not announce themselves
    /// within a minute are left out, with a message: a device that a person removed cannot connect any more. Throws when
    /// no device of the broker is part of the home.
    func run() async throws {
        let known = Set(try await client.devices().body().map(\.name))
        async let accessories = adoptAccessories(besides: known)
        let (count, silent) = try await adoptDevices(besides: known)
        let (adopted, missing) = try await accessories
        if missing > 0 {
            Console.output.line(
                "\(CountText.text(missing, one: "HomeKit device")) could not be paired: the accessories were not found "
                    + "over mDNS, or are paired with another home. tomte homekit list shows them.")
        }
        if !silent.isEmpty { Console.output.line("\(Self.missingDevicesMessage(of: silent))") }
        let all = scenario.allDevices.count - missing - silent.count
        Console.output.line("\(count + adopted) devices adopted; all \(all) are part of the home")
    }

    /// Adopts the devices on the broker. Returns how many, and those that did not announce themselves.
    private func adoptDevices(
        besides known: Set<String>
    ) async throws -> (adopted: Int, silent: [ScenarioDevice]) {
        var missing = Dictionary(
            scenario.devices.map { ($0.address, $0) }, uniquingKeysWith: { first, _ in first })
        missing = missing.filter { !known.contains($0.value.name.text) }
        let count = missing.count
        let deadline = ContinuousClock.now + Self.timeout
        while !missing.isEmpty, ContinuousClock.now < deadline {
            for found in try await client.discovered().body() where found.isAdoptable {
                guard let address = found.address, let device = missing.removeValue(forKey: address) else { continue }
                try await adopt(found, as: device, purposes: device.purposes)
            }
            try await Task.sleep(for: Self.pause)
        }
        let silent = Array(missing.values)
        guard silent.count < max(scenario.devices.count, 1) else {
            throw CLIError.cannotStart(Self.missingDevicesMessage(of: silent))
        }
        return (count - silent.count, silent)
    }

    /// Pairs the HomeKit accessories by their setup codes, and adopts their devices. Returns how many were adopted, and
    /// how many are not part of the home.
    private func adoptAccessories(besides known: Set<String>) async throws -> (adopted: Int, missing: Int) {
        let wanted = scenario.accessories.flatMap(\.devices).filter { !known.contains($0.name.text) }
        var missing = Dictionary(wanted.map { ($0.name.text, $0) }, uniquingKeysWith: { first, _ in first })
        let deadline = ContinuousClock.now + Self.accessoryTimeout
        while !missing.isEmpty, ContinuousClock.now < deadline {
            for found in try await client.discovered().body() {
                if found.pairing == .available {
                    try await pair(found)
                } else if found.link == LinkKind.homeKit.rawValue, found.isAdoptable,
                    let device = missing.removeValue(forKey: found.name)
                {
                    let purposes = Dictionary(
                        zip(found.asksForPurpose, device.traits.purposes), uniquingKeysWith: { first, _ in first })
                    try await adopt(found, as: device, purposes: purposes)
                }
            }
            try await Task.sleep(for: Self.pause)
        }
        return (wanted.count - missing.count, missing.count)
    }

    /// Pairs an announced accessory if it belongs to the scenario.
    private func pair(_ found: DiscoveredBody) async throws {
        guard let accessory = scenario.accessories.first(where: { $0.name.text == found.name }) else { return }
        _ = try await client.pair(found.id, code: DevicePairingCodeBody(code: accessory.setupCodeText))
    }

    private func adopt(
        _ found: DiscoveredBody, as device: ScenarioDevice, purposes: [PartID: Purpose]
    ) async throws {
        let adoption = AdoptionBody(name: device.name.text, room: device.room?.text, purposes: purposes)
        _ = try await client.adopt(found.id, adoption: adoption)
    }

    /// The message about missing devices; it names some of them, with their dialects.
    private static func missingDevicesMessage(of devices: [ScenarioDevice]) -> String {
        let named = devices.sorted { $0.id < $1.id }.prefix(5).map { "\($0.id) (\($0.dialectName))" }
        let more = devices.count > named.count ? ["\(devices.count - named.count) more"] : []
        return "\(CountText.text(devices.count, one: "simulated device")) did not announce themselves in time: "
            + "\((named + more).joined(separator: ", ")). One that was removed from the home cannot connect again; of "
            + "others, tomte devices findings may show the reason."
    }
}
