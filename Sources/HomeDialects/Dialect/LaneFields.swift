/// The fields that are decoded from the messages of a topic, grouped by lane. The groups are computed once and not with
/// every message.
struct LaneFields<Field: Sendable>: Sendable {
    private let telemetry: [Field]
    private let control: [Field]

    init(_ fields: [Field], of value: (Field) -> ValueBinding) {
        telemetry = fields.filter { value($0).isReceived(on: .telemetry) }
        control = fields.filter { value($0).isReceived(on: .control) }
    }

    subscript(_ lane: MessageLane) -> [Field] { lane == .telemetry ? telemetry : control }

    /// The lanes that have at least one field.
    var lanes: Set<MessageLane> { Set(MessageLane.allCases.filter { !self[$0].isEmpty }) }
}
