import HomeModel

extension CodedSentence: DocumentedBody {
    static let schema = Schema.component(
        "CodedSentence",
        .object([
            "code": .text.about("Stays the same in later versions."),
            "values": .sentenceValues.about("The values in the sentence, to write it in another language."),
            "text": .text.about("The sentence in English."),
        ]))

    static let example = CodedSentence(
        "reserveAddress", values: ["host": .text("192.168.1.10")],
        text: "192.168.1.10 must stay the gateway's address: reserve it in the router.")
}

extension Schema {
    static let sentenceValues = Schema.table(of: .one(of: .integer, .text), by: .text)
}
