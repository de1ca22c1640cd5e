import Foundation
import HomeKitAccessories
import HomeKitEmulator
import HomeKitProtocol
import HomeModel
import Testing
import YAMLFields

@testable import SimulatedHome

/// The HomeKit accessories of a scenario.
@Suite struct AccessoryTests {
    @Test func villaHasABridgeAndThreeAccessories() throws {
        let villa = try ScenarioFile.read("villa")
        let accessories = villa.pairables.filter { $0.link == .homekit }
        #expect(accessories.map(\.id) == ["lumora", "back-door", "office-climate", "bedroom-blind"])
        #expect(accessories.map(\.isBridge) == [true, false, false, false])
        let bridge = try #require(accessories.first)
        #expect(bridge.devices.map(\.kind) == [.light, .light, .motion])
        #expect(bridge.codeText == "271-80-463" && bridge.qrPayload == nil)
        #expect(Set(villa.pairables.map(\.codeText)).count == villa.pairables.count)
        #expect(villa.devices.allSatisfy { device in !villa.pairables.contains { $0.id == device.id } })
    }

    /// What the gateway makes of each kind of device.
    @Test(arguments: [
        (DeviceKind.light, ["switch", "brightness", "colorTemperature", "power", "energy"]),
        (.plug, ["switch", "power", "energy"]), (.switch, ["switch"]), (.lock, ["lock", "battery"]),
        (.thermostat, ["temperature", "targetTemperature", "thermostatMode", "battery"]),
        (.cover, ["position", "movement"]), (.climate, ["temperature", "humidity"]), (.thermometer, ["temperature"]),
        (.lightSensor, ["illuminance"]), (.contact, ["contact", "battery"]), (.motion, ["motion", "battery"]),
        (.leak, ["leak", "battery"]), (.smoke, ["smoke", "battery"]),
    ])
    func gatewayUnderstandsTheAccessory(_ kind: DeviceKind, capabilities: [String]) throws {
        var home = try Self.home(of: kind)
        let assembly = AccessoryAssembly(
            try #require(home.scenario.pairables.first), setupCode: try SetupCode(Self.code), states: home.states)
        let accessory = try #require(assembly.definition.database.root)
        let model = AccessoryModel(accessory)
        let names = Set(model.bindings.map(\.capability.name.kind.rawValue))
        #expect(names.isSuperset(of: capabilities))
        #expect(model.description.others.isEmpty)
        // The gateway gets the values that the device shows.
        let shown = assembly.values(of: "a", in: try #require(home.states["a"]))
        let values = Dictionary(shown.map { ($0.id.iid, $0.value) }) { first, _ in first }
        for observation in try #require(home.observations(of: "a")) {
            let kind = observation.address.capability.kind
            guard capabilities.contains(kind.rawValue) else { continue }
            let binding = try #require(model.bindings.first { $0.capability.name.kind == kind })
            let received = try #require(binding.value(in: values), "\(kind)")
            #expect(Self.isAboutEqual(received, to: observation.value), "\(kind): \(received) \(observation.value)")
        }
    }

    /// A colour temperature in mired is a little coarser than in kelvin.
    private static func isAboutEqual(_ value: CapabilityValue, to expected: CapabilityValue) -> Bool {
        guard case .number(let number) = value, case .number(let wanted) = expected else { return value == expected }
        return abs(number - wanted) <= max(0.5, abs(wanted) / 200)
    }

    @Test func exampleOfTheReadmeIsAScenario() throws {
        let readme = try String(contentsOfFile: ScenarioFile.readme, encoding: .utf8)
        let example = try #require(readme.firstMatch(of: /```yaml\n((?:.|\n)*?)```/)).output.1
        let scenario = try ScenarioReader.read(String(example))
        #expect(scenario.pairables.map(\.id) == ["hub", "bolt", "node"])
        #expect(scenario.pairables.map(\.link) == [.homekit, .homekit, .matter])
        #expect(scenario.pairables.flatMap(\.devices).map(\.id) == ["lamp", "bolt", "node"])
    }

    @Test(arguments: [
        DeviceKind.airQuality, .heatPump, .solar, .battery, .gridMeter,
    ])
    func kindWithoutAServiceIsRefused(_ kind: DeviceKind) {
        #expect(throws: ScenarioError.self) { try Self.home(of: kind) }
    }

    @Test func lampIsSwitchedByItsController() throws {
        var home = try Self.home(of: .light)
        let result = home.command("a", address: ValueAddress(.switch), to: .boolean(true))
        #expect(result.response == .accepted(.boolean(true)))
        #expect(result.effects.shown?[ValueAddress(.switch)] == .boolean(true))
        #expect(home.value("a", kind: .switch) == .boolean(true))
    }

    @Test func lockShowsItsGoalBeforeItsBoltHasTurned() throws {
        var home = try Self.home(of: .lock)
        let lock = ValueAddress(.lock)
        let turning = home.command("a", address: lock, to: .text("unlocked")).effects.shown
        #expect(turning?.goal(at: lock) == .text("unlocked") && turning?[lock] != .text("unlocked"))
        let turned = home.run(.seconds(1)).shown
        #expect(turned?[lock] == .text("unlocked") && turned?.goals.isEmpty == true)
    }

    @Test func stoppedCoverHasNoGoal() throws {
        var home = try Self.home(of: .cover)
        let position = ValueAddress(.position)
        let moving = home.command("a", address: position, to: .number(0)).effects.shown
        #expect(moving?.goal(at: position) == .number(0))
        _ = home.run(.seconds(2))
        _ = home.command("a", address: ValueAddress(.movement), to: .text("stopped"))
        var state = ShownState()
        for case .show(let shown, _) in home.shownStates() { state = shown }
        #expect(state.goals[position] == nil && state[position] != .number(0))
    }

    @Test(arguments: [Fault.Kind.reject, .stick])
    func faultPreventsTheCommand(_ kind: Fault.Kind) throws {
        var home = try Self.home(of: .light)
        #expect(home.inject(Fault(kind), device: "a") != nil)
        let result = home.command("a", address: ValueAddress(.switch), to: .boolean(true))
        #expect(home.value("a", kind: .switch) == .boolean(false))
        // A device that refuses shows its own value again; one that is stuck shows nothing.
        #expect(result.response == (kind == .reject ? .rejected : nil))
        #expect(result.effects.shown?[ValueAddress(.switch)] == (kind == .reject ? .boolean(false) : nil))
    }

    @Test func mistakesOfAccessoriesAreReported() {
        let yaml = """
            name: Wrong
            rooms: [{ name: Hall, use: hall }]
            bridges:
              - { id: hub, name: Hub, setupCode: 111-11-111 }
            devices:
              - { id: a, kind: light, link: homekit, name: A }
              - { id: b, kind: light, link: homekit, name: B, setupCode: 12 }
              - { id: c, kind: solar, link: homekit, name: C, setupCode: 271-80-463 }
              - { id: d, kind: light, link: homekit, name: D, bridge: none }
              - { id: e, kind: light, link: homekit, name: E, setupCode: 271-80-463, dialect: homie }
              - { id: f, kind: light, link: radio, name: F }
              - { id: g, kind: light, link: homekit, name: G, setupCode: 271-80-463 }
              - { id: g, kind: light, name: G }
            faults:
              - { fault: drop, device: g }
            """
        let error = #expect(throws: ScenarioError.self) { try ScenarioReader.read(yaml) }
        guard case .mistakes(let mistakes)? = error else { return }
        #expect(mistakes.map(\.line) == [4, 6, 7, 8, 9, 10, 11, 13, 15])
    }

    private static let code = "271-80-463"

    /// A home with one accessory and nothing else.
    private static func home(of kind: DeviceKind) throws -> HomeSimulation {
        let room = kind.needsRoom ? ", room: Hall" : ""
        let yaml = """
            name: One
            rooms: [{ name: Hall, use: hall }]
            devices: [{ id: a, kind: \(kind.rawValue), link: homekit, name: A, setupCode: \(code)\(room) }]
            """
        return HomeSimulation(try ScenarioReader.read(yaml), start: midwinter)
    }
}
