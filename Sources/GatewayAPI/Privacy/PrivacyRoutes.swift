import Foundation
import GatewayCore
import GatewayWire
import HTTPTypes
import HomeModel
import Hummingbird
import HummingbirdCore
import NIOCore
import ServiceLifecycle

/// What the gateway keeps about people.
enum PrivacyRoutes {
    static let all: [Route<PrivacyServices>] = [
        .on(
            .get, path: "/privacy/exports", access: .perItem,
            summary: "List who else exported the caller's data in the last 30 days, newest first",
            problems: [.conflict, .busy]
        ) { call in
            try await call.services.exports.exportsByOthers(as: call.identity).map(PersonalExportNoticeBody.init)
        },
        .on(
            .post, path: "/privacy/exports", access: .perItem, confirming: .exports,
            summary: "Export everything that is kept about a person: the caller, or a person whom the caller manages",
            taking: PersonalExportBody.self, problems: [.notFound, .busy]
        ) { call, body in
            PersonalExportResponse(
                export: try await call.services.exports.open(
                    body.person, options: ExportOptions(body), as: call.identity))
        },
    ]
}

/// The response with an archive, which is written while the data is read. Only an archive with its end is valid.
private struct PersonalExportResponse: DocumentedResponse {
    static let documentation = [
        ResponseDocumentation(
            status: .ok,
            meaning: "A ZIP archive, without a limit: `index.html`, and of each kind of data a JSON and a CSV file. An "
                + "export that fails ends the connection early; what arrived is then no valid archive.",
            content: [
                "application/zip": MediaType(
                    .inline(Schema.Keywords(type: "string", contentMediaType: "application/zip")), example: "PK…")
            ],
            headers: [
                PersonalExportBody.filesHeader: "The number of files in the archive, to show the progress.",
                "Content-Disposition": "The name under which to save the archive.",
            ])
    ]

    let export: PersonalExport

    func response() -> Response {
        var headers: HTTPFields = [
            .contentType: "application/zip", .cacheControl: "no-store",
            .contentDisposition: "attachment; filename=\"\(PersonalArchive.name(of: export.head)).zip\"",
        ]
        if let files = HTTPField.Name(PersonalExportBody.filesHeader) {
            headers[files] = "\(PersonalArchive.fileCount(of: export))"
        }
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody { writer in
                try await writer.write(export)
                try await writer.finish(nil)
            })
    }
}

extension ResponseBodyWriter {
    /// Writes the archive part by part, each before the next one is read. Throws when the export may not go on, when
    /// the client has gone, or when the gateway stops; that ends the response without the end of the archive.
    fileprivate mutating func write(_ export: PersonalExport) async throws {
        var archive = try PersonalArchive(export.head)
        try await export.run { part in
            guard !Task.isShuttingDownGracefully else { throw CancellationError() }
            try await write(archive.add(part))
        }
        try await write(archive.finish())
    }

    private mutating func write(_ bytes: [UInt8]) async throws {
        if !bytes.isEmpty { try await write(ByteBuffer(bytes: bytes)) }
    }
}
