import GatewayWire
import HomeModel

extension CommandBody: DocumentedBody {
    static let schema = Schema.component(
        "Command",
        .object(
            ["capability": .capabilityName, "value": .value],
            optional: [
                "part": .id.about("`main` if absent."),
                "idempotencyKey": .text(1...CommandRequest.maximumKeyLength).about(
                    """
                    A command with the same key within a day is the same command and is not sent again. If there are \
                    more than 20,000 keys in a day, the client with the most keys loses its oldest ones.
                    """),
                "deadlineSeconds": .integer(CommandRequest.deadlines).about("In seconds; 10 if absent."),
            ]))

    static let example = CommandBody(
        part: .main, capability: CapabilityName(.switch), value: .boolean(true), idempotencyKey: "3f0c2a4e",
        deadlineSeconds: 10)
}

extension CommandRecordBody: DocumentedBody {
    static let schema = Schema.component(
        "CommandRecord",
        .object(
            [
                "id": .id, "device": .id, "part": .id, "capability": .capabilityName, "value": .value,
                "receivedAt": .time,
                "deadlineSeconds": .count.about(
                    "The time after `receivedAt` within which it may be sent. A part that moves may then take up to "
                        + "3 minutes."
                ),
                "stage": .words(["accepted", "dispatched", "acknowledged", "ended"]),
            ],
            optional: [
                "outcome": .word(of: CommandOutcome.self).about("Present once the command has ended."),
                "code": .text.about(
                    "Stable, for programs: the outcome, more exactly what happened (such as `stopped`), or why it was not sent. "
                        + "Present once the command has ended."),
                "detail": .text.about("A sentence, if the outcome does not say enough."),
                "reported": .value.about("The value that the device reported."),
                "sender": .text.about(
                    "The sender: a person's id or `console`. Absent if the caller may not see it, and in events."),
                "isEarlier": .boolean.about(
                    """
                    True in the response to a command whose idempotency key was used before: nothing was sent, and this \
                    is the earlier command.
                    """),
                "parent": .id.about("The group command (`POST /commands`) to which it belongs."),
            ]))

    static let example = CommandRecordBody(
        id: CommandID("5d7c1b9f"), device: DeviceID("desk-lamp"), part: .main, capability: CapabilityName(.switch),
        value: .boolean(true), receivedAt: .example, deadlineSeconds: 10, stage: "ended", outcome: .confirmed,
        code: CommandOutcome.confirmed.rawValue, detail: "The device reported it.",
        reported: .boolean(true), sender: "anna")
}
