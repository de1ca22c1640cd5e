import GatewayCore
import HomeModel
import MatterNodes
import Testing

@testable import MatterLink
@testable import MatterProtocol

@Suite struct NodeStateTests {
    private static let power = AttributePath(endpoint: 1, cluster: 0x06, attribute: 0)
    private static let button = EventPath(endpoint: 2, cluster: 0x3B, event: 1)

    private var state = NodeState()

    /// An adopted node with a lamp (1) and a button (2) that was just subscribed to.
    init() throws {
        let types = [UInt16(0): UInt64(0x16), 1: 0x0100, 2: 0x0F]
        var attributes = types.map { endpoint, type in
            AttributeData(
                path: AttributePath(endpoint: endpoint, cluster: 0x1D, attribute: 0),
                value: .array([.structure([0: .unsigned(type), 1: .unsigned(1)])]))
        }
        attributes += [
            AttributeData(
                path: AttributePath(endpoint: 0, cluster: 0x1D, attribute: 3),
                value: .array([.unsigned(1), .unsigned(2)])
            ),
            AttributeData(path: Self.power, value: false),
            AttributeData(
                path: AttributePath(endpoint: 1, cluster: 0x06, attribute: 0xFFF9),
                value: .array([.unsigned(0), .unsigned(1)])),
            AttributeData(path: AttributePath(endpoint: 2, cluster: 0x3B, attribute: 0xFFFC), value: .unsigned(2)),
            AttributeData(path: AttributePath(endpoint: 2, cluster: 0x3B, attribute: 0), value: .unsigned(2)),
        ]
        _ = state.replace(with: NumberedReport(report: AssembledReport(attributes: attributes), number: 1))
        try adopt()
    }

    private mutating func adopt() throws {
        state.follow([
            Device(
                id: DeviceID("lamp" as StaticString), name: DisplayName("Lamp" as StaticString), room: nil,
                address: .matter("0000000000000001", endpoint: 0),
                description: try #require(state.model.device(0)).description, adoptedAt: Timestamp(milliseconds: 0))
        ])
    }

    private mutating func apply(
        _ isOn: Bool, number: Int, from origin: NumberedReport.Origin
    ) -> [CapabilityValue] {
        let report = AssembledReport(attributes: [AttributeData(path: Self.power, value: .boolean(isOn))])
        return state.apply(NumberedReport(report: report, number: number), from: origin).updates.map(\.report.value)
    }

    /// A read was sent, a report arrived, and then the answer to the read.
    @Test mutating func olderReadDoesNotOverwriteANewerReport() {
        #expect(apply(true, number: 5, from: .subscription) == [.boolean(true)])
        #expect(apply(false, number: 4, from: .poll).isEmpty)
        #expect(state.values[Self.power] == true)
        #expect(apply(false, number: 6, from: .poll) == [.boolean(false)])
    }

    @Test mutating func olderReadDoesNotOverwriteANewerRead() {
        #expect(apply(true, number: 7, from: .readBack) == [.boolean(true)])
        #expect(apply(false, number: 6, from: .poll).isEmpty)
        #expect(state.values[Self.power] == true)
    }

    /// A long report began before the read, and may have been made after it. Another report follows if it was not.
    @Test mutating func reportOverwritesARead() {
        #expect(apply(true, number: 7, from: .readBack) == [.boolean(true)])
        #expect(apply(false, number: 6, from: .subscription) == [.boolean(false)])
    }

    /// The numbers begin again with each session.
    @Test mutating func nextSessionForgetsTheNumbers() {
        #expect(apply(true, number: 100, from: .subscription) == [.boolean(true)])
        state.forgetValues()
        _ = state.replace(
            with: NumberedReport(
                report: AssembledReport(
                    attributes: state.values.paths.compactMap { path in
                        state.values[path].map { AttributeData(path: path, value: $0) }
                    }), number: 1))
        #expect(apply(false, number: 2, from: .poll) == [.boolean(false)])
    }

    @Test mutating func eventThatIsRepeatedInAReportCountsOnce() {
        let event = EventData(
            path: Self.button, number: 10, priority: .info, timestamp: nil, fields: .structure([0: .unsigned(1)]))
        let later = EventData(
            path: Self.button, number: 11, priority: .info, timestamp: nil, fields: .structure([0: .unsigned(1)]))
        let report = NumberedReport(report: AssembledReport(events: [event, event, later, event]), number: 2)
        #expect(state.apply(report, from: .subscription).updates.count == 2)
        #expect(state.apply(report, from: .subscription).updates.isEmpty && state.lastEvent == 11)
    }

    /// Making the model takes long, so that a report alone does not do it.
    @Test mutating func newEndpointIsKnownAfterRemodelling() throws {
        let added = AttributePath(endpoint: 3, cluster: 0x1D, attribute: 0)
        let value = AttributePath(endpoint: 3, cluster: 0x06, attribute: 0)
        let report = AssembledReport(attributes: [
            AttributeData(path: added, value: .array([.structure([0: .unsigned(0x0100), 1: .unsigned(1)])])),
            AttributeData(path: value, value: true),
        ])
        let (updates, isStructural) = state.apply(NumberedReport(report: report, number: 2), from: .subscription)
        #expect(isStructural && updates.isEmpty)
        #expect(state.model.endpoints.count == 3)
        // Only what follows otherwise from the attributes than before is shown.
        #expect(state.remodel().map(\.report.value) == [.boolean(true)])
        #expect(state.model.endpoints.count == 4)
        #expect(state.remodel().isEmpty)
    }
}
