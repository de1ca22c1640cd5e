import GatewayCore
import HomeModel
import HomeStorage
import Hummingbird

enum AuditRoutes {
    static let all: [Route] = [
        .on(.get, "/audit", .perItem) { call in
            let filter = AuditFilter(
                since: try call.time("since"),
                event: try call.query("event", "an event such as device.control", AuditEvent.init(rawValue:)),
                severity: try call.query("severity", "a severity", AuditSeverity.init(rawValue:)),
                limit: try call.query("limit", "a whole number") { Int($0) }.map { min(max($0, 1), 10_000) } ?? 100)
            return try .json(await call.home.audit.list(filter, as: call.identity))
        },
        .on(.get, "/audit/verification", .requires(.viewAudit)) { call in
            try .json(await call.home.audit.verify(as: call.identity))
        },
    ]
}
