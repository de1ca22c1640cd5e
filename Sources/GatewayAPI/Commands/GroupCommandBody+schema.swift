import GatewayWire
import HomeModel

extension GroupCommandBody: DocumentedBody {
    static let schema = Schema.component(
        "GroupCommand",
        .object(
            ["targets": .groupTargets, "capability": .capabilityName, "value": .value],
            optional: [
                "purposes": .array(of: .purpose, atMost: Purpose.allCases.count).about(
                    "Only parts with one of these purposes. A lamp without a stated purpose counts as `light`. Not "
                        + "together with `parts`."),
                "includesGuarded": .boolean.about(
                    "True to include parts whose commands need a PIN, such as heaters and freezers. Without it they are "
                        + "left out of a command to rooms or to the home."),
                "idempotencyKey": .text(1...CommandRequest.maximumKeyLength).about(
                    """
                    A request with the same key within a day is the same group command, whatever it would select now; \
                    nothing is sent again. Of a client's keys, the latest 256 are certain to be known.
                    """),
                "deadlineSeconds": .integer(CommandRequest.deadlines).about(
                    "Of each command, in seconds; 10 if absent."),
            ]))

    static let example = GroupCommandBody(
        targets: GroupTargetsBody(rooms: [RoomID("kitchen")]), purposes: [.light], capability: CapabilityName(.switch),
        value: .boolean(false), includesGuarded: false, idempotencyKey: "3f0c2a4e", deadlineSeconds: 10)
}

extension GroupCommandRecordBody: DocumentedBody {
    static let schema = Schema.component(
        "GroupCommandRecord",
        .object(
            [
                "id": .id, "targets": .groupTargets, "capability": .capabilityName, "value": .value,
                "receivedAt": .time, "deadlineSeconds": .count,
                "stage": .word(of: GroupStage.self).about("The stage that every command of the group has reached."),
                "counts": .outcomeCounts,
                "commands": .array(of: .groupChild).about("One command for each part, each with its own outcome."),
                "leftOut": .array(of: .leftOutPart).about(
                    "The parts in the rooms that the caller may see and that were not commanded."),
            ],
            optional: [
                "purposes": .array(of: .purpose),
                "outcome": .groupOutcome.about("Present once every command has ended."),
                "sender": .text.about(
                    "The sender: a person's id or `console`. Absent if the caller may not see it."),
                "isEarlier": .boolean.about(
                    "True in the response to a request whose idempotency key was used before: nothing was sent now."),
            ]))

    static let example = GroupCommandRecordBody(
        id: CommandID("5d7c1b9f"), targets: GroupTargetsBody(rooms: [RoomID("kitchen")]), purposes: [.light],
        capability: CapabilityName(.switch), value: .boolean(false), receivedAt: .example, deadlineSeconds: 10,
        stage: .ended, outcome: .confirmed, counts: [CommandOutcome.confirmed.rawValue: 1],
        commands: [
            GroupChildBody(
                id: CommandID("5d7c1b9f-1"), device: DeviceID("kitchen-ceiling"), part: .main, stage: "ended",
                outcome: .confirmed, code: CommandOutcome.confirmed.rawValue, detail: "The device reported it.")
        ],
        leftOut: [LeftOutPartBody(device: DeviceID("freezer"), part: .main, code: "guarded")], sender: "anna")
}

extension AnyCommandRecordBody: DocumentedBody {
    static let schema = Schema.one(of: CommandRecordBody.schema, GroupCommandRecordBody.schema)
    static let example = AnyCommandRecordBody.command(.example)
}

extension Schema {
    fileprivate static let groupTargets = component(
        "GroupTargets",
        .object(
            [:],
            optional: [
                "home": .boolean.about("True for the whole home."),
                "rooms": .array(of: .id, atMost: GroupCommandRequest.maximumRooms),
                "parts": .array(
                    of: .object(
                        ["device": .id], optional: ["part": .id.about("Every part that accepts it, if absent.")]),
                    atMost: GroupCommandRequest.maximumParts),
            ]
        ).about("Exactly one of the properties."))

    fileprivate static let groupChild = component(
        "GroupChild",
        .object(
            [
                "id": .id, "device": .id, "part": .id,
                "stage": .words(["accepted", "dispatched", "acknowledged", "ended"]),
            ],
            optional: [
                "outcome": .word(of: CommandOutcome.self), "code": .text.about("Stable, for programs."),
                "detail": .text.about("A sentence, if the outcome does not say enough."),
            ]))

    fileprivate static let leftOutPart = component(
        "LeftOutPart",
        .object([
            "device": .id, "part": .id,
            "code": .text.about(
                "The reason: `guarded` (the command needs a PIN), `mustBeNamed` (it could unlock or open something), "
                    + "`purposeUnknown`, or the code of a refusal such as `notPermitted`."),
        ]))

    static let groupOutcome = component(
        "GroupOutcome",
        .word(of: GroupOutcome.self).about(
            "`confirmed`: every command; `sent`: every command, and some devices never report; `partial`: some; "
                + "`failed`: none. Parts that were left out do not count."))

    static let outcomeCounts = component(
        "OutcomeCounts",
        .table(of: .count, by: .word(of: CommandOutcome.self)).about("The number of commands with each outcome."))
}
