import GatewayCore
import HomeModel
import HomeStorage
import Hummingbird

enum AuditRoutes {
    private static let since = QueryParameter.time("since", "Only what was done from then on")
    private static let event = QueryParameter.word("event", of: AuditEvent.self, "Only this")
    private static let severity = QueryParameter.word("severity", of: AuditSeverity.self, "Only this")
    private static let limit = QueryParameter.integer(
        "limit", AuditFilter.limitBounds, "At most so many, the newest; 100 otherwise")

    static let all: [Route] = [
        .on(
            .get, "/audit", .perItem, "What was done, newest first: everything, or one's own acts",
            query: [since, event, severity, limit]
        ) { call in
            let filter = AuditFilter(
                since: try call.query(since), event: try call.query(event), severity: try call.query(severity),
                limit: try call.query(limit) ?? 100)
            return try await call.home.audit.list(filter, as: call.identity)
        },
        .on(.get, "/audit/verification", .requires(.viewAudit), "Whether anything was changed afterwards") { call in
            try await call.home.audit.verify(as: call.identity)
        },
    ]
}
