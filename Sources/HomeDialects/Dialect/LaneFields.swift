/// What is read out of the messages of a topic, by the lane that hears it: found once, not with every message.
struct LaneFields<Field: Sendable>: Sendable {
    private let telemetry: [Field]
    private let control: [Field]

    init(_ fields: [Field], of value: (Field) -> ValueBinding) {
        telemetry = fields.filter { value($0).isHeard(on: .telemetry) }
        control = fields.filter { value($0).isHeard(on: .control) }
    }

    subscript(_ lane: MessageLane) -> [Field] { lane == .telemetry ? telemetry : control }

    /// Those that hear anything.
    var lanes: Set<MessageLane> { Set(MessageLane.allCases.filter { !self[$0].isEmpty }) }
}
