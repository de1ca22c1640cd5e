import GatewayCore
import GatewayWire
import HomeModel
import SegmentedLog
import Hummingbird

/// Retention terms, and the deletion of old data.
enum RetentionRoutes {
    private static let trustClock = QueryParameter.boolean(
        "trustClock", about: "Whether to trust the clock although it is not synchronised")

    private static let confirm = QueryParameter.boolean(
        "confirm", about: "Whether to delete although the clock is far ahead of the last run (problem `clockAhead`)")

    static let all: [Route<ReadingServices>] = [
        .on(
            .get, path: "/retention", access: .requires(.modifySettings),
            summary: "Get the retention terms, the last run and the disk use"
        ) {
            call in
            await RetentionBody(call.services.retention)
        },
        .on(
            .put, path: "/retention", access: .requires(.modifySettings), confirming: .wipes,
            summary: "Set the retention terms",
            taking: RetentionTerms.self
        ) { call, terms in
            try await call.services.retention.set(terms, as: call.identity)
            return await call.services.retention.terms
        },
        .on(
            .put, path: "/retention/series", access: .requires(.modifySettings), confirming: .wipes,
            summary: "Set a separate term, or a hold, for one series",
            taking: SeriesRetentionBody.self
        ) { call, body in
            try await call.services.retention.keep(
                body.id, as: RetentionException(days: body.days, rollUpDays: body.rollUpDays, hold: body.hold),
                by: call.identity)
            return await RetentionBody(call.services.retention)
        },
        .on(
            .post, path: "/retention/run", access: .requires(.modifySettings), confirming: .wipes,
            summary: "Delete all data that is past its term",
            query: [trustClock, confirm], problems: [.conflict]
        ) { call in
            try await call.services.retentionRuns.purge(
                as: call.identity, trustingClock: try call.query(trustClock) ?? false,
                isConfirmed: try call.query(confirm) ?? false)
        },
    ]
}

extension RetentionBody {
    init(_ retention: RetentionJob) async {
        let use = await retention.diskUse()
        let terms = await retention.terms
        let series = terms.exceptions.map { SeriesRetentionBody($0, exception: $1) }
        self.init(
            terms: terms, series: series.sorted { $0.id.description < $1.id.description },
            lastRun: await retention.lastReceipt,
            disk: [
                DiskUseBody(.energy, use: use.readings[.energy]),
                DiskUseBody(.environment, use: use.readings[.environment]),
                DiskUseBody(.audit, use: use.audit),
            ].compactMap(\.self),
            presence: PresenceRetentionBody(days: terms.presenceLimitDays, isLimited: terms.limitsPresence))
    }
}

extension DiskUseBody {
    fileprivate init?(_ kind: Kind, use: DiskUse?) {
        guard let use else { return nil }
        self.init(kind, bytes: use.bytes, oldest: use.oldest)
    }
}
