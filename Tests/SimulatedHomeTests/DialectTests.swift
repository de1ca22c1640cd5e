import Foundation
import HomeDialects
import HomeModel
import Testing

@testable import SimulatedHome

/// What simulated devices of all dialects say is what the gateway understands.
@Suite struct DialectTests {
    @Test(arguments: [midwinter, midsummer])
    func allThatTheVillaShowsIsUnderstood(start: Timestamp) throws {
        var home = HomeSimulation(try ScenarioFile.read("villa"), start: start)
        _ = home.run(.hours(30), step: .seconds(60))
        let ear = home.introduced()
        #expect(ear.complaints.isEmpty, "\(ear.complaints)")
        #expect(ear.models.count == home.scenario.devices.count)
        for device in home.scenario.devices {
            let model = try #require(ear.models[device.address], "\(device.id)")
            #expect(ear.ready.contains(device.address) && model.description.others.isEmpty, "\(device.id)")
            let places = GatewayPlaces(of: device)
            for part in home.parts(of: device.id) ?? [] {
                for shown in part.capabilities {
                    let address = ValueAddress(part: part.id, capability: shown.name)
                    let place = try #require(places[address], "\(device.id) \(address)")
                    let known = try #require(model.description[place.part]?[place.capability], "\(device.id) \(place)")
                    #expect(known.kind == shown.kind && known.isCommanded == shown.isCommanded, "\(device.id) \(place)")
                    if shown.kind == .energy { #expect(known.flow == shown.flow, "\(device.id) \(place)") }
                    let value = home.observations(of: device.id)?.first { $0.address == address }?.value
                    let heard = ear.values[device.address]?[place]
                    #expect(isAlike(heard, value, shown.kind), "\(device.id) \(place): \(String(describing: heard))")
                }
            }
        }
    }

    @Test func allPurposesOfTheVillaAreOfPartsThatAsk() throws {
        var home = HomeSimulation(try ScenarioFile.read("villa"), start: midwinter)
        let ear = home.introduced()
        for device in home.scenario.devices {
            let asking = ear.models[device.address]?.description.parts.filter(\.asksForPurpose).map(\.id) ?? []
            #expect(Set(asking) == Set(device.purposes.keys), "\(device.id)")
        }
    }

    /// What the gateway would send to the three that answer in different ways, and what comes back.
    @Test(arguments: [
        ("bench", "switch-1", CapabilityKind.switch, CapabilityValue.boolean(true)),
        ("living-blind", "main", .position, .number(30)), ("washer", "main", .switch, .boolean(false)),
        ("desk", "main", .switch, .boolean(false)), ("bedroom-light", "main", .switch, .boolean(true)),
        ("bedroom-light", "main", .colorTemperature, .number(2500)), ("garage-door", "main", .position, .number(40)),
    ])
    func anOrderIsDoneAndReported(
        id: String, part: String, kind: CapabilityKind, value: CapabilityValue
    ) throws {
        var home = HomeSimulation(try ScenarioFile.read("villa"), start: midwinter)
        var ear = home.introduced()
        let device = try #require(home.scenario.devices.first { $0.id == id })
        let place = ValueAddress(.named(part), kind)
        let order = try #require(
            ear.models[device.address]?.order(place.part, place.capability, value, number: 5))
        for message in order.messages {
            home.tell(message, to: device.root, heardBy: &ear)
        }
        let rest = home.run(.seconds(30), step: .milliseconds(250))
        home.play(rest, to: &ear)
        #expect(isAlike(ear.values[device.address]?[place], value, kind))
        #expect(ear.complaints.isEmpty, "\(ear.complaints)")
    }

    @Test func waterOnTheFloorIsHeard() throws {
        var home = HomeSimulation(try ScenarioFile.read("villa"), start: midwinter)
        var ear = home.introduced()
        let leak = try #require(home.scenario.devices.first { $0.id == "washer-leak" })
        #expect(ear.values[leak.address]?[ValueAddress(.leak)] == .boolean(false))
        let wet = home.touch(leak.id, ValueAddress(.leak), to: .boolean(true)) ?? []
        home.play(wet, to: &ear)
        #expect(ear.values[leak.address]?[ValueAddress(.leak)] == .boolean(true))
        #expect(wet.messages.map(\.message.topic) == ["zigbee/z2m/Washer leak"])
    }

    @Test(arguments: SpokenDialect.allCases)
    func theReadmeSaysWhatADialectCannotPlay(dialect: SpokenDialect) throws {
        let silent = DeviceKind.allCases.filter { kind in
            !ScenarioDevice(id: "a", kind: kind, dialect: dialect, name: DisplayName("A" as StaticString)).unspoken
                .isEmpty
        }
        let readme = try String(contentsOfFile: ScenarioFile.readme, encoding: .utf8)
        let row = try #require(readme.split(separator: "\n").first { $0.hasPrefix("| `\(dialect.rawValue)` |") })
        let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        let words = silent.map { "`\($0.rawValue)`" }.joined(separator: ", ")
        #expect(cells.last == (words.isEmpty ? "–" : words))
    }

    /// Lamps count brightness in 254 steps and warmth in whole mireds.
    private func isAlike(_ heard: CapabilityValue?, _ shown: CapabilityValue?, _ kind: CapabilityKind) -> Bool {
        guard case .number(let left)? = heard, case .number(let right)? = shown else { return heard == shown }
        let slack = kind == .brightness ? 0.4 : kind == .colorTemperature ? right * 0.01 : 0.0006
        return abs(left - right) <= slack
    }
}
