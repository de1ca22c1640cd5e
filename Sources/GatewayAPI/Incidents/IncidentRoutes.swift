import GatewayCore
import GatewayWire
import HTTPTypes
import HomeModel
import Hummingbird
import HummingbirdCore
import NIOCore

/// Incidents: what was noticed, what people did about it, and what they can do.
enum IncidentRoutes {
    private static let language = QueryParameter.text(
        "language", about: "The language of the draft, such as `sv`; English if it has none")

    private static let confirmedSteps = StepUpCondition(
        .people, text: "steps that sign people out or rotate keys")

    static let all: [Route<IncidentServices>] = reading + changing

    private static let reading: [Route<IncidentServices>] = [
        .on(
            .get, path: "/incidents", access: .requires(.manageMaintenance),
            summary: "List the incidents, open ones first, then the newest"
        ) { call in
            try await call.services.incidents.list(as: call.identity).map {
                IncidentSummaryBody($0.incident, isSeen: $0.isSeen, personName: $0.personName?.text)
            }
        },
        .on(
            .get, path: "/incident-rules", access: .requires(.manageMaintenance),
            summary: "List the rules that raise incidents, with their numbers"
        ) { _ in IncidentRules.standard.all },
        .on(
            .get, path: "/key-rotation", access: .requires(.manageMaintenance),
            summary: "Get the plan of a rotation of the home's keys: what must be set up again"
        ) { call in try await call.services.keys.plan(as: call.identity) },
        .on(
            .get, path: "/incidents/:id", access: .requires(.manageMaintenance),
            summary: "Get an incident with its evidence, its notes and what was done", problems: [.notFound]
        ) { call in
            IncidentBody(
                try await call.services.incidents.incident(call.id(of: Incident.self), as: call.identity))
        },
        .on(
            .get, path: "/incidents/:id/notice", access: .requires(.manageMaintenance),
            summary: "Get a draft of a notice to the people concerned", query: [language], problems: [.notFound]
        ) { call in
            let view = try await call.services.incidents.incident(call.id(of: Incident.self), as: call.identity)
            let policy = await call.services.state.people.policy
            return IncidentNotice(
                of: view.incident, isLockedDown: policy.isLockedDown, language: try call.query(language),
                timeZone: policy.timeZone
            ).body
        },
    ]

    private static let changing: [Route<IncidentServices>] = [
        .on(
            .post, path: "/incidents", access: .requires(.manageMaintenance), summary: "Open an incident by hand",
            taking: NewIncidentBody.self, problems: [.conflict]
        ) { call, new in
            Created(
                IncidentBody(
                    try await call.services.incidents.open(
                        title: new.title, note: new.note, kind: new.kind, as: call.identity)))
        },
        .on(
            .post, path: "/incidents/:id/seen", access: .requires(.manageMaintenance),
            summary: "Record that the caller has seen an incident", problems: [.notFound]
        ) { call in
            IncidentBody(
                try await call.services.incidents.recordSeen(call.id(of: Incident.self), as: call.identity))
        },
        .on(
            .post, path: "/incidents/:id/notes", access: .requires(.manageMaintenance),
            summary: "Add a note to an incident", taking: NewIncidentNoteBody.self, problems: [.notFound, .conflict]
        ) { call, new in
            IncidentBody(
                try await call.services.incidents.note(
                    call.id(of: Incident.self), text: new.text, as: call.identity))
        },
        .on(
            .post, path: "/incidents/:id/closing", access: .requires(.manageMaintenance),
            summary: "Close an incident", taking: IncidentClosingBody.self, problems: [.notFound, .conflict]
        ) { call, closing in
            IncidentBody(
                try await call.services.incidents.close(
                    call.id(of: Incident.self), reason: closing.reason, as: call.identity))
        },
        .on(
            .patch, path: "/incidents/:id", access: .requires(.manageMaintenance),
            summary: "Correct the title of an incident that a person opened", taking: IncidentTitleBody.self,
            problems: [.notFound, .conflict]
        ) { call, body in
            IncidentBody(
                try await call.services.incidents.rename(
                    call.id(of: Incident.self), title: body.title, as: call.identity))
        },
        .on(
            .post, path: "/incidents/:id/reopening", access: .requires(.manageMaintenance),
            summary: "Open a closed incident again", problems: [.notFound, .conflict]
        ) { call in
            IncidentBody(
                try await call.services.incidents.reopen(call.id(of: Incident.self), as: call.identity))
        },
        .on(
            .post, path: "/incidents/:id/containment", access: .requires(.manageMaintenance),
            confirmingOnly: confirmedSteps, summary: "Contain an incident in one step", taking: ContainmentBody.self,
            problems: [.notFound, .conflict]
        ) { call, body in
            IncidentBody(
                try await call.services.incidents.contain(
                    call.id(of: Incident.self), by: body.step, target: body.target, as: call.identity))
        },
        .on(
            .post, path: "/incidents/:id/export", access: .requires(.manageMaintenance), confirming: .exports,
            summary: "Export the evidence of an incident as a ZIP archive, which the caller should encrypt",
            problems: [.notFound]
        ) { call in
            EvidenceResponse(
                material: try await call.services.incidents.export(call.id(of: Incident.self), as: call.identity))
        },
    ]
}

/// The response with a bundle of evidence.
private struct EvidenceResponse: DocumentedResponse {
    static let documentation = [
        ResponseDocumentation(
            status: .ok,
            meaning: "A ZIP archive with the evidence, the proofs of the audit entries, and a manifest of hashes.",
            content: [
                "application/zip": MediaType(
                    .inline(Schema.Keywords(type: "string", contentMediaType: "application/zip")), example: "PK…")
            ],
            headers: ["Content-Disposition": "The name under which to save the archive."])
    ]

    let material: EvidenceMaterial

    func response() throws -> Response {
        let bytes = try EvidenceArchive(material).bytes()
        return Response(
            status: .ok,
            headers: [
                .contentType: "application/zip", .cacheControl: "no-store",
                .contentDisposition: "attachment; filename=\"\(EvidenceArchive.name(of: material)).zip\"",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}

extension IncidentBody {
    init(_ view: IncidentView) {
        self.init(view.incident, isSeen: view.isSeen, personName: view.personName?.text)
    }
}
