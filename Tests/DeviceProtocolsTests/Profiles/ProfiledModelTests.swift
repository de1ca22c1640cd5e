import DeviceFixtures
import HomeModel
import Testing

@testable import DeviceProtocols

@Suite struct ProfiledModelTests {
    private static let device = """
        {"homie": "5.0", "version": 1, "name": "Box", "nodes": {"box": {"properties": {
            "air": {"datatype": "float"}, "gain": {"datatype": "float", "settable": true},
            "co2": {"datatype": "float"}, "relay": {"datatype": "boolean", "settable": true}}}}}
        """
    private static let air = CapabilityName(.number, label: PartID("air"))
    private static let box: PartID = PartID("box")

    private func model(
        _ capabilities: [CapabilityName: CapabilityProfile], isOptimistic: Bool? = nil
    ) throws -> ProfiledModel {
        let profile = DeviceProfile(
            family: "F", matches: [], isOptimistic: isOptimistic, everyPart: PartProfile(capabilities: capabilities))
        return ProfiledModel(try HomieSamples.model(Self.device), profile: profile)
    }

    @Test func numberIsReportedAsItsQuantityInTheProfileUnit() throws {
        let quantity = try #require(CapabilityProfile.Quantity(.temperature, in: .fahrenheit))
        let model = try model([Self.air: CapabilityProfile(quantity: quantity)])
        #expect(
            model.receive("u/5/device/box/air", payload: "50")
                == [.reading(Self.box, CapabilityName(.temperature), value: 50, unit: "°F")])
        #expect(model.description[Self.box]?[CapabilityName(.temperature)] != nil)
        let error = try #require(model.receive("u/5/device/box/air", payload: "warm").first)
        #expect(error.line == "unreadable box temperature badPayload")
    }

    @Test func secondCapabilityOfAKindKeepsItsLabel() throws {
        let quantity = try #require(CapabilityProfile.Quantity(.co2, in: .partsPerMillion))
        let model = try model([Self.air: CapabilityProfile(quantity: quantity)])
        let name = CapabilityName(.co2, label: PartID("air"))
        #expect(
            model.receive("u/5/device/box/air", payload: "400") == [.reading(Self.box, name, value: 400, unit: nil)])
        #expect(model.receive("u/5/device/box/co2", payload: "500").map(\.line) == ["box co2 500"])
    }

    @Test func ignoredCapabilityIsNeitherReportedNorCommanded() throws {
        let relay = CapabilityName(.switch)
        let model = try model([relay: CapabilityProfile(isIgnored: true)])
        #expect(
            model.receive("u/5/device/box/relay", payload: "true").isEmpty
                && model.receive("u/5/device/box/relay", payload: "?").isEmpty)
        #expect(model.encodeCommand(Self.box, capability: relay, value: .boolean(true), number: 1) == nil)
        #expect(model.stateQuery(Self.box, capability: relay, number: 1) == nil)
        #expect(!model.commandTopics.contains("u/5/device/box/relay/set"))
    }

    @Test(arguments: [(nil, .report), (true, .none), (false, .report)] as [(Bool?, ConfirmationMode)])
    func optimisticProfileDisablesConfirmation(isOptimistic: Bool?, confirmation: ConfirmationMode) throws {
        let model = try model([:], isOptimistic: isOptimistic)
        let command = try #require(
            model.encodeCommand(Self.box, capability: CapabilityName(.switch), value: .boolean(true), number: 1))
        #expect(command.confirmation == confirmation)
        #expect(command.messages.map(\.topic) == ["u/5/device/box/relay/set"])
    }

    @Test func emptyProfileChangesNothing() throws {
        let profiled = try model([:])
        let plain = try HomieSamples.model(Self.device)
        #expect(profiled.description == plain.description)
        #expect(profiled.topics.map(\.topic).sorted() == plain.topics.map(\.topic).sorted())
        for topic in plain.topics.map(\.topic) {
            for payload in ["1", "true", "", "x"] {
                #expect(profiled.receive(topic, payload: payload) == plain.receive(topic, payload: payload))
            }
        }
    }
}
