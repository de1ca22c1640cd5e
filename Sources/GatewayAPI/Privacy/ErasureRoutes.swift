import GatewayCore
import GatewayWire
import HTTPTypes
import HomeModel
import Hummingbird

/// The erasure of people, also of people who were removed earlier.
enum ErasureRoutes {
    static let all: [Route<PrivacyServices>] = [
        .on(
            .get, path: "/privacy/erasures", access: .requires(.managePeople),
            summary: "List the erasures of people, oldest first, with their states"
        ) { call in
            try await call.services.erasures.list(as: call.identity).map { ErasureBody($0.erasure, step: $0.step) }
        },
        .on(
            .post, path: "/privacy/erasures", access: .perItem, confirming: .wipes,
            summary:
                "Erase a person: end all rights, delete all data, and destroy the key of their entries in the audit log",
            taking: NewErasureBody.self, problems: [.notFound, .conflict]
        ) { call, new in
            let progress = try await call.services.erasures.erase(
                new.person, confirming: new.name, as: call.identity)
            return Accepted(ErasureBody(progress.erasure, step: progress.step))
        },
    ]
}

extension ErasureBody: DocumentedBody, DocumentedResponse {
    static let schema = Schema.component(
        "Erasure",
        .object(
            [
                "id": .id,
                "pseudonym": .text(pattern: "^~[0-9a-f]{16}$").about("Stands for the person in the audit log."),
                "state": .word(of: State.self), "requestedAt": .time,
            ],
            optional: [
                "step": .word(of: ErasureStep.self)
                    .about("The step that runs now; absent once the erasure is finished."),
                "finishedAt": .time,
            ]))

    static let example = ErasureBody(
        Erasure(
            id: ErasureID("7k2mq4tz9xb1c8de"), pseudonym: "~0123456789abcdef", requestedAt: .example,
            finishedAt: .example),
        step: nil)
}

extension NewErasureBody: DocumentedBody {
    static let schema = Schema.component(
        "NewErasure",
        .object([
            "person": .id,
            "name": .text.about("Confirms it: the name of the person, or the id of a person who was removed."),
        ]))
    static let example = NewErasureBody(person: PersonID("anna"), name: "Anna")
}
