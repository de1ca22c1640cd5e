import GatewayWire
import HomeModel
import SimulatedHome
import TomteClient

/// Pairs the accessories and nodes of a scenario, and adopts its devices when they announce themselves.
struct ScenarioAdoption {
    /// The time in which every device must announce itself.
    private static let timeout = Duration.seconds(60)
    /// The time in which the next HomeKit accessory or Matter node must be found; without mDNS none ever is.
    private static let pairingTimeout = Duration.seconds(20)
    /// A device counts wrong codes and refuses all after too many.
    private static let pairingAttempts = 3
    private static let pause = Duration.milliseconds(100)

    let scenario: Scenario
    let client: CLIClient

    /// Returns when every device is adopted, including those adopted earlier. Those that do not announce themselves
    /// within a minute are left out, with a message: a device that a person removed cannot connect any more. Throws when
    /// no device of the broker is part of the home.
    func run() async throws {
        let known = Set(try await client.devices().body().map(\.name))
        async let pairables = adoptPairables(besides: known)
        let (count, silent) = try await adoptDevices(besides: known)
        let paired = try await pairables
        for (name, reason) in paired.failures.sorted(by: { $0.key < $1.key }) {
            Console.output.line("“\(name)” could not be paired: \(reason)")
        }
        if paired.missing > 0 {
            Console.output.line(
                "\(CountText.text(paired.missing, one: "HomeKit or Matter device")) could not be paired: they were not "
                    + "found over mDNS, or are paired with another home. tomte homekit list and tomte matter list show "
                    + "those of this home.")
        }
        if !silent.isEmpty { Console.output.line("\(Self.missingDevicesMessage(of: silent))") }
        let all = scenario.allDevices.count - paired.missing - silent.count
        Console.output.line("\(count + paired.adopted) devices adopted; all \(all) are part of the home")
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

    /// What became of the devices that must be paired first.
    private struct PairedDevices {
        var adopted = 0
        var missing = 0
        /// Why devices could not be paired, by their names.
        var failures: [String: String] = [:]
    }

    /// Pairs the accessories and nodes by their setup codes, and adopts their devices.
    private func adoptPairables(besides known: Set<String>) async throws -> PairedDevices {
        let wanted = scenario.pairables.flatMap(\.devices).filter { !known.contains($0.name.text) }
        var missing = Dictionary(wanted.map { ($0.name.text, $0) }, uniquingKeysWith: { first, _ in first })
        var waiting = scenario.pairables.filter { $0.devices.contains { missing[$0.name.text] != nil } }
        var result = PairedDevices()
        var attempts: [String: Int] = [:]
        var deadline = ContinuousClock.now + Self.pairingTimeout
        while !missing.isEmpty, ContinuousClock.now < deadline {
            for found in try await client.discovered().body() {
                if found.pairing == .available, let device = waiting.first(where: { $0.isAnnounced(by: found) }) {
                    guard attempts[device.id, default: 0] < Self.pairingAttempts else { continue }
                    attempts[device.id, default: 0] += 1
                    let failure = try await pair(found, as: device)
                    result.failures[device.name.text] = failure
                    guard failure == nil else { continue }
                    waiting.removeAll { $0.id == device.id }
                    deadline = .now + Self.pairingTimeout
                } else if ScenarioPairable.links.contains(found.link), found.isAdoptable,
                    let device = missing.removeValue(forKey: found.name)
                {
                    let purposes = Dictionary(
                        zip(found.asksForPurpose, device.traits.purposes), uniquingKeysWith: { first, _ in first })
                    try await adopt(found, as: device, purposes: purposes)
                    deadline = .now + Self.pairingTimeout
                }
            }
            try await Task.sleep(for: Self.pause)
        }
        result.missing = missing.count
        result.adopted = wanted.count - missing.count
        return result
    }

    /// Pairs an announced device of the scenario. Returns why it could not be paired.
    private func pair(_ found: DiscoveredBody, as device: ScenarioPairable) async throws -> String? {
        // The maker of simulated nodes makes test devices.
        let accepts: [DevicePairingObstacle]? = device.qrPayload == nil ? nil : [.testDevice]
        do throws(CLIError) {
            _ = try await client.pair(found.id, code: DevicePairingCodeBody(code: device.codeText, accepts: accepts))
            return nil
        } catch {
            try Task.checkCancellation()
            return "\(error)"
        }
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

extension ScenarioPairable {
    /// The links of the devices that were paired.
    fileprivate static let links: Set<String> = [LinkKind.homeKit.rawValue, LinkKind.matter.rawValue]

    /// Whether an announcement is one of this device, which must not be paired yet. The instances of Matter nodes have random
    /// names.
    fileprivate func isAnnounced(by found: DiscoveredBody) -> Bool {
        if qrPayload != nil {
            return found.link == ServiceKind.matterCommissionable.serviceType && found.model == name.text
        }
        return found.link == ServiceKind.homeKit.serviceType && found.name == name.text
    }
}
