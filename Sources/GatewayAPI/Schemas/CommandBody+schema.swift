import GatewayWire
import HomeModel

extension CommandBody: DocumentedBody {
    static let schema = Schema.component(
        "Command",
        .object(
            ["capability": .capabilityName, "value": .value],
            optional: [
                "part": .id.about("`main` when absent."),
                "idempotencyKey": .text(1...CommandRequest.maximumKeyLength).about(
                    """
                    The same key within a day is the same command: it is not sent twice. Of more than 20,000 keys in a day, \
                    the client that used the most loses its oldest ones.
                    """),
                "deadlineSeconds": .integer(CommandRequest.deadlines).about("10 when absent."),
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
                    "So long after that it may still be sent. What travels may take up to 3 minutes to arrive."),
                "stage": .words(["accepted", "dispatched", "acknowledged", "ended"]),
            ],
            optional: [
                "outcome": .word(of: CommandOutcome.self).about("Present once it has ended."),
                "code": .text.about(
                    "Stable, for programs: the outcome, or why it was not sent. Present once it has ended."),
                "detail": .text.about("A sentence, where the outcome does not say enough."),
                "reported": .value.about("What the device said it is now."),
                "sender": .text.about(
                    "Who sent it, a person's id or `console`; absent where the asker may not see that, and in events."),
                "isEarlier": .boolean.about(
                    """
                    True in the answer to a command whose idempotency key was used before: nothing was sent, and this is \
                    the earlier command.
                    """),
            ]))

    static let example = CommandRecordBody(
        id: CommandID("5d7c1b9f"), device: DeviceID("desk-lamp"), part: .main, capability: CapabilityName(.switch),
        value: .boolean(true), receivedAt: .example, deadlineSeconds: 10, stage: "ended", outcome: .confirmed,
        code: CommandOutcome.confirmed.rawValue, detail: "The device reported it.",
        reported: .boolean(true), sender: "anna")
}
