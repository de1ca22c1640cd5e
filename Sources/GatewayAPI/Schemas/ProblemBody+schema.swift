import GatewayWire

extension ProblemBody: DocumentedBody {
    static let schema = Schema.component(
        "Problem",
        .object(
            [
                "type": .words(["about:blank"]), "title": .text, "status": .integer(400...599),
                "code": .text.about("Stable, for programs."), "detail": .text.about("A sentence or two for people."),
                "requestID": .text(pattern: "^[0-9a-f]{16}$"),
            ],
            optional: [
                "field": .text.about("The invalid value: its name in the query or its path in the body."),
                "stepUp": .stepUp.about("The purpose that must be confirmed with a PIN first."),
            ]))

    static let example = ProblemKind.invalid.example
}

extension ProblemKind {
    var schema: Schema {
        let code = Schema.openObject(["code": .words(codes)])
        return .inline(Schema.Keywords(allOf: [ProblemBody.schema, code]))
    }
}
