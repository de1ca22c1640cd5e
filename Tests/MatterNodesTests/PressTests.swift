import HomeModel
import MatterProtocol
import Testing

@testable import MatterNodes

/// No press counts twice, and none is lost, whatever features a switch has.
struct PressTests {
    private enum Event {
        static let latched: UInt32 = 0
        static let initialPress: UInt32 = 1
        static let longPress: UInt32 = 2
        static let shortRelease: UInt32 = 3
        static let longRelease: UInt32 = 4
        static let multiPressOngoing: UInt32 = 5
        static let multiPressComplete: UInt32 = 6
    }

    private func presses(
        features: UInt64, events: [(UInt32, UInt64)], most: UInt64 = 3
    ) throws -> [String] {
        let node = SampleNode(
            types: [0x0F], features: [0x3B: features],
            attributes: [0x3B: [0: .unsigned(2), 1: .unsigned(0), 2: .unsigned(most)]])
        let binding = try #require(node["button"])
        #expect(binding.isPress && binding.reported.isEmpty)
        return events.compactMap { event, count in
            let data = TLVValue.structure([0: .unsigned(1), 1: .unsigned(count)])
            let path = EventPath(endpoint: 1, cluster: 0x3B, event: event)
            return binding.value(of: NodeEvent(path: path, data: data)).map { "\($0)" }
        }
    }

    private static let single: [(UInt32, UInt64)] = [
        (Event.initialPress, 0), (Event.shortRelease, 0), (Event.multiPressComplete, 1),
    ]
    private static let double: [(UInt32, UInt64)] = [
        (Event.initialPress, 0), (Event.shortRelease, 0), (Event.initialPress, 0), (Event.multiPressOngoing, 2),
        (Event.shortRelease, 0), (Event.multiPressComplete, 2),
    ]
    private static let long: [(UInt32, UInt64)] = [
        (Event.initialPress, 0), (Event.longPress, 0), (Event.longRelease, 0),
    ]

    @Test func switchThatCountsReportsEachSeriesOnce() throws {
        #expect(try presses(features: 0b11110, events: Self.single) == ["single"])
        #expect(try presses(features: 0b11110, events: Self.double) == ["double"])
        #expect(try presses(features: 0b11110, events: Self.long) == ["long"])
        #expect(try presses(features: 0b11110, events: [(Event.multiPressComplete, 3)]) == ["triple"])
    }

    @Test func seriesThatIsTooLongIsNoPress() throws {
        #expect(try presses(features: 0b11110, events: [(Event.multiPressComplete, 0)]).isEmpty)
        #expect(try presses(features: 0b11110, events: [(Event.multiPressComplete, 4)]).isEmpty)
        #expect(try presses(features: 0b10110, events: [(Event.multiPressComplete, 5)], most: 18) == ["5-fold"])
    }

    @Test func switchWithLongPressesReportsShortOnesAtTheirRelease() throws {
        #expect(try presses(features: 0b01110, events: Self.single.dropLast()) == ["single"])
        #expect(try presses(features: 0b01110, events: Self.long) == ["long"])
    }

    @Test func simpleSwitchReportsTheFirstTouch() throws {
        #expect(try presses(features: 0b00010, events: [(Event.initialPress, 0)]) == ["single"])
        #expect(try presses(features: 0b00110, events: Self.single.dropLast()) == ["single"])
    }

    @Test func pressesOfOtherEndpointsDoNotCount() throws {
        let node = SampleNode(types: [0x0F], features: [0x3B: 2], attributes: [0x3B: [1: .unsigned(0)]])
        let event = NodeEvent(path: EventPath(endpoint: 2, cluster: 0x3B, event: 1), data: .structure([]))
        #expect(node.model.values(of: event).isEmpty)
    }

    @Test func latchingSwitchHasAPositionAndNoPresses() {
        let node = SampleNode(
            types: [0x0F], features: [0x3B: 1], attributes: [0x3B: [0: .unsigned(3), 1: .unsigned(2)]])
        #expect(node["button"] == nil)
        #expect(node.value("choice.position") == .text("2"))
    }
}
