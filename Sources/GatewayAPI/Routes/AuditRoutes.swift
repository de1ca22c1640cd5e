import Foundation
import GatewayCore
import HTTPTypes
import HomeModel
import HomeStorage
import Hummingbird
import HummingbirdCore
import NIOCore
import ServiceLifecycle

enum AuditRoutes {
    fileprivate static let since = QueryParameter.time("since", "Only what was done from then on")
    fileprivate static let until = QueryParameter.time("until", "Only what was done until then")
    fileprivate static let event = QueryParameter.word("event", of: AuditEvent.self, "Only this")
    fileprivate static let severity = QueryParameter.word("severity", of: AuditSeverity.self, "Only this")
    fileprivate static let target = QueryParameter<String>.text("target", "Only what was done to this")
    fileprivate static let actor = QueryParameter<String>.text(
        "actor", "Only what this one did: a person, `console` or `gateway`")
    fileprivate static let success = QueryParameter.boolean("success", "Only what succeeded, or only what did not")
    fileprivate static let limit = QueryParameter.integer(
        "limit", AuditFilter.limitBounds, "At most so many, the newest; 100 otherwise")
    private static let before = QueryParameter<AuditCursor>(
        name: "before", about: "The place from a link to the next page", schema: .text,
        hint: "the place from a link to the next page", parse: { AuditCursor($0) })
    private static let heads = QueryParameter<[AuditHead]>(
        name: "heads", about: "Heads that were remembered: `severity:sequence:hash`, with commas between",
        schema: .text, hint: "severity:sequence:hash, at most one of each severity", parse: remembered)
    private static let selection: [any QueryDocumentation] = [since, until, event, severity, target, actor, success]

    static let all: [Route] = [
        .on(
            .get, "/audit", .perItem, "What was done, newest first: everything, or one's own acts",
            query: selection + [limit, before]
        ) { call in
            var filter = try AuditFilter(call)
            filter.limit = try call.query(limit) ?? 100
            filter.before = try call.query(before)
            let page = try await call.home.audit.list(filter, as: call.identity)
            return AuditPageAnswer(records: page.records, link: page.next.map { call.link(toPageAt: $0) })
        },
        .on(
            .get, "/audit/export", .requires(.viewAudit), confirming: .exports,
            "Everything that was done, newest first",
            query: selection
        ) { call in
            let sessions = call.home.sessions
            var export = try await call.home.audit.export(
                try AuditFilter(call), as: call.identity, holds: { await sessions.stillHolds(call.identity) })
            // What can be refused is refused before the answer begins.
            let first = try await export.next()
            return AuditExportAnswer(first: first, export: export)
        },
        .on(.get, "/audit/heads", .perItem, "Where the chains end, signed, to be remembered elsewhere") { call in
            try await call.home.audit.heads(as: call.identity)
        },
        .on(
            .get, "/audit/verification", .requires(.viewAudit), "Whether anything was changed afterwards",
            query: [heads]
        ) { call in
            try await call.home.audit.verify(remembered: try call.query(heads) ?? [], as: call.identity)
        },
    ]

    @Sendable private static func remembered(_ text: String) -> [AuditHead]? {
        let pieces = text.split(separator: ",", omittingEmptySubsequences: false)
        let heads = pieces.compactMap { AuditHead(String($0)) }
        guard heads.count == pieces.count, Set(heads.map(\.severity)).count == heads.count else { return nil }
        return heads
    }
}

private struct AuditPageAnswer: Answer {
    static let documentation = [
        AnswerDocumentation.json(
            [AuditRecord].self, .ok, "Done.", headers: ["Link": "Where the next page is, if there is one (RFC 8288)."])
    ]

    let records: [AuditRecord]
    let link: String?

    func response() throws -> Response {
        var response = try Response.json(records)
        if let link, let name = HTTPField.Name("Link") { response.headers[name] = link }
        return response
    }
}

private struct AuditExportAnswer: Answer {
    static let documentation = [
        AnswerDocumentation(
            status: .ok, meaning: "A record on each line, however many.",
            content: ["application/jsonl": MediaType(.text, example: "{\"sequence\":42,…}\n")])
    ]

    let first: [AuditRecord]?
    let export: AuditExport

    func response() -> Response {
        Response(
            status: .ok, headers: [.contentType: "application/jsonl", .cacheControl: "no-store"],
            body: ResponseBody { writer in
                try await writer.write(first, export)
                try await writer.finish(nil)
            })
    }
}

extension QueryParameter where Value == String {
    fileprivate static func text(_ name: String, _ about: String) -> QueryParameter {
        QueryParameter(name: name, about: about, schema: .text, hint: "a text", parse: { $0 })
    }
}

extension AuditFilter {
    fileprivate init(_ call: Call) throws {
        self.init(
            since: try call.query(AuditRoutes.since), until: try call.query(AuditRoutes.until),
            event: try call.query(AuditRoutes.event), severity: try call.query(AuditRoutes.severity),
            target: try call.query(AuditRoutes.target), actor: try call.query(AuditRoutes.actor),
            success: try call.query(AuditRoutes.success))
    }
}

extension Call {
    /// RFC 8288: the same question, from `cursor` on.
    fileprivate func link(toPageAt cursor: AuditCursor) -> String {
        var items = (request.uri.query ?? "").split(separator: "&").filter { !$0.hasPrefix("before=") }.map(String.init)
        items.append("before=\(cursor)")
        return "<\(HomeServer.prefix)/audit?\(items.joined(separator: "&"))>; rel=\"next\""
    }
}

extension ResponseBodyWriter {
    /// A line for each entry, a page after the other; a gateway that stops ends the answer.
    fileprivate mutating func write(_ first: [AuditRecord]?, _ export: AuditExport) async throws {
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
