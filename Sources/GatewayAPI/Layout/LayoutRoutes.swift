import GatewayCore
import GatewayWire
import HomeModel
import Hummingbird

/// Layouts of the home screen: the own one of each person, and the default of the home.
enum LayoutRoutes {
    /// Four full lists of ids of the usual length.
    static let maximumBytes = 256 * 1024

    static let all: [Route<SettingServices>] = [
        .on(
            .get, path: "/layout", access: .perItem,
            summary: "Get the caller's layout: their own one, else the default of the home"
        ) { call in
            await LayoutBody(effectiveFor: call)
        },
        .on(
            .put, path: "/layout", access: .perItem,
            summary: "Replace the caller's own layout; entries that the caller cannot see now stay in it",
            taking: NewLayoutBody.self, upTo: maximumBytes, problems: [.conflict]
        ) { call, new in
            try await call.services.layouts.set(new.layout, as: call.identity)
            return await LayoutBody(effectiveFor: call)
        },
        .on(
            .delete, path: "/layout", access: .perItem,
            summary: "Remove the caller's own layout, so that the default of the home applies",
            problems: [.conflict]
        ) { call in
            try await call.services.layouts.reset(as: call.identity)
            return await LayoutBody(effectiveFor: call)
        },
        .on(.get, path: "/home/layout", access: .perItem, summary: "Get the default layout of the home") { call in
            LayoutBody(await call.services.layouts.standard(for: call.identity))
        },
        .on(
            .put, path: "/home/layout", access: .requires(.modifySettings),
            summary: "Replace the default layout of the home; the answer is the caller's layout",
            taking: NewLayoutBody.self, upTo: maximumBytes
        ) { call, new in
            try await call.services.layouts.setStandard(new.layout, as: call.identity)
            return await LayoutBody(effectiveFor: call)
        },
        .on(
            .delete, path: "/home/layout", access: .requires(.modifySettings),
            summary: "Remove the default layout of the home; the answer is the caller's layout"
        ) { call in
            try await call.services.layouts.resetStandard(as: call.identity)
            return await LayoutBody(effectiveFor: call)
        },
    ]
}

extension LayoutBody {
    init(_ effective: EffectiveLayout) {
        self.init(effective.layout, isOwn: effective.isOwn, mayChange: effective.mayChange)
    }

    fileprivate init(effectiveFor call: AuthenticatedCall<SettingServices>) async {
        self.init(await call.services.layouts.effective(for: call.identity))
    }
}
