import HomeDialects
import HomeModel

extension DialectModel {
    /// The first message of an order.
    func message(_ part: PartID, _ capability: CapabilityName, _ value: CapabilityValue) -> DialectMessage? {
        order(part, capability, value, number: 7)?.messages.first
    }

    /// What the device's reports are compared with.
    func valueAsSent(_ part: PartID, _ capability: CapabilityName, _ value: CapabilityValue) -> CapabilityValue? {
        order(part, capability, value, number: 7)?.value
    }

    func topics(on lane: MessageLane) -> [String] {
        topics.filter { $0.lanes.contains(lane) }.map(\.topic).sorted()
    }

    /// What a message on one of its topics says to both lanes together; each statement once.
    func hear(_ topic: String, _ payload: String) -> [DeviceStatement] {
        var said: [DeviceStatement] = []
        for heard in topics where heard.topic == topic {
            for lane in MessageLane.allCases where heard.lanes.contains(lane) {
                said += heard.reader.read(Array(payload.utf8), on: lane).filter { !said.contains($0) }
            }
        }
        return said
    }
}

extension DeviceStatement {
    /// The value of a reading or a state.
    var value: CapabilityValue? {
        switch self {
        case .reading(_, _, let value, _): .number(value)
        case .state(_, _, let value), .beyondRange(_, _, shown: let value): value
        default: nil
        }
    }

    var error: DialectError? {
        if case .unreadable(_, _, let error) = self { error } else { nil }
    }
}
