import Foundation
import GatewayCore
import HTTPTypes
import HomeModel
import AuditTrail
import Hummingbird
import HummingbirdCore
import NIOCore
import ServiceLifecycle

/// The audit log: entries, export, signed heads and verification.
enum AuditRoutes {
    fileprivate static let since = QueryParameter.time("since", about: "Only entries from this time on")
    fileprivate static let until = QueryParameter.time("until", about: "Only entries until this time")
    fileprivate static let event = QueryParameter.word(
        "event", of: AuditEvent.self, about: "Only entries of this event")
    fileprivate static let severity = QueryParameter.word(
        "severity", of: AuditSeverity.self, about: "Only entries of this severity")
    fileprivate static let target = QueryParameter<String>.text("target", about: "Only entries about this target")
    fileprivate static let actor = QueryParameter<String>.text(
        "actor", about: "Only entries of this actor: a person, `console` or `gateway`")
    fileprivate static let success = QueryParameter.boolean(
        "success", about: "Only successful actions, or only failed ones")
    fileprivate static let limit = QueryParameter.integer(
        "limit", range: AuditFilter.limitBounds,
        about: "The maximum number of entries, the newest first; 100 by default")
    private static let before = QueryParameter<AuditCursor>(
        name: "before", about: "The cursor from a link to the next page", schema: .text,
        hint: "the cursor from a link to the next page", parse: { AuditCursor($0) })
    private static let heads = QueryParameter<[AuditHead]>(
        name: "heads", about: "Heads that were stored before: `severity:sequence:hash`, separated by commas",
        schema: .text, hint: "severity:sequence:hash, at most one of each severity", parse: remembered)
    private static let selection: [any QueryDocumentation] = [since, until, event, severity, target, actor, success]

    static let all: [Route<OperationServices>] = [
        .on(
            .get, path: "/audit", access: .perItem,
            summary: "List the audit log, newest first: all entries, or the caller's own",
            query: selection + [limit, before]
        ) { call in
            var filter = try AuditFilter(call)
            filter.limit = try call.query(limit) ?? 100
            filter.before = try call.query(before)
            let page = try await call.services.audit.list(filter, as: call.identity)
            return AuditPageResponse(
                records: page.records, link: page.next.map { call.link(toPageAt: "\($0)", path: "/audit") })
        },
        .on(
            .get, path: "/audit/export", access: .requires(.viewAudit), confirming: .exports,
            summary: "Export the audit log, newest first",
            query: selection
        ) { call in
            let sessions = call.services.sessions
            var export = try await call.services.audit.export(
                try AuditFilter(call), as: call.identity, isStillValid: { await sessions.isStillValid(call.identity) })
            // The first page is read before the response begins, so that a refusal has a status of its own.
            let first = try await export.next()
            return AuditExportResponse(first: first, export: export)
        },
        .on(
            .get, path: "/audit/heads", access: .perItem,
            summary: "Get the signed heads of the chains, to store elsewhere"
        ) { call in
            try await call.services.audit.heads(as: call.identity)
        },
        .on(
            .get, path: "/audit/verification", access: .requires(.viewAudit),
            summary: "Verify that no entry was changed afterwards",
            query: [heads]
        ) { call in
            try await call.services.audit.verify(remembered: try call.query(heads) ?? [], as: call.identity)
        },
    ]

    @Sendable private static func remembered(_ text: String) -> [AuditHead]? {
        let pieces = text.split(separator: ",", omittingEmptySubsequences: false)
        let heads = pieces.compactMap { AuditHead(String($0)) }
        guard heads.count == pieces.count, Set(heads.map(\.severity)).count == heads.count else { return nil }
        return heads
    }
}

/// The response with one page of the audit log, and a link to the next page.
private struct AuditPageResponse: DocumentedResponse {
    static let documentation = [
        ResponseDocumentation.json(
            [AuditRecord].self, status: .ok, meaning: "The entries.",
            headers: ["Link": "The next page, if there is one (RFC 8288)."])
    ]

    let records: [AuditRecord]
    let link: String?

    func response() throws -> Response {
        var response = try Response.json(records)
        if let link, let name = HTTPField.Name("Link") { response.headers[name] = link }
        return response
    }
}

/// The response with an export of the audit log, which is written page by page.
private struct AuditExportResponse: DocumentedResponse {
    static let documentation = [
        ResponseDocumentation(
            status: .ok, meaning: "One record on each line, without a limit.",
            content: ["application/jsonl": MediaType(.text, example: "{\"sequence\":42,…}\n")])
    ]

    let first: [AuditRecord]?
    let export: AuditExport

    func response() -> Response {
        Response(
            status: .ok, headers: [.contentType: "application/jsonl", .cacheControl: "no-store"],
            body: ResponseBody { writer in
                try await writer.write(first, export: export)
                try await writer.finish(nil)
            })
    }
}

extension AuditFilter {
    fileprivate init(_ call: AuthenticatedCall<OperationServices>) throws {
        self.init(
            since: try call.query(AuditRoutes.since), until: try call.query(AuditRoutes.until),
            event: try call.query(AuditRoutes.event), severity: try call.query(AuditRoutes.severity),
            target: try call.query(AuditRoutes.target), actor: try call.query(AuditRoutes.actor),
            success: try call.query(AuditRoutes.success))
    }
}

extension ResponseBodyWriter {
    /// Writes one line for each entry, page by page. Throws `CancellationError` when the gateway stops, which ends the
    /// response.
    fileprivate mutating func write(_ first: [AuditRecord]?, export: AuditExport) async throws {
        var (page, export) = (first, export)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        while let records = page {
            var lines = ByteBuffer()
            for record in records {
                lines.writeBytes(try encoder.encode(record))
                lines.writeString("\n")
            }
            try await write(lines)
            guard !Task.isShuttingDownGracefully else { throw CancellationError() }
            page = try await export.next()
        }
    }
}
