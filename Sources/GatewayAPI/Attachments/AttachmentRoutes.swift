import GatewayCore
import GatewayWire
import HTTPTypes
import HomeModel
import Hummingbird
import HummingbirdCore
import NIOCore
import ServiceLifecycle

/// The photographs and manuals of appliances and of the service history.
enum AttachmentRoutes {
    private static let appliance = QueryParameter.id(
        "appliance", of: Appliance.self, about: "The appliance to which they belong")
    private static let serviceEntry = QueryParameter.id(
        "serviceEntry", of: ServiceEntry.self,
        about: "The entry of the service history to which they belong; give this or an appliance")
    private static let kind = QueryParameter.word("kind", of: AttachmentKind.self, about: "What it is").required
    private static let title = QueryParameter.text("title", about: "A title, of at most 100 characters")

    static let all: [Route<AttachmentService>] = [
        .on(
            .get, path: "/attachments", access: .requires(.manageMaintenance),
            summary: "List the photographs and manuals of an appliance, or of an entry of the service history",
            query: [appliance, serviceEntry], problems: [.notFound]
        ) { call in
            try await call.services.list(of: try call.owner(), as: call.identity).map {
                AttachmentBody($0.attachment, state: $0.state)
            }
        },
        .upload(
            path: "/attachments/:id", access: .requires(.manageMaintenance),
            summary: "Add a photograph or a manual under a random id of the client; a repeated request adds nothing",
            query: [appliance, serviceEntry, kind, title], problems: [.conflict, .busy]
        ) { call, body in
            let request = AttachmentRequest(
                id: try call.newID(), owner: try call.owner(), kind: try call.query(kind),
                title: try call.query(title), announcedBytes: body.announcedBytes)
            return try await call.receive(body, as: request)
        },
        .on(
            .get, path: "/attachments/:id/content", access: .requires(.manageMaintenance),
            summary: "Get a photograph or a manual, to save it", problems: [.conflict]
        ) { call in
            AttachmentResponse(
                content: try await call.services.open(
                    try call.id(of: Attachment.self), part: .content, as: call.identity))
        },
        .on(
            .get, path: "/attachments/:id/thumbnail", access: .requires(.manageMaintenance),
            summary: "Get the thumbnail of a photograph", problems: [.conflict]
        ) { call in
            AttachmentResponse(
                content: try await call.services.open(
                    try call.id(of: Attachment.self), part: .thumbnail, as: call.identity))
        },
        .on(
            .delete, path: "/attachments/:id", access: .requires(.manageMaintenance),
            summary: "Remove a photograph or a manual for good"
        ) { call in
            try await call.services.remove(try call.id(of: Attachment.self), as: call.identity)
            return NoContent()
        },
    ]

    fileprivate static func owner(
        in call: AuthenticatedCall<AttachmentService>
    ) throws(ActionRefusal) -> AttachmentOwner {
        switch (try call.query(appliance), try call.query(serviceEntry)) {
        case (let appliance?, nil): return .appliance(appliance)
        case (nil, let entry?): return .serviceEntry(entry)
        case (nil, nil):
            throw .invalid(
                field: "appliance", code: "missing", detail: "Name an appliance or an entry of the service history.")
        case (_?, _?):
            throw .invalid(
                field: "serviceEntry", code: "contradictory",
                detail: "Name either an appliance or an entry of the service history.")
        }
    }
}

extension AuthenticatedCall<AttachmentService> {
    /// An id with fewer characters may be that of another client by chance.
    private static var leastIDLength: Int { 16 }

    fileprivate func owner() throws(ActionRefusal) -> AttachmentOwner { try AttachmentRoutes.owner(in: self) }

    fileprivate func newID() throws(ActionRefusal) -> AttachmentID {
        guard let id = context.parameters.get("id").flatMap({ AttachmentID($0) }),
            id.rawValue.utf8.count >= Self.leastIDLength
        else {
            throw .invalid(
                field: "id", code: "malformed",
                detail: "A new id has 16 to 64 random lower-case letters and digits.")
        }
        return id
    }

    /// Passes the body on while it arrives. Nothing is stored before the digest of the whole body was compared with the
    /// proof.
    fileprivate func receive(_ body: UploadBody, as request: AttachmentRequest) async throws -> StoredAttachment {
        switch try await services.open(request, as: identity) {
        case .existing(let existing):
            let digest = try await body.digest(upTo: AttachmentLimits.uploadBytes)
            guard body.isCovered(sha256: digest) else { throw Problem.otherBody }
            let listing = try existing.confirm(sha256: digest)
            return StoredAttachment(body: AttachmentBody(listing.attachment, state: listing.state), isNew: false)
        case .open(let reception):
            try await body.forEach { piece in try await reception.receive(piece) }
            let digest = try await reception.end()
            guard body.isCovered(sha256: digest) else { throw Problem.otherBody }
            let listing = try await services.commit(reception, as: identity)
            return StoredAttachment(body: AttachmentBody(listing.attachment, state: listing.state), isNew: true)
        }
    }
}

/// The response to an upload: 201, or 200 when an earlier request has stored it.
private struct StoredAttachment: DocumentedResponse {
    static let documentation: [ResponseDocumentation] = [
        .json(AttachmentBody.self, status: .created, meaning: "It was added."),
        .json(AttachmentBody.self, status: .ok, meaning: "An earlier request with this id has added it."),
    ]

    let body: AttachmentBody
    let isNew: Bool

    func response() throws -> Response { try .json(body, status: isNew ? .created : .ok) }
}

/// The response with the content of an attachment. Browsers save it and never show or run it as a page.
private struct AttachmentResponse: DocumentedResponse {
    static let documentation = [
        ResponseDocumentation(
            status: .ok,
            meaning: "The bytes, as a file to save. A file that turns out to be damaged ends the connection early.",
            content: [
                "image/jpeg": MediaType(
                    .inline(Schema.Keywords(type: "string", contentMediaType: "image/jpeg")), example: "…"),
                "application/pdf": MediaType(
                    .inline(Schema.Keywords(type: "string", contentMediaType: "application/pdf")), example: "%PDF-…"),
            ],
            headers: ["Content-Disposition": "The name under which to save the file."])
    ]

    let content: AttachmentContent

    func response() -> Response {
        let isPhoto = content.attachment.kind == .photo
        let name = "\(content.attachment.kind.rawValue)-\(content.attachment.id).\(isPhoto ? "jpg" : "pdf")"
        var headers: HTTPFields = [
            .contentType: isPhoto ? "image/jpeg" : "application/pdf",
            .cacheControl: "private, no-store",
            .contentDisposition: "attachment; filename=\"\(name)\"",
        ]
        let protection = [
            "X-Content-Type-Options": "nosniff", "Content-Security-Policy": "sandbox; default-src 'none'",
            "Cross-Origin-Resource-Policy": "same-origin",
        ]
        for (field, value) in protection {
            if let field = HTTPField.Name(field) { headers[field] = value }
        }
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody(contentLength: content.bytes) { [content] writer in
                try await content.run { piece in
                    guard !Task.isShuttingDownGracefully else { throw CancellationError() }
                    try await writer.write(ByteBuffer(bytes: piece))
                }
                try await writer.finish(nil)
            })
    }
}
