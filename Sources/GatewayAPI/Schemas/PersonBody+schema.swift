import GatewayWire
import HomeModel

extension PersonBody: DocumentedBody, Answer {
    static let schema = Schema.component(
        "Person",
        .object(
            ["id": .id, "name": .name, "role": .role],
            optional: ["hasPIN": .boolean.about("Whether they have a PIN; the list of everyone says it.")]))
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
            "confirmed": .boolean.about("Whether clients and a PIN may go that the new role does not permit."),
        ]).about("What is absent stays."))
    static let example = PersonChangeBody(name: "Anna", role: .admin)
}

extension WhyBody: DocumentedBody, Answer {
    static let schema = Schema.component(
        "Why",
        .object([
            "isAllowed": .boolean.about("Whether at least some of it is allowed, if need be with a PIN."),
            "needsPIN": .boolean.about("Whether some of it takes a PIN."),
            "isPartial": .boolean.about("Whether some of it is refused although the rest is allowed."),
            "reason": .text.about("One sentence or more."),
        ]))
    static let example = WhyBody(
        isAllowed: true, needsPIN: false, isPartial: false, reason: "The role member permits it everywhere.")
}
