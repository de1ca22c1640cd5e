package import DeviceProtocols
package import HomeModel

extension DialectModel {
    /// The first message of a command.
    package func message(_ part: PartID, capability: CapabilityName, value: CapabilityValue) -> DialectMessage? {
        encodeCommand(part, capability: capability, value: value, number: 7)?.messages.first
    }

    /// The value that the reports of the device are compared with after a command.
    package func valueAsSent(_ part: PartID, capability: CapabilityName, value: CapabilityValue) -> CapabilityValue? {
        encodeCommand(part, capability: capability, value: value, number: 7)?.value
    }

    package func topics(on lane: MessageLane) -> [String] {
        topics.filter { $0.lanes.contains(lane) }.map(\.topic).sorted()
    }

    /// The updates that both lanes decode from a message on one topic, without repetitions.
    package func receive(_ topic: String, payload: String) -> [DeviceUpdate] {
        var updates: [DeviceUpdate] = []
        for candidate in topics where candidate.topic == topic {
            for lane in MessageLane.allCases where candidate.lanes.contains(lane) {
                updates += candidate.decoder.decode(Array(payload.utf8), on: lane).filter { !updates.contains($0) }
            }
        }
        return updates
    }
}

extension DeviceUpdate {
    /// The value of a reading, a state or an event.
    package var value: CapabilityValue? {
        switch self {
        case .reading(_, _, let value, _): .number(value)
        case .state(_, _, let value), .event(_, _, let value), .beyondRange(_, _, shown: let value): value
        default: nil
        }
    }

    package var error: DialectError? {
        if case .unreadable(_, _, let error) = self { error } else { nil }
    }
}

extension DialectMessage {
    /// The payload as JSON; nil if it is none.
    package var json: JSONValue? { try? JSONValue(parsing: payload) }
}
