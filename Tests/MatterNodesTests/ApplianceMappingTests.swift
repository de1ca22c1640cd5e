import HomeModel
import MatterProtocol
import Testing

@testable import MatterNodes

/// Household appliances and robot vacuums.
struct ApplianceMappingTests {
    private func washer(state: UInt64, commands: [UInt64] = [0, 1, 2, 3]) -> SampleNode {
        SampleNode(types: [0x73], commands: [0x60: commands], attributes: [0x60: [4: .unsigned(state)]])
    }

    private func commands(_ steps: [NodeCommandStep]?) -> [UInt32] {
        (steps ?? []).compactMap { if case .invoke(let command, _) = $0.action { command } else { nil } }
    }

    @Test func pausedApplianceGoesOn() {
        #expect(commands(washer(state: 0).steps("appliance", to: .text("running"))) == [2])
        #expect(commands(washer(state: 2).steps("appliance", to: .text("running"))) == [3])
        #expect(commands(washer(state: 2, commands: [1, 2]).steps("appliance", to: .text("running"))) == [2])
        #expect(commands(washer(state: 1).steps("appliance", to: .text("stopped"))) == [1])
        #expect(commands(washer(state: 1).steps("appliance", to: .text("paused"))) == [0])
        #expect(washer(state: 1, commands: [1]).steps("appliance", to: .text("paused")) == nil)
        #expect(washer(state: 1).steps("appliance", to: .text("finished")) == nil)
    }

    @Test func completionFinishesAProgrammeUnlessItFailed() throws {
        let binding = try #require(washer(state: 0)["appliance"])
        let path = EventPath(endpoint: 1, cluster: 0x60, event: 1)
        #expect(binding.value(of: NodeEvent(path: path, data: .structure([0: .unsigned(0)]))) == .text("finished"))
        #expect(binding.value(of: NodeEvent(path: path, data: .structure([0: .unsigned(2)]))) == nil)
    }

    private func vacuum(state: UInt64, commands: [UInt64] = [0, 3, 0x80]) -> SampleNode {
        func mode(_ label: String, number: UInt64, tag: UInt64) -> TLVValue {
            .structure([
                0: .text(label), 1: .unsigned(number), 2: .array([.structure([1: .unsigned(tag)])]),
            ])
        }
        return SampleNode(
            types: [0x74], commands: [0x61: commands, 0x54: [0]],
            attributes: [
                0x61: [4: .unsigned(state)],
                0x54: [
                    0: .array([
                        mode("Idle", number: 4, tag: 0x4000), mode("Clean", number: 7, tag: 0x4001),
                        mode("Map", number: 9, tag: 0x4002),
                    ]),
                    1: .unsigned(4),
                ],
            ])
    }

    @Test(
        arguments: [
            (0, "stopped"), (1, "cleaning"), (2, "paused"), (3, "error"), (0x40, "returning"), (0x41, "docked"),
            (0x42, "docked"),
        ] as [(UInt64, String)])
    func stateOfAVacuumIsRead(_ state: UInt64, expected: String) {
        #expect(vacuum(state: state).value("vacuum") == .text(expected))
    }

    @Test func vacuumStartsByItsRunMode() {
        #expect(
            vacuum(state: 0x42).steps("vacuum", to: .text("cleaning")) == [
                .invoke(0x00, of: 0x54, endpoint: 1, fields: [0: .unsigned(7)])
            ])
        #expect(vacuum(state: 2).steps("vacuum", to: .text("cleaning")) == [.invoke(0x03, of: 0x61, endpoint: 1)])
        #expect(
            vacuum(state: 1).steps("vacuum", to: .text("stopped")) == [
                .invoke(0x00, of: 0x54, endpoint: 1, fields: [0: .unsigned(4)])
            ])
        #expect(vacuum(state: 1).steps("vacuum", to: .text("docked")) == [.invoke(0x80, of: 0x61, endpoint: 1)])
        #expect(vacuum(state: 1, commands: [0]).steps("vacuum", to: .text("docked")) == nil)
    }

    @Test func wordsOfModesAreTheirLabelsEachOnce() {
        let modes: [(number: Int64, text: String)] = [(0, "Normal"), (1, " "), (2, "Normal"), (3, "Öko\u{0}")]
        let words = ClusterMapping.words(modes)
        #expect(words.map(\.word) == ["Normal", "Normal (2)", "Öko\\u{0}"])
        #expect(words.map(\.number) == [0, 2, 3])
    }

    @Test func setPointOfACabinetIsSetInItsSteps() throws {
        let node = SampleNode(
            types: [0x71],
            attributes: [0x56: [0: .signed(-1_800), 1: .signed(-2_400), 2: .signed(-1_200), 3: .signed(300)]])
        #expect(node.value("targetTemperature") == .number(-18))
        #expect(
            node.steps("targetTemperature", to: .number(-16)) == [
                .invoke(0x00, of: 0x56, endpoint: 1, fields: [0: .signed(-1_500)])
            ])
    }
}
