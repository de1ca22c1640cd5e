import GatewayWire
import HomeModel

extension Schema {
    static let consentID = component("ConsentID", .word(of: ConsentID.self))

    fileprivate static let consentVersion = integer(1...1_000_000)
}

extension ConsentBody: DocumentedBody, DocumentedResponse {
    static let schema = Schema.component(
        "Consent",
        .object(
            [
                "id": .consentID,
                "state": .word(of: ConsentRecord.State.self).about(
                    "`notAsked` is that of a home from before the consent: what it has stored stays until an owner "
                        + "has answered."),
                "title": .text, "text": .text.about("In English. A client may have a translation of this version."),
                "version": .consentVersion.about("That of the present text."),
                "textDate": .text(pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"),
                "awaitsAnswer": .boolean.about("Whether no owner has answered the present text yet, and one should."),
                "mayAnswer": .boolean,
                "isDeletionPending": .boolean.about(
                    "Whether data of the withdrawn consent is not deleted yet. It is not shown any more."),
            ],
            optional: [
                "answer": .answer.about("The last answer of an owner."),
                "loss": .loss.about("What a withdrawal would delete now; only for those who may answer."),
            ]))

    static let example = ConsentBody(
        id: .presenceHistory,
        record: ConsentRecord(
            state: .given,
            answer: ConsentRecord.Answer(
                version: 1, time: .example, person: PersonID("olga"), isFromConsole: false)),
        answeredBy: "Olga", mayAnswer: true, loss: Loss(records: 1204, oldest: .example, heldSeries: 0))
}

extension Schema {
    fileprivate static let answer = component(
        "ConsentAnswer",
        .object(
            [
                "time": .time, "version": .consentVersion.about("That of the text that was answered."),
                "isFromConsole": .boolean,
            ],
            optional: ["person": .name.about("Only for those who may know it.")]))

    fileprivate static let loss = component(
        "ConsentLoss",
        .object(
            ["records": .count, "heldSeries": .count.about("Series with a hold, of which nothing is deleted.")],
            optional: ["oldest": .time]))
}

extension OpenConsentBody: DocumentedBody {
    static let schema = Schema.component("OpenConsent", .object(["id": .consentID, "version": .consentVersion]))
    static let example = OpenConsentBody(.presenceHistory)
}

extension ConsentAnswerBody: DocumentedBody {
    static let schema = Schema.component(
        "NewConsentAnswer",
        .object(["version": .consentVersion.about("That of the text that the owner read.")]))
    static let example = ConsentAnswerBody(version: 1)
}

extension ConsentWithdrawalBody: DocumentedBody, DocumentedResponse {
    static let schema = Schema.component(
        "ConsentWithdrawal",
        .object(
            ["consent": ConsentBody.schema],
            optional: [
                "deleted": .count.about("The deleted records; absent while the deletion has not ended.")
            ]))
    static let example = ConsentWithdrawalBody(consent: .example, deleted: 1204)
}
