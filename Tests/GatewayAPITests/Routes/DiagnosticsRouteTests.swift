import HTTPTypes
import HummingbirdTesting
import Testing

@testable import GatewayAPI

struct DiagnosticsRouteTests {
    /// A repeated check reads the disk for up to a minute, so a guest must not be able to cause one.
    @Test(
        arguments: [
            ("ada", "?recheck=true", 200, 1), ("ada", "?recheck=false", 200, 0), ("ada", "", 200, 0),
            ("mia", "?recheck=true", 403, 0), ("gus", "?recheck=true", 403, 0), (nil, "?recheck=true", 401, 0),
            ("ada", "?recheck=yes", 422, 0),
        ] as [(String?, String, Int, Int)])
    func onlyACallerWithTheRightRepeatsTheDailyChecks(
        _ caller: String?, query: String, status: Int, rechecks: Int
    ) async throws {
        try await APIHome.with { home in
            var headers = HTTPFields()
            headers[.caller] = caller
            try await home.client.execute(uri: "/api/v1/diagnostics\(query)", method: .get, headers: headers) {
                #expect($0.status.code == status)
            }
            // The health of all callers never repeats them.
            try await home.client.execute(uri: "/api/v1/health?recheck=true", method: .get) { _ in }
            #expect(home.rechecks.count == rechecks)
        }
    }
}
