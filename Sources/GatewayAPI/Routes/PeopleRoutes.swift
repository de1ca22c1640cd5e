import GatewayCore
import GatewayWire
import HTTPTypes
import HomeModel
import Hummingbird

enum PeopleRoutes {
    private static let permission = QueryParameter.word(
        "permission", of: Permission.self, "What would be done"
    ).required
    private static let device = QueryParameter.id("device", of: Device.self, "To which device")
    private static let part = QueryParameter.id("part", of: Part.self, "To which part; any otherwise")
    private static let capability = QueryParameter.capability("capability", "With which capability")

    static let all: [Route] = [
        .on(.get, "/people", .requires(.managePeople), "Everyone") { call in
            var bodies: [PersonBody] = []
            for person in try await call.home.peopleService.list(as: call.identity) {
                bodies.append(PersonBody(person, hasPIN: await call.home.pins.has(person.id)))
            }
            return bodies
        },
        .on(
            .post, "/people", .requires(.managePeople), confirming: .people, "Someone new", taking: NewPersonBody.self,
            problems: [.conflict]
        ) { call, new in
            let person = try await call.home.peopleService.add(name: new.name, role: new.role, as: call.identity)
            return Created(PersonBody(person))
        },
        .on(
            .patch, "/people/:id", .requires(.managePeople), confirming: .people, "Another name or role; the id stays",
            taking: PersonChangeBody.self, problems: [.conflict]
        ) { call, change in
            let person = try await call.home.peopleService.change(
                try call.id(of: Person.self), name: change.name, role: change.role,
                isConfirmed: change.confirmed ?? false, as: call.identity)
            return PersonBody(person)
        },
        .on(
            .delete, "/people/:id", .requires(.managePeople), confirming: .wipes, "Someone is here no more",
            problems: [.conflict]
        ) { call in
            try await call.home.peopleService.remove(try call.id(of: Person.self), as: call.identity)
            return NoContent()
        },
        .on(
            .get, "/people/:id/why", .requires(.managePeople), "Would they be allowed, and why",
            query: [permission, device, part, capability]
        ) { call in
            let question = AccessQuestion(
                permission: try call.query(permission), device: try call.query(device), part: try call.query(part),
                capability: try call.query(capability))
            let answer = try await call.home.peopleService.explain(
                question, for: try call.id(of: Person.self), as: call.identity)
            return WhyBody(
                isAllowed: answer.isAllowed, needsPIN: answer.needsPIN, isPartial: answer.isPartial,
                reason: answer.sentence)
        },
    ]
}

extension PersonBody {
    init(_ person: Person, hasPIN: Bool? = nil) {
        self.init(id: person.id, name: person.name.text, role: person.role, hasPIN: hasPIN)
    }
}
