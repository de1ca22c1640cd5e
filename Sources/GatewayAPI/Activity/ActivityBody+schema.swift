import GatewayWire
import HomeModel

extension ActivityBody: DocumentedBody {
    static let schema = Schema.component(
        "Activity",
        .object(
            [
                "id": .text.about("Stays the same when the outcome of the act arrives."), "time": .time,
                "category": .activityCategory,
            ],
            optional: [
                "device": .id.about("The device that the entry is about."), "part": .id,
                "capability": .capabilityName,
                "event": .word(of: DeviceEventKind.self).about("What a device reported. Absent in an act."),
                "value": .value.about("The value that the device has after the event."),
                "act": ActivityActBody.schema.about("What a person did. Absent in an event of a device."),
                "records": .array(of: AuditRecord.schema).about(
                    "The audit entries of the act, oldest first. Absent if the caller may not read them."),
            ]))

    static let example = ActivityBody(
        id: "act.informational.42", time: .example, category: .control, device: DeviceID("front-door"), part: .main,
        capability: CapabilityName(.lock), act: .example)
}

extension ActivityActBody: DocumentedBody {
    static let schema = Schema.component(
        "ActivityAct",
        .object(
            [
                "event": .word(of: AuditEvent.self),
                "status": .word(of: Act.Status.self).about(
                    "`unknown`: the device did not report the result in time. `abandoned`: a PIN was requested, and only "
                        + "wrong ones were entered."),
                "isStopped": .boolean.about(
                    "Whether a person stopped the movement on its way. It is `done` then, whatever `outcome` is."),
                "neededPIN": .boolean.about("Whether a PIN was requested."), "wrongPINs": .count,
                "metadata": .table(of: .text, by: .text).about("The facts of the act, as in the audit log."),
            ],
            optional: [
                "outcome": .word(of: CommandOutcome.self).about("The outcome of a command that has ended."),
                "stoppedAt": .number.about(
                    "The position in percent at which it was stopped, if the device reported it."),
                "lateReport": .object(["time": .time, "value": .value]).about(
                    "The report of the commanded value that came within three minutes after the time of the command. "
                        + "Absent if there is none, or the caller may not see past values."),
                "actor": .text.about(
                    "A person's id, `console`, `console as anna`, `gateway` or `stranger`. Absent if the caller may not see "
                        + "it."),
                "role": .role, "client": .id.about("The paired client that sent the request."),
                "target": .text.about("For example a device, a person or a setting."),
                "concerned": .text.about("The person that the act affects, or to whom the target belongs."),
                "count": .count.about("How many more times the same was refused."),
                "steps": .array(of: .word(of: SignInStep.self)).about(
                    "What belongs to a sign-in besides its last step: the home was claimed, the invitation opened, its code "
                        + "used, its grants given, a PIN set."),
                "isErased": .boolean.about(
                    "True when details cannot be read any more, because a person of the act was erased."),
            ]))

    static let example = ActivityActBody(
        event: .deviceControl, status: .unknown, outcome: .timedOut,
        lateReport: LateReportBody(time: .example, value: .text("unlocked")), actor: "olga", role: .owner,
        target: "front-door", neededPIN: true, metadata: ["part": "main", "capability": "lock", "value": "unlocked"])
}

extension Schema {
    fileprivate static let activityCategory = component("ActivityCategory", .word(of: ActivityCategory.self))
}
