import GatewayCore
import GatewayWire
import HomeModel
import Hummingbird

enum RetentionRoutes {
    static let all: [Route] = [
        .on(.get, "/retention", .requires(.modifySettings)) { call in
            try .json(await RetentionBody(call.home.retention))
        },
        .on(.put, "/retention", .requires(.modifySettings)) { call in
            try await call.home.retention.set(try await call.body(RetentionTerms.self), as: call.identity)
            return try .json(await call.home.retention.terms)
        },
        .on(.put, "/retention/series", .requires(.modifySettings)) { call in
            let body = try await call.body(SeriesRetentionBody.self)
            try await call.home.retention.keep(
                body.id, as: RetentionException(days: body.days, hold: body.hold), by: call.identity)
            return try .json(await RetentionBody(call.home.retention))
        },
        .on(.post, "/retention/run", .requires(.modifySettings)) { call in
            let receipt = try await call.home.retention.purge(
                as: call.identity, trustingClock: call.query("trustClock") == "true")
            return try .json(receipt)
        },
    ]
}

extension RetentionBody {
    init(_ keeper: RetentionKeeper) async {
        let terms = await keeper.terms
        let series = terms.exceptions.map { SeriesRetentionBody($0, days: $1.days, hold: $1.hold) }
        self.init(
            terms: terms, series: series.sorted { $0.id.description < $1.id.description },
            lastRun: await keeper.lastReceipt)
    }
}
