import GatewayWire
import HomeModel

extension PersonBody: DocumentedBody, DocumentedResponse {
    static let schema = Schema.component(
        "Person",
        .object(
            ["id": .id, "name": .name, "role": .role],
            optional: ["hasPIN": .boolean.about("Whether the person has a PIN; present in the list of all people.")]))
    static let example = PersonBody(id: PersonID("anna"), name: "Anna", role: .member)
}

extension NewPersonBody: DocumentedBody {
    static let schema = Schema.component("NewPerson", .object(["name": .name, "role": .role]))
    static let example = NewPersonBody(name: "Anna", role: .member)
}

extension PersonChangeBody: DocumentedBody {
    static let schema = Schema.component(
        "PersonChange",
        .change(of: [
            "name": .name, "role": .role,
            "confirmed": .boolean.about("Whether to remove clients and a PIN that the new role does not permit."),
        ]).about("Absent properties stay as they are."))
    static let example = PersonChangeBody(name: "Anna", role: .admin)
}

extension AccessExplanationBody: DocumentedBody, DocumentedResponse {
    static let schema = Schema.component(
        "Why",
        .object([
            "isAllowed": .boolean.about("Whether at least some of it is allowed, possibly with a PIN."),
            "needsPIN": .boolean.about("Whether some of it needs a PIN."),
            "isPartial": .boolean.about("Whether some of it is refused although the rest is allowed."),
            "reason": .text.about("One sentence or more."),
        ]))
    static let example = AccessExplanationBody(
        isAllowed: true, needsPIN: false, isPartial: false, reason: "The role member permits it everywhere.")
}
