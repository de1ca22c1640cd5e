import GatewayCore
import GatewayWire
import HTTPTypes
import HomeModel
import Hummingbird

enum PeopleRoutes {
    static let all: [Route] = [
        .on(.get, "/people", .requires(.managePeople)) { call in
            try .json(await call.home.peopleService.list(as: call.identity).map(PersonBody.init))
        },
        .on(.post, "/people", .requires(.managePeople), confirming: .people) { call in
            let new = try await call.body(NewPersonBody.self)
            let person = try await call.home.peopleService.add(name: new.name, role: new.role, as: call.identity)
            return try .json(PersonBody(person), status: .created)
        },
        .on(.patch, "/people/:id", .requires(.managePeople), confirming: .people) { call in
            let change = try await call.body(RoleBody.self)
            let person = try await call.home.peopleService.setRole(
                change.role, of: try call.id(of: Person.self), as: call.identity)
            return try .json(PersonBody(person))
        },
        .on(.delete, "/people/:id", .requires(.managePeople), confirming: .wipes) { call in
            try await call.home.peopleService.remove(try call.id(of: Person.self), as: call.identity)
            return .nothing
        },
        .on(.get, "/people/:id/why", .requires(.managePeople)) { call in
            let question = AccessQuestion(
                permission: try call.requiredQuery("permission", "a permission", Permission.init(rawValue:)),
                device: try call.query("device", "a device id", DeviceID.init),
                capability: try call.query("capability", "a capability name", CapabilityName.init))
            let decision = try await call.home.peopleService.explain(
                question, for: try call.id(of: Person.self), as: call.identity)
            return try .json(WhyBody(isAllowed: decision.isAllowed, reason: decision.sentence))
        },
    ]
}

extension PersonBody {
    init(_ person: Person) { self.init(id: person.id, name: person.name.text, role: person.role) }
}
