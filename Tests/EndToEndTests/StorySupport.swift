import GatewayWire
import HomeModel
import SimulatedHome
import TestSupport
import Testing

extension Scenario {
    /// One switch that controls a lamp.
    static let lamp = Scenario(
        name: "Lamp", residents: 0,
        devices: [
            ScenarioDevice(id: "lamp", kind: .switch, name: DisplayName("Lamp" as StaticString), traits: .feedingLamp)
        ])
}

extension DeviceTraits {
    static var feedingLamp: DeviceTraits {
        var traits = DeviceTraits()
        traits.purposes = [.light]
        traits.isOn = false
        return traits
    }
}

extension SimulatedHome {
    /// Whether the switch of the simulated device is on, independent of its messages.
    func isOn(_ device: String) -> Bool? {
        observations(of: device)?.first { $0.address == ValueAddress(.switch) }.map { $0.value == .boolean(true) }
    }
}

extension EventBody {
    var isCommand: Bool { if case .command = self { true } else { false } }
}

extension HomeUnderTest {
    /// Runs a command of `tomte` that must succeed, and returns its output.
    @discardableResult nonisolated func output(of arguments: String...) async throws -> String {
        let done = try await tomte.run(arguments)
        #expect(done.status == 0, "\(arguments): \(done.errors)")
        return done.output
    }

    /// Returns the codes of the present findings.
    nonisolated func findings() async throws -> Set<String> {
        let diagnostics = try await tomte("status", "--json").json(DiagnosticsBody.self)
        return Set(diagnostics.findings.map(\.code))
    }

    /// Returns the result of the verification of each chain of the audit log.
    nonisolated func chains() async throws -> [AuditVerification] {
        try await tomte("audit", "verify", "--json").json()
    }
}

extension PublishLog.Entry {
    /// The published temperature; nil for other messages.
    var value: Double? {
        topic.hasSuffix("/temperature") ? Double(String(decoding: payload, as: UTF8.self)) : nil
    }
}

extension ScenarioDevice {
    /// A switch that controls something with this purpose.
    static func relay(_ id: String, name: DisplayName, feeding purpose: Purpose) -> ScenarioDevice {
        var traits = DeviceTraits()
        traits.isOn = false
        traits.purposes = [purpose]
        return ScenarioDevice(id: id, kind: .switch, name: name, traits: traits)
    }
}
