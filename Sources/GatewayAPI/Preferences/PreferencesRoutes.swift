import GatewayCore
import GatewayWire
import HomeModel
import Hummingbird

/// The preferences of the caller's person. `GET /home` contains them.
enum PreferencesRoutes {
    static let all: [Route<SettingServices>] = [
        .on(
            .get, path: "/preferences", access: .perItem, summary: "Get the preferences of the caller's person",
            problems: [.conflict]
        ) { call in
            guard let preferences = await call.services.preferences.preferences(for: call.identity) else {
                throw PreferencesService.consoleRefusal
            }
            return preferences
        },
        .on(
            .put, path: "/preferences", access: .perItem, summary: "Replace the preferences of the caller's person",
            taking: Preferences.self, problems: [.conflict]
        ) { call, new in
            try await call.services.preferences.set(new, as: call.identity)
            return new
        },
    ]
}
