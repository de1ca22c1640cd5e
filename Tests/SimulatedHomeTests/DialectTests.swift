import DeviceEmulators
import Foundation
import DeviceProtocols
import HomeModel
import Testing

@testable import SimulatedHome

/// The gateway decodes all messages of the simulated devices, in every dialect.
@Suite struct DialectTests {
    @Test(arguments: [midwinter, midsummer])
    func allCapabilitiesOfTheVillaAreDecoded(start: Timestamp) throws {
        var home = HomeSimulation(try ScenarioFile.read("villa"), start: start)
        _ = home.run(.hours(30), step: .seconds(60))
        let gateway = home.connectAll()
        #expect(gateway.problems.isEmpty, "\(gateway.problems)")
        #expect(gateway.models.count == home.scenario.devices.count)
        for device in home.scenario.devices {
            let model = try #require(gateway.models[device.address], "\(device.id)")
            #expect(gateway.ready.contains(device.address) && model.description.others.isEmpty, "\(device.id)")
            let gatewayAddresses = GatewayAddresses(of: device)
            for part in home.parts(of: device.id) ?? [] {
                for shown in part.capabilities {
                    let address = ValueAddress(part: part.id, capability: shown.name)
                    let gatewayAddress = try #require(gatewayAddresses[address], "\(device.id) \(address)")
                    let known = try #require(
                        model.description[gatewayAddress.part]?[gatewayAddress.capability],
                        "\(device.id) \(gatewayAddress)")
                    #expect(
                        known.kind == shown.kind && known.isCommanded == shown.isCommanded,
                        "\(device.id) \(gatewayAddress)")
                    if shown.kind == .energy { #expect(known.flow == shown.flow, "\(device.id) \(gatewayAddress)") }
                    let value = home.observations(of: device.id)?.first { $0.address == address }?.value
                    let decoded = gateway.values[device.address]?[gatewayAddress]
                    #expect(
                        isClose(decoded, shown: value, kind: shown.kind),
                        "\(device.id) \(gatewayAddress): \(String(describing: decoded))")
                }
            }
        }
    }

    @Test func purposesOfTheVillaBelongToPartsThatNeedOne() throws {
        var home = HomeSimulation(try ScenarioFile.read("villa"), start: midwinter)
        let gateway = home.connectAll()
        for device in home.scenario.devices {
            let parts = gateway.models[device.address]?.description.parts.filter(\.asksForPurpose).map(\.id) ?? []
            #expect(Set(parts) == Set(device.purposes.keys), "\(device.id)")
        }
    }

    /// Commands as the gateway encodes them, to devices that reply in different ways.
    @Test(arguments: [
        ("bench", "switch-1", CapabilityKind.switch, CapabilityValue.boolean(true)),
        ("living-blind", "main", .position, .number(30)), ("washer", "main", .switch, .boolean(false)),
        ("desk", "main", .switch, .boolean(false)), ("bedroom-light", "main", .switch, .boolean(true)),
        ("bedroom-light", "main", .colorTemperature, .number(2500)), ("garage-door", "main", .position, .number(40)),
    ])
    func commandIsExecutedAndReported(
        id: String, part: String, kind: CapabilityKind, value: CapabilityValue
    ) throws {
        var home = HomeSimulation(try ScenarioFile.read("villa"), start: midwinter)
        var gateway = home.connectAll()
        let device = try #require(home.scenario.devices.first { $0.id == id })
        let gatewayAddress = ValueAddress(.named(part), kind: kind)
        let command = try #require(
            gateway.models[device.address]?.encodeCommand(
                gatewayAddress.part, capability: gatewayAddress.capability, value: value, number: 5))
        for message in command.messages {
            home.deliver(message, to: device.root, receivedBy: &gateway)
        }
        let rest = home.run(.seconds(30), step: .milliseconds(250))
        home.deliver(rest, to: &gateway)
        #expect(isClose(gateway.values[device.address]?[gatewayAddress], shown: value, kind: kind))
        #expect(gateway.problems.isEmpty, "\(gateway.problems)")
    }

    /// The gateway confirms a brightness when the lamp reports the step that was sent.
    @Test func zigbeeLampReportsEachOfItsSteps() throws {
        var home = HomeSimulation(try ScenarioFile.read("villa"), start: midwinter)
        var gateway = home.connectAll()
        let lamp = try #require(home.scenario.devices.first { $0.id == "bedroom-light" })
        let model = try #require(gateway.models[lamp.address])
        let brightness = CapabilityName(.brightness)
        for step in 1...254 {
            let percent = CapabilityValue.number(Double(step) * 100 / 254)
            let command = try #require(
                model.encodeCommand(.main, capability: brightness, value: percent, number: UInt32(step)))
            for message in command.messages { home.deliver(message, to: lamp.root, receivedBy: &gateway) }
            let reported = gateway.values[lamp.address]?[ValueAddress(.main, kind: .brightness)]
            guard case .number(let reportedPercent) = reported else {
                Issue.record("step \(step) is not reported")
                continue
            }
            #expect((reportedPercent * 254 / 100).rounded() == Double(step))
        }
    }

    @Test func leakIsReported() throws {
        var home = HomeSimulation(try ScenarioFile.read("villa"), start: midwinter)
        var gateway = home.connectAll()
        let leak = try #require(home.scenario.devices.first { $0.id == "washer-leak" })
        #expect(gateway.values[leak.address]?[ValueAddress(.leak)] == .boolean(false))
        let wet = home.touch(leak.id, address: ValueAddress(.leak), to: .boolean(true)) ?? []
        home.deliver(wet, to: &gateway)
        #expect(gateway.values[leak.address]?[ValueAddress(.leak)] == .boolean(true))
        #expect(wet.messages.map(\.message.topic) == ["zigbee/z2m/Washer leak"])
    }

    @Test(arguments: SimulatedDialect.allCases)
    func readmeListsTheDeviceKindsThatADialectCannotExpress(dialect: SimulatedDialect) throws {
        let kinds = DeviceKind.allCases.filter { kind in
            !ScenarioDevice(id: "a", kind: kind, dialect: dialect, name: DisplayName("A" as StaticString)).inexpressible
                .isEmpty
        }
        let readme = try String(contentsOfFile: ScenarioFile.readme, encoding: .utf8)
        let row = try #require(readme.split(separator: "\n").first { $0.hasPrefix("| `\(dialect.rawValue)` |") })
        let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        let words = kinds.map { "`\($0.rawValue)`" }.joined(separator: ", ")
        #expect(cells.last == (words.isEmpty ? "–" : words))
    }

    /// Lamps have 254 steps of brightness, and whole mireds of colour temperature.
    private func isClose(_ decoded: CapabilityValue?, shown: CapabilityValue?, kind: CapabilityKind) -> Bool {
        guard case .number(let left)? = decoded, case .number(let right)? = shown else { return decoded == shown }
        let tolerance = kind == .brightness ? 0.4 : kind == .colorTemperature ? right * 0.01 : 0.0006
        return abs(left - right) <= tolerance
    }
}
