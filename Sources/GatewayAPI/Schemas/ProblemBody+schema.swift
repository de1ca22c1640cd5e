import GatewayWire

extension ProblemBody: DocumentedBody {
    static let schema = Schema.component(
        "Problem",
        .object(
            [
                "type": .words(["about:blank"]), "title": .text, "status": .integer(400...599),
                "code": .text.about("Stable."), "detail": .text.about("A sentence or two for people."),
                "requestID": .text(pattern: "^[0-9a-f]{16}$"),
            ],
            optional: [
                "field": .text.about("What is wrong, by its name in the query or its path in the body."),
                "stepUp": .stepUp.about("What a PIN has to confirm first."),
            ]))

    static let example = ProblemKind.invalid.example
}

extension ProblemKind {
    var schema: Schema {
        let code = Schema.openObject(["code": .words(codes)])
        return .inline(Schema.Keywords(allOf: [ProblemBody.schema, code]))
    }
}
