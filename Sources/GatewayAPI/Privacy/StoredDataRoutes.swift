import GatewayCore
import GatewayWire
import HTTPTypes
import HomeModel
import Hummingbird

/// What the home stores about people, and the notice that tells them.
enum StoredDataRoutes {
    static let all: [Route<PrivacyServices>] = [
        .on(
            .get, path: "/privacy", access: .perItem,
            summary: "List every kind of data that the home stores; amounts only with `modifySettings`"
        ) { call in
            let overview = await call.services.storedData.overview(for: call.identity)
            return PrivacyBody(kinds: overview.kinds, terms: overview.terms, amounts: overview.amounts)
        },
        .on(
            .get, path: "/privacy/notice", access: .perItem,
            summary: "Get the privacy notice, and which version of it the caller's person has seen"
        ) { call in
            PrivacyNoticeBody(lastView: await call.services.notices.lastView(of: call.identity))
        },
        .on(
            .put, path: "/privacy/notice", access: .perItem,
            summary: "Record that the caller's person has seen a version of the privacy notice",
            taking: NoticeSeenBody.self, problems: [.conflict]
        ) { call, seen in
            try await call.services.notices.record(version: seen.version, as: call.identity)
            return PrivacyNoticeBody(lastView: await call.services.notices.lastView(of: call.identity))
        },
    ]
}
