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
        .on(.post, "/retention/run", .requires(.modifySettings)) { call in
            let receipt = try await call.home.retention.purge(
                as: call.identity, trustingClock: call.query("trustClock") == "true")
            return try .json(receipt)
        },
    ]
}

extension RetentionBody {
    init(_ keeper: RetentionKeeper) async {
        self.init(terms: await keeper.terms, lastRun: await keeper.lastReceipt)
    }
}
