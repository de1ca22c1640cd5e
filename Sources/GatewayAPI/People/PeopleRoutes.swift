import GatewayCore
import GatewayWire
import HTTPTypes
import HomeModel
import Hummingbird

/// People, their roles and the explanation of their rights.
enum PeopleRoutes {
    private static let permission = QueryParameter.word(
        "permission", of: Permission.self, about: "The permission"
    ).required
    private static let device = QueryParameter.id("device", of: Device.self, about: "The device")
    private static let part = QueryParameter.id(
        "part", of: Part.self, about: "The part of the device; any part by default")
    private static let capability = QueryParameter.capability("capability", about: "The capability")

    static let all: [Route<AccessServices>] = [
        .on(.get, path: "/people", access: .requires(.managePeople), summary: "List all people") { call in
            var bodies: [PersonBody] = []
            for person in try await call.services.people.list(as: call.identity) {
                bodies.append(PersonBody(person, hasPIN: await call.services.pins.has(person.id)))
            }
            return bodies
        },
        .on(
            .post, path: "/people", access: .requires(.managePeople), confirming: .people, summary: "Add a person",
            taking: NewPersonBody.self,
            problems: [.conflict]
        ) { call, new in
            let person = try await call.services.people.add(name: new.name, role: new.role, as: call.identity)
            return Created(PersonBody(person))
        },
        .on(
            .patch, path: "/people/:id", access: .requires(.managePeople), confirming: .people,
            summary: "Change the name or the role of a person; the id stays",
            taking: PersonChangeBody.self, problems: [.conflict]
        ) { call, change in
            let person = try await call.services.people.change(
                try call.id(of: Person.self), name: change.name, role: change.role,
                isConfirmed: change.confirmed ?? false, as: call.identity)
            return PersonBody(person)
        },
        .on(
            .delete, path: "/people/:id", access: .requires(.managePeople), confirming: .wipes,
            summary: "Remove a person",
            problems: [.conflict]
        ) { call in
            try await call.services.people.remove(try call.id(of: Person.self), as: call.identity)
            return NoContent()
        },
        .on(
            .get, path: "/people/:id/why", access: .requires(.managePeople),
            summary: "Get whether a person would be allowed to do something, and why",
            query: [permission, device, part, capability]
        ) { call in
            let question = AccessQuestion(
                permission: try call.query(permission), device: try call.query(device), part: try call.query(part),
                capability: try call.query(capability))
            let answer = try await call.services.people.explain(
                question, for: try call.id(of: Person.self), as: call.identity)
            return AccessExplanationBody(answer)
        },
    ]
}

extension PersonBody {
    init(_ person: Person, hasPIN: Bool? = nil) {
        self.init(id: person.id, name: person.name.text, role: person.role, hasPIN: hasPIN)
    }
}

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
