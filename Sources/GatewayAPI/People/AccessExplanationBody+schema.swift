import GatewayCore
import GatewayWire
import HomeModel

extension AccessExplanationBody {
    init(_ answer: AccessExplanation) {
        self.init(
            isAllowed: answer.isAllowed, needsPIN: answer.needsPIN, isPartial: answer.isPartial,
            reason: answer.sentence, code: answer.reason.code,
            values: AccessReasonBody(answer.reason, time: answer.time),
            rest: answer.restReason.map {
                RestReasonBody(code: $0.code, values: AccessReasonBody($0, time: answer.time))
            })
    }
}

extension AccessExplanationBody: DocumentedBody, DocumentedResponse {
    static let schema = Schema.component(
        "Why",
        .object(
            [
                "isAllowed": .boolean.about("Whether at least some of it is allowed, possibly with a PIN."),
                "needsPIN": .boolean.about("Whether some of it needs a PIN."),
                "isPartial": .boolean.about("Whether some of it is refused although the rest is allowed."),
                "reason": .text.about("One sentence or more."),
                "code": .reasonCode, "values": .reasonValues,
            ],
            optional: ["rest": .restReason.about("Why the rest of it is refused, if `isPartial`.")]))

    static let example = {
        let conditional = ConditionalGrantBody(grant: .example, cause: .windows, nextStart: .example + .days(4))
        return AccessExplanationBody(
            isAllowed: false, needsPIN: false, isPartial: false,
            reason: "The grant allow-3f0c2a4e permits it only sun,sat 08:00-20:00; now it is Wed 2025-12-31 13:00. "
                + "It applies next on Sat 2026-01-03 08:00.",
            code: "grantNotInEffect",
            values: AccessReasonBody(grant: .example, conditional: [conditional], time: .example),
            rest: RestReasonBody(code: "lockedDown", values: AccessReasonBody(grant: .example, time: .example)))
    }()
}

extension Schema {
    fileprivate static let reasonCode = text.about(
        "The reason, for programs: `role`, `grant`, `grantNotInEffect`, `partOfHome`, `denied`, `notPermitted`, "
            + "`onlyRoles`, `routineOnly`, `stepUpNeeded`, `lockedDown`, `clockUnknown`, or the rule that a command "
            + "would break.")

    fileprivate static let reasonValues = component(
        "WhyValues",
        .object(
            [:],
            optional: [
                "role": .role.about("The role that allows it, or that does not include it."),
                "roles": .array(of: .role).about("The only roles that include it."),
                "grant": GrantBody.schema.about("The grant that allows it, or the deny that forbids it."),
                "conditional": .array(of: .conditionalGrant),
                "time": .time.about("The gateway's time; absent while its clock is not known."),
            ]
        ).about("What the reason depends on, to write it in another language."))

    fileprivate static let restReason = component(
        "WhyRest", .object(["code": .reasonCode, "values": .reasonValues]))

    private static let conditionalGrant = component(
        "ConditionalGrant",
        .object(
            ["grant": GrantBody.schema],
            optional: [
                "cause": .word(of: ConditionalGrantBody.Cause.self).about(
                    "Why it is not in effect; absent if it is, for a part of the home."),
                "nextStart": .time.about("When it next comes into effect; absent if it is, or never is again."),
            ]
        ).about("A grant that allows it at another time, or for a part of the home."))
}
